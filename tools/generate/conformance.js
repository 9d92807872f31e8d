// The generated parts of docs/conformance.md: what every operator version does, and the cases that execute it. It
// counts the cases and looks up their line numbers, so that no number becomes wrong unnoticed.
import { familyOf, OPERATORS, versionOf } from '../../docs/rules/operators.js';
import { RULES } from '../../docs/rules/rules.js';
import { RULINGS } from '../../docs/rules/rulings.js';
import { rowOf, versionOfNode } from '../../web/conformance/call.js';
import { readCorpus } from '../../web/conformance/corpus_files.js';
import { Failure } from '../common/failure.js';
import { table } from './markdown.js';
import { casesOf, findProblems, lineOf } from './ties.js';

/** @import { Case } from '../../web/conformance/corpus.js' */
/** @import { Rule, Ruling, Test } from '../../docs/rules/rule.js' */
/** @typedef {'document' | 'reference' | 'ort' | 'openvino' | 'ours'} Answer */

/** Columns of the rulings, some of which an operator may not have. @type {{ key: Answer, title: string }[]} */
const ANSWERS = [
  { key: 'document', title: 'the document' },
  { key: 'reference', title: "ONNX's reference" },
  { key: 'ort', title: 'ONNX Runtime' },
  { key: 'openvino', title: 'OpenVINO' },
  { key: 'ours', title: 'Microtome' },
];

/** Markdown of each part. @param {readonly Case[]} cases */
export function conformance(cases = [...readCorpus().values()].flat()) {
  const problems = findProblems(cases, [...RULES, ...RULINGS]);
  if (problems.length > 0)
    throw new Failure(`the corpus does not execute every rule.\n${problems.join('\n')}`);
  const operators = [...new Set(OPERATORS.map(familyOf))];
  return {
    summary: summaryOf(cases),
    rules: operators.map((family) => rulesOf(cases, family)).join('\n\n'),
    rulings: operators
      .map((family) => rulingsOf(cases, family))
      .filter((part) => part !== '')
      .join('\n\n'),
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
 * @param {string} family
 */
function rulesOf(cases, family) {
  const columns = OPERATORS.filter((row) => familyOf(row) === family);
  const about = RULES.filter(({ on }) => columns.some((column) => on.includes(versionOf(column))));
  const rows = about.map((rule) => [
    sentenceOf(cases, rule, family),
    `\`${rule.tag}\``,
    ...columns.map((column) => cellOf(cases, rule, versionOf(column))),
  ]);
  const heads = columns.map(({ op_type, since_version }) => `${op_type} ${since_version}`);
  return `### ${titleOf(family)}\n\n${table([['rule', 'tag', ...heads], ...rows])}`;
}

/** `openvino.Slice` as readers know it. @param {string} family */
const titleOf = (family) => family.replace(/^openvino\./, 'OpenVINO ');

/**
 * The rule's text, the rulings that its cases also execute, and tests outside the corpus.
 * @param {readonly Case[]} cases
 * @param {Rule} rule
 * @param {string} family
 */
function sentenceOf(cases, { tag, text, tests = [] }, family) {
  const shared = new Set(
    casesOf(cases, tag).flatMap((one) => (familyOf(rowOf(one)) === family ? one.tags : [])),
  );
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
      .map((group) => group.filter((one) => versionOfNode(one) === version))
      .filter((group) => group.length > 0)
      .map(linkToGroup),
    ...tests.filter((test) => test.on?.includes(version)).map(linkToTest),
  ].join(' + ');
}

/**
 * One row per ruling. A ruling about several operators is listed with the first.
 * @param {readonly Case[]} cases
 * @param {string} family
 */
function rulingsOf(cases, family) {
  const about = RULINGS.filter(({ on }) => on[0].startsWith(`${family}-`));
  if (about.length === 0) return '';
  const answers = ANSWERS.filter(({ key }) => about.some((ruling) => ruling[key]));
  const rows = about.map((ruling) => [
    `<a id="${anchorOf(ruling.tag)}"></a>**${ruling.tag}** ${ruling.text}<br>${namesOf(ruling.on)}`,
    ...answers.map(({ key }) => ruling[key] ?? ''),
    [...groupsOf(cases, ruling.tag).map(linkToGroup), ...(ruling.tests ?? []).map(linkToTest)].join(' + '),
  ]);
  return `### ${titleOf(family)}: rulings\n\n${table([['ruling', ...answers.map(({ title }) => title), 'cases'], ...rows])}`;
}

/** `Split 11, 13`. @param {readonly string[]} versions */
function namesOf(versions) {
  /** @type {Map<string, string[]>} */
  const byOperator = new Map();
  for (const [family, since] of versions.map((version) => version.split('-')))
    byOperator.set(family, [...(byOperator.get(family) ?? []), since]);
  return [...byOperator].map(([family, since]) => `${titleOf(family)} ${since.join(', ')}`).join('; ');
}

/** @param {string} tag of a ruling */
const anchorOf = (tag) => tag.toLowerCase();

/** The cases under a tag, as runs of adjacent lines. @param {readonly Case[]} cases @param {string} tag */
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
