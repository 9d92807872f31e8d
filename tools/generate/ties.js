// Finds the cases of the corpus that execute each rule and ruling, and the versions of a rule that lack cases. A case
// counts for the version in effect at its opset. It must have the outcome that the rule gives, and show what the rule
// is about. Each version needs a case for every outcome of the rule.
import { existsSync, readFileSync } from 'node:fs';
import { versionOfNode } from '../../web/conformance/call.js';
import { inRoot } from '../common/paths.js';

/** @import { Case } from '../../web/conformance/corpus.js' */
/** @import { Rule, Test } from '../../docs/rules/rule.js' */

/** Names of the files that `npm test` runs, and how their tests begin. @type {[RegExp, RegExp][]} */
const TESTS = [
  [/^tests\/node\/(?:\w+\/)*\w+\.test\.js$/, /^\s*it\($/],
  [/^tests\/native\/\w+_test\.cpp$/, /^\s*TEST_CASE\($/],
];

/** @param {Case} one */
const outcomeOf = ({ error }) => error?.code ?? 'outputs';

/** The cases under a tag. @param {readonly Case[]} cases @param {string} tag */
export const casesOf = (cases, tag) => cases.filter(({ tags }) => tags.includes(tag));

/**
 * One sentence for each reason why the cases do not execute all rules.
 * @param {readonly Case[]} cases
 * @param {readonly Rule[]} rules
 * @returns {string[]}
 */
export function findProblems(cases, rules) {
  const known = new Map(rules.map((rule) => [rule.tag, rule]));
  /** @type {Map<string, string>} */
  const seen = new Map();
  const ofCases = cases.flatMap((one) => {
    const text = one.text.split(' -> ')[0].trim().replace(/ +/g, ' ');
    const before = seen.get(text);
    seen.set(text, one.where);
    if (before !== undefined) return [`${one.where} repeats ${before}: give that group both tags.`];
    if (one.tags.length === 0)
      return [
        `${one.where} executes no rule: begin the comment above it with a tag, such as \`# zero-step: ...\`.`,
      ];
    return one.tags.flatMap((tag) => problemsOfCase(one, tag, known.get(tag)));
  });
  const ofRules = rules.flatMap((rule) => [
    ...problemsOfRule(rule, casesOf(cases, rule.tag)),
    ...problemsOfTests(rule),
  ]);
  return [...ofCases, ...ofRules];
}

/** @param {Case} one @param {string} tag @param {Rule | undefined} rule */
function problemsOfCase(one, tag, rule) {
  if (rule === undefined)
    return [
      `${one.where} is under \`${tag}\`, which is neither a rule nor a ruling: add its row to docs/rules.`,
    ];
  const claim = `${one.where} is under \`${tag}\`, which`;
  const problems = [];
  if (!rule.on.includes(versionOfNode(one))) problems.push(`${claim} is not about ${versionOfNode(one)}.`);
  if (!rule.gives.includes(outcomeOf(one)))
    problems.push(`${claim} gives ${rule.gives.join(' or ')}, but the line expects ${outcomeOf(one)}.`);
  if (rule.shows && !rule.shows.test(one.text))
    problems.push(`${claim} needs a line that matches ${rule.shows}.`);
  return problems;
}

/** What is missing. @param {Rule} rule @param {readonly Case[]} cases its own */
function problemsOfRule({ tag, text, on, gives, tests = [] }, cases) {
  const executed = new Set(cases.map((one) => `${versionOfNode(one)} ${outcomeOf(one)}`));
  const elsewhere = tests.flatMap((test) => test.on ?? []);
  return on
    .filter((version) => !elsewhere.includes(version))
    .flatMap((version) =>
      gives
        .filter((outcome) => !executed.has(`${version} ${outcome}`))
        .map(
          (outcome) =>
            `${version} has no case that gives ${outcome} for \`${tag}\` (${text}): add a line to ` +
            `tests/cases/${fileOf(version)}, in a group that begins with \`# ${tag}: \`.`,
        ),
    );
}

/** `slice.txt` of either domain. @param {string} version */
export const fileOf = (version) =>
  `${version
    .replace(/^openvino\.|-\d+$/g, '')
    .replace(/\B[A-Z]/g, (capital) => `_${capital}`)
    .toLowerCase()}.txt`;

/** @param {Rule} rule */
const problemsOfTests = ({ tag, tests = [] }) =>
  tests
    .filter((test) => lineOf(test) === 0)
    .map(
      ({ file, title }) => `\`${tag}\` names a test that \`npm test\` does not run: '${title}' in ${file}.`,
    );

/** The line where the test with that title begins; 0 if `npm test` runs none. @param {Test} test */
export function lineOf({ file, title }) {
  const begins = TESTS.find(([runs]) => runs.test(file))?.[1];
  if (begins === undefined || !existsSync(inRoot(file))) return 0;
  const lines = readFileSync(inRoot(file), 'utf8').split('\n');
  const quoted = [`'${title}'`, `"${title}"`];
  return (
    1 +
    lines.findIndex((line) => quoted.some((each) => begins.test(line.split(each)[0]) && line.includes(each)))
  );
}
