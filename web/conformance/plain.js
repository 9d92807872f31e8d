// The corpus as plain JSON: web/dist/conformance.json, which the package publishes. ../../docs/conformance.md describes it.
import { rowOf, versionOfNode, withoutLastNulls } from './call.js';
import { readCorpus } from './corpus_files.js';

/** @import { Case, Shape } from './corpus.js' */
/** @import { Value } from './corpus_values.js' */
/** @import { Corpus, Group, PlainCase, PlainInput, PlainValue } from './conformance.d.ts' */

/** Number of the format. It is raised if programs that read the old format would fail. */
const FORMAT = 1;

/** @returns {Corpus} */
export function plainCorpus() {
  const groups = [...readCorpus().values()].flatMap(groupsOf);
  return { format: FORMAT, groups };
}

/**
 * Cases of neighbouring lines that execute the same rules are a group, because it is shorter.
 * @param {readonly Case[]} cases of one file
 */
function groupsOf(cases) {
  /** @type {(Group & { cases: PlainCase[] })[]} */
  const groups = [];
  for (const one of cases) {
    const [file, line] = one.where.split(':');
    const last = groups.at(-1);
    const follows =
      last && last.line + last.cases.length === Number(line) && `${last.rules}` === `${one.tags}`;
    if (follows) last.cases.push(plainCase(one));
    else groups.push({ file, line: Number(line), rules: one.tags, cases: [plainCase(one)] });
  }
  return groups;
}

/** @param {Case} one @returns {PlainCase} */
const plainCase = (one) => ({
  version: versionOfNode(one),
  domain: one.domain,
  op_type: one.op_type,
  opset: one.opset,
  inputs: inputsOf(one),
  attributes: Object.fromEntries([...one.attributes].map(([name, value]) => [name, plainValue(value)])),
  ...(one.outputs !== undefined && { outputs: plainNumber(one.outputs) }),
  ...(one.error ? { error: { code: one.error.code, param: one.error.param } } : { expected: one.expected }),
});

/** Each input in its place; null: absent. @param {Case} one @returns {PlainInput[]} */
function inputsOf(one) {
  const rest = one.tensors.slice();
  /** @type {(input: import('../../docs/rules/operators.js').Input) => any[]} */
  const valuesOf = ({ name, rank, variadic, sequence }) => {
    const named = (/** @type {Shape | null | undefined} */ tensor) => (tensor ? { name, ...tensor } : null);
    if (variadic) return rest.splice(0).map(named);
    if (sequence) return [{ name, tensors: rest.splice(0).map(named) }];
    if (rank === 'any') return [named(rest.shift())];
    const value = one.inputs.get(name);
    return [value ? { name, type: value.type, ...plainValue(value) } : null];
  };
  return withoutLastNulls(rowOf(one).inputs.flatMap(valuesOf));
}

/** @param {Value} value @returns {PlainValue} */
function plainValue({ type, dims, values, text }) {
  if (text !== undefined) return { text };
  return { ...(type !== '' && { type }), dims, values: values.map(plainNumber) };
}

/** As text where a reader of JSON could lose a digit, or has no such number. @param {number | bigint} value */
function plainNumber(value) {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
  if (Object.is(value, -0)) return '-0';
  return `${value}`.replace('NaN', 'nan').replace('Infinity', 'inf').replace('e+', 'e');
}
