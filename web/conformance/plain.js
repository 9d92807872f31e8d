// The corpus as plain JSON: web/dist/conformance.json, which the package publishes. ../../docs/conformance.md describes it.
import { isListed } from '../../docs/rules/operators.js';
import { rowOf, versionOfNode, withoutLastNulls } from './call.js';
import { readCorpus } from './corpus_files.js';
import { readRearrangeCases } from './rearrange_lines.js';
import { tensorOf } from './written.js';

/** @import { Case } from './corpus.js' */
/** @import { Value } from './corpus_values.js' */
/** @import { Case as Rearranged } from './rearrange_lines.js' */
/** @import { Corpus, PackedCase, PlainCase, PlainInput, PlainNode, PlainNumber, PlainValue } from './conformance.d.ts' */

/** Number of the format. It is raised if programs that read the old format would fail. */
const FORMAT = 3;

/** @returns {Corpus} */
export function plainCorpus() {
  const documents = [...readCorpus().values()].flatMap((cases) => groupsOf(cases, plainCase));
  return packed([...documents, ...groupsOf(readPlainRearranges(), plainRearrange)]);
}

/** A table in which equal values are one. Those that most cases have are first, because small numbers are short. */
class Table {
  /** @type {Map<string, number>} */
  #uses = new Map();
  /** @type {Map<string, number>} */
  #rows = new Map();

  /** @param {unknown} value */
  count(value) {
    const text = JSON.stringify(value);
    this.#uses.set(text, (this.#uses.get(text) ?? 0) + 1);
  }

  /** Of all values that were counted. @returns {any[]} */
  rows() {
    const texts = [...this.#uses].sort(([, a], [, b]) => b - a).map(([text]) => text);
    this.#rows = new Map(texts.map((text, row) => [text, row]));
    return texts.map((text) => JSON.parse(text));
  }

  /** @param {unknown} value */
  rowOf(value) {
    return /** @type {number} */ (this.#rows.get(JSON.stringify(value)));
  }
}

/**
 * Cases repeat most of each other: their parts are rows of tables, which takes a quarter of the space.
 * @param {readonly { file: string, line: number, rules: readonly string[], cases: readonly PlainCase[] }[]} groups
 * @returns {Corpus}
 */
function packed(groups) {
  const tables = {
    ...{ nodes: new Table(), inputs: new Table(), attributes: new Table() },
    ...{ outputs: new Table(), errors: new Table() },
  };
  for (const one of groups.flatMap(({ cases }) => cases)) {
    tables.nodes.count(nodeOf(one));
    for (const each of one.inputs) tables.inputs.count(each);
    tables.attributes.count(one.attributes);
    if (one.error) tables.errors.count(one.error);
    else for (const each of one.expected ?? []) tables.outputs.count(each);
  }
  const rows = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.rows()]));
  /** @param {PlainCase} one @returns {PackedCase} */
  const pack = (one) => {
    const { nodes, inputs, attributes, outputs, errors } = tables;
    const given = one.inputs.map((each) => inputs.rowOf(each));
    const named = attributes.rowOf(one.attributes);
    const result = one.error ? errors.rowOf(one.error) : one.expected?.map((each) => outputs.rowOf(each));
    const row = /** @type {const} */ ([nodes.rowOf(nodeOf(one)), given, named, result ?? []]);
    return one.outputs === undefined ? row : [...row, one.outputs];
  };
  const all = groups.map((group) => ({ ...group, cases: withoutRepeats(group.cases.map(pack)) }));
  return { format: FORMAT, .../** @type {any} */ (rows), groups: all };
}

/** Lines that differ only in their nodes are one. @param {readonly PackedCase[]} cases */
function withoutRepeats(cases) {
  /** @type {PackedCase[]} */
  const all = [];
  let last = '';
  for (const [node, ...rest] of cases) {
    const text = JSON.stringify(rest);
    if (text === last) all.push([[/** @type {PackedCase} */ (all.pop())[0], node].flat(), ...rest]);
    else all.push([node, ...rest]);
    last = text;
  }
  return all;
}

/** @param {PlainCase} one @returns {PlainNode} */
const nodeOf = ({ version, domain, op_type, opset, names }) => ({ version, domain, op_type, opset, names });

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
  names: rowOf(one).inputs.map(({ name }) => name),
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
    if (input.variadic) return rest.splice(0);
    if (input.sequence) return [{ tensors: rest.splice(0) }];
    if (isListed(input)) return [rest.shift() ?? null];
    const value = one.inputs.get(input.name);
    return [value ? { type: value.type, ...plainValue(value) } : null];
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
    names: ['input'],
    inputs: [input],
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
