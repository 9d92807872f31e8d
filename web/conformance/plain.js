// The corpus as plain JSON: web/dist/conformance.json, which the package publishes. ../../docs/conformance.md describes it.
import { isListed } from '../../docs/rules/operators.js';
import { rowOf, versionOfNode, withoutLastNulls } from './call.js';
import { readCorpus } from './corpus_files.js';
import { readRearrangeCases } from './rearrange_lines.js';
import { tensorOf } from './written.js';

/** @import { Case, Shape } from './corpus.js' */
/** @import { Value } from './corpus_values.js' */
/** @import { Case as Rearranged } from './rearrange_lines.js' */
/** @import { Corpus, PackedCase, PlainCase, PlainInput, PlainNumber, PlainValue } from './conformance.d.ts' */

/** Number of the format. It is raised if programs that read the old format would fail. */
const FORMAT = 2;

/** @returns {Corpus} */
export function plainCorpus() {
  const documents = [...readCorpus().values()].flatMap((cases) => groupsOf(cases, plainCase));
  return packed([...documents, ...groupsOf(readPlainRearranges(), plainRearrange)]);
}

/** A table in which equal values are one. */
class Table {
  /** @type {Map<string, number>} */
  #rows = new Map();

  /** @param {unknown} value @returns its row */
  add(value) {
    const text = JSON.stringify(value);
    const row = this.#rows.get(text) ?? this.#rows.size;
    this.#rows.set(text, row);
    return row;
  }

  /** @returns {any[]} */
  get rows() {
    return [...this.#rows.keys()].map((text) => JSON.parse(text));
  }
}

/**
 * Cases repeat most of each other: their parts are rows of tables, which takes a quarter of the space.
 * @param {readonly { file: string, line: number, rules: readonly string[], cases: readonly PlainCase[] }[]} groups
 * @returns {Corpus}
 */
function packed(groups) {
  const [nodes, inputs, attributes, outputs, errors] = Array.from({ length: 5 }, () => new Table());
  /** @param {PlainCase} one @returns {PackedCase} */
  const pack = ({ version, domain, op_type, opset, ...one }) => {
    const result = one.error ? errors.add(one.error) : (one.expected ?? []).map((each) => outputs.add(each));
    const node = nodes.add({ version, domain, op_type, opset });
    const given = one.inputs.map((each) => inputs.add(each));
    const named = attributes.add(one.attributes);
    return one.outputs === undefined
      ? [node, given, named, result]
      : [node, given, named, result, one.outputs];
  };
  const all = groups.map((group) => ({ ...group, cases: group.cases.map(pack) }));
  const tables = { nodes, inputs, attributes, outputs, errors };
  const rows = Object.entries(tables).map(([name, table]) => [name, table.rows]);
  return { format: FORMAT, ...Object.fromEntries(rows), groups: all };
}

/**
 * Cases of neighbouring lines that execute the same rules are a group, because it is shorter.
 * @template {{ where: string, tags: string[] }} T
 * @param {readonly T[]} cases
 * @param {(one: T) => PlainCase} plain
 */
function groupsOf(cases, plain) {
  /** @type {{ file: string, line: number, rules: readonly string[], cases: PlainCase[] }[]} */
  const groups = [];
  for (const one of cases) {
    const [file, line] = one.where.split(':');
    const last = groups.at(-1);
    const follows =
      last?.file === file &&
      last.line + last.cases.length === Number(line) &&
      `${last.rules}` === `${one.tags}`;
    if (follows) last.cases.push(plain(one));
    else groups.push({ file, line: Number(line), rules: one.tags, cases: [plain(one)] });
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
  const valuesOf = (input) => {
    const { name, variadic, sequence } = input;
    const named = (/** @type {Shape | null | undefined} */ tensor) => (tensor ? { name, ...tensor } : null);
    if (variadic) return rest.splice(0).map(named);
    if (sequence) return [{ name, tensors: rest.splice(0).map(named) }];
    if (isListed(input)) return [named(rest.shift())];
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
  if (Object.is(value, -0)) return '-0';
  if (Number.isSafeInteger(Number(value))) return Number(value);
  return `${value}`.replace('NaN', 'nan').replace('Infinity', 'inf').replace('e+', 'e');
}

/** Entries of a list that is published: tables of 65,536 would be most of the corpus. */
const MOST_ENTRIES = 1024;

/**
 * The lines of `rearrange` that are calls of an operator whose attributes JSON holds. The others are about `out` and `view`, about
 * values that only JavaScript has, or have a longer list.
 */
export const readPlainRearranges = () =>
  readRearrangeCases().filter((one) => {
    const attributes = attributesOf(one);
    return Object.keys(attributes).every((name) => name in NAMES) && isPlain(attributes);
  });

const NAMES = { pattern: '', sizes: '', to: '' };

/** @param {Rearranged} one @returns {Record<string, any>} */
const attributesOf = ({ input, pattern, options }) => ({ pattern, ...options(tensorOf(input).data) });

/** @param {any} value @returns {boolean} */
function isPlain(value) {
  if (value?.length > MOST_ENTRIES) return false;
  if (ArrayBuffer.isView(value)) return !Array.from(/** @type {any} */ (value)).some(Number.isNaN);
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isPlain);
  return ['string', 'number'].includes(typeof value);
}

/** @param {Rearranged} one @returns {PlainCase} */
function plainRearrange(one) {
  const { input, expected, error } = one;
  return {
    ...{ version: 'Rearrange-1', domain: 'microtome', op_type: 'Rearrange', opset: 1 },
    inputs: [{ name: 'input', ...input }],
    attributes: Object.fromEntries(
      Object.entries(attributesOf(one)).map(([name, value]) => [name, plainEntry(value)]),
    ),
    ...(error
      ? { error: { code: error.code, param: error.param } }
      : { expected: [/** @type {any} */ ({ elements: [], ...expected })] }),
  };
}

/** @param {any} value which is plain @returns {PlainValue} */
function plainEntry(value) {
  if (typeof value === 'string') return { text: value };
  if (typeof value !== 'object') return { dims: [], values: [plainNumber(value)] };
  if (ArrayBuffer.isView(value)) {
    const numbers = Array.from(/** @type {any} */ (value), plainNumber);
    return { type: elementTypeOf(value), dims: [numbers.length], values: numbers };
  }
  if (!Array.isArray(value))
    return {
      entries: Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainEntry(each)])),
    };
  const isOfNumbers = value.every((each) => typeof each === 'number');
  return isOfNumbers
    ? { dims: [value.length], values: value.map(plainNumber) }
    : { list: value.map(plainEntry) };
}

/** `float32` of a Float32Array. @param {ArrayBufferView} array */
const elementTypeOf = (array) =>
  array.constructor.name.replace('Array', '').replace('Big', '').toLowerCase().replace('clamped', '');
