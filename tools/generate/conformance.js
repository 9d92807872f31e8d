// The parts of docs/conformance.md: what every operator version does, and the cases that execute it. Numbers are counted and line
// numbers looked up, so none can become wrong unnoticed.
import { RULES } from '../../tests/cases/rules.js';
import { RULINGS } from '../../tests/cases/rulings.js';
import { readCorpus } from '../../tests/support/corpus_files.js';
import { OPERATORS } from '../../tests/support/operators.js';
import { Failure } from '../common/failure.js';
import { table } from './markdown.js';
import { casesOf, findProblems, lineOf, versionOf } from './ties.js';

/** @import { Case } from '../../tests/support/corpus.js' */
/** @import { Rule, Ruling, Test } from '../../tests/cases/rules/rule.js' */
/** @typedef {'document' | 'reference' | 'ort' | 'openvino' | 'ours'} Answer */

/** Columns of the rulings, some of which an operator may not have. @type {{ key: Answer, title: string }[]} */
const ANSWERS = [
  { key: 'document', title: 'the document' },
  { key: 'reference', title: "ONNX's reference" },
  { key: 'ort', title: 'ONNX Runtime' },
  { key: 'openvino', title: 'OpenVINO' },
  { key: 'ours', title: 'Microtome' },
];

/**
 * Markdown of each part.
 * @param {readonly Case[]} cases
 */
export function conformance(cases = [...readCorpus().values()].flat()) {
  const problems = findProblems(cases, [...RULES, ...RULINGS]);
  if (problems.length > 0)
    throw new Failure(`the corpus does not execute every rule.\n${problems.join('\n')}`);
  const operators = [...new Set(OPERATORS.map(({ op_type }) => op_type))];
  return {
    summary: summaryOf(cases),
    rules: operators.map((op_type) => rulesOf(cases, op_type)).join('\n\n'),
    rulings: operators.map((op_type) => rulingsOf(cases, op_type)).join('\n\n'),
  };
}

/** @param {readonly Case[]} cases */
function summaryOf(cases) {
  const errors = cases.filter(({ error }) => error).length;
  return (
    `${OPERATORS.length} operator versions, ${RULES.length} rules and ${RULINGS.length} rulings are executed by ` +
    `${cases.length} cases: ${cases.length - errors} expect outputs, ${errors} an error.`
  );
}

/**
 * One row per rule of the operator, one column per version.
 * @param {readonly Case[]} cases
 * @param {string} op_type
 */
function rulesOf(cases, op_type) {
  const columns = OPERATORS.filter((row) => row.op_type === op_type).map((row) => row.since_version);
  const about = RULES.filter(({ on }) => columns.some((column) => on.includes(`${op_type}-${column}`)));
  const rows = about.map((rule) => [
    sentenceOf(cases, rule, op_type),
    `\`${rule.tag}\``,
    ...columns.map((column) => cellOf(cases, rule, `${op_type}-${column}`)),
  ]);
  return `### ${op_type}\n\n${table([['rule', 'tag', ...columns.map((column) => `${op_type} ${column}`)], ...rows])}`;
}

/**
 * The rule's text, the rulings that its cases also execute, and tests outside the corpus.
 * @param {readonly Case[]} cases
 * @param {Rule} rule
 * @param {string} op_type
 */
function sentenceOf(cases, { tag, text, tests = [] }, op_type) {
  const shared = new Set(casesOf(cases, tag).flatMap((one) => (one.op_type === op_type ? one.tags : [])));
  const numbers = RULINGS.filter((ruling) => shared.has(ruling.tag)).map(
    (ruling) => `[${ruling.tag}](#${anchorOf(ruling.tag)})`,
  );
  const more = tests
    .filter(({ on }) => on === undefined)
    .map((test) => `[${test.title}](${addressOf(test)})`);
  return [
    text,
    numbers.length > 0 ? `(${numbers.join(', ')})` : '',
    more.length > 0 ? `Also tested: ${more.join(', ')}.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * The number of cases that a version has for a rule, with links to them.
 * @param {readonly Case[]} cases
 * @param {Rule} rule
 * @param {string} version
 */
function cellOf(cases, { tag, on, tests = [] }, version) {
  if (!on.includes(version)) return '';
  return [
    ...groupsOf(cases, tag)
      .map((group) => group.filter((one) => versionOf(one) === version))
      .filter((group) => group.length > 0)
      .map(linkToGroup),
    ...tests.filter((test) => test.on?.includes(version)).map(linkToTest),
  ].join(' + ');
}

/**
 * One row per ruling. A ruling about several operators is listed with the first.
 * @param {readonly Case[]} cases
 * @param {string} op_type
 */
function rulingsOf(cases, op_type) {
  const about = RULINGS.filter(({ on }) => on[0].startsWith(`${op_type}-`));
  const answers = ANSWERS.filter(({ key }) => about.some((ruling) => ruling[key]));
  const rows = about.map((ruling) => [
    `<a id="${anchorOf(ruling.tag)}"></a>**${ruling.tag}** ${ruling.text}<br>${namesOf(ruling.on)}`,
    ...answers.map(({ key }) => ruling[key] ?? ''),
    [...groupsOf(cases, ruling.tag).map(linkToGroup), ...(ruling.tests ?? []).map(linkToTest)].join(' + '),
  ]);
  return `### ${op_type}: rulings\n\n${table([['ruling', ...answers.map(({ title }) => title), 'cases'], ...rows])}`;
}

/** `Split 11, 13`. @param {readonly string[]} versions */
function namesOf(versions) {
  /** @type {Map<string, string[]>} */
  const byOperator = new Map();
  for (const [op_type, since] of versions.map((version) => version.split('-')))
    byOperator.set(op_type, [...(byOperator.get(op_type) ?? []), since]);
  return [...byOperator].map(([op_type, since]) => `${op_type} ${since.join(', ')}`).join('; ');
}

/** @param {string} tag of a ruling */
const anchorOf = (tag) => tag.toLowerCase();

/**
 * The cases under a tag, as runs of adjacent lines.
 * @param {readonly Case[]} cases
 * @param {string} tag
 */
function groupsOf(cases, tag) {
  /** @type {Case[][]} */
  const groups = [];
  cases.forEach((one, i) => {
    if (!one.tags.includes(tag)) return;
    const before = cases[i - 1];
    const continues = before?.tags.includes(tag) && fileAndLine(before)[0] === fileAndLine(one)[0];
    if (continues) groups[groups.length - 1].push(one);
    else groups.push([one]);
  });
  return groups;
}

/** @param {Case} one */
const fileAndLine = ({ where }) => where.split(':');

/** @param {readonly Case[]} group */
function linkToGroup(group) {
  const [[file, first], [, last]] = [fileAndLine(group[0]), fileAndLine(group[group.length - 1])];
  return `[${group.length}](../tests/cases/${file}#L${first}${last === first ? '' : `-L${last}`})`;
}

/** @param {Test} test */
const linkToTest = (test) => `[1](${addressOf(test)} "${test.title}")`;

/** @param {Test} test */
const addressOf = (test) => `../${test.file}#L${lineOf(test)}`;
