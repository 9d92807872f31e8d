// `microtome/conformance`: runs the corpus (conformance.json) in any implementation and judges what it does. conformance.d.ts has
// the types, and ../../docs/conformance.md explains both files.

import { bytesOf, countElements, encode, zeroOf } from '../../docs/rules/elements.js';
import { parseNumber } from './corpus_values.js';
import { toAttribute, toNumber, toTensor } from './values.js';
import { differenceOfElements, tensorOf as tensorOfElements } from './written.js';

/** @import { Value } from './corpus_values.js' */
/** @import { Corpus, Node, Output, PlainCase, PlainInput, PlainValue, RestOfCase, Result, Run, Tally, VerdictName } from './conformance.d.ts' */

/** @type {readonly VerdictName[]} */
const VERDICTS = ['passed', 'refused', 'wrong', 'unsupported'];

/** @type {typeof import('./conformance.d.ts').Verdict} */
export const Verdict = class extends Error {
  /** @param {'unsupported' | 'wrong'} verdict @param {string} why */
  constructor(verdict, why) {
    super(why);
    this.name = 'Verdict';
    this.verdict = verdict;
  }
};

/** @type {typeof import('./conformance.d.ts').runConformance} */
export async function runConformance(corpus, run, onResult = () => {}) {
  /** @type {Result[]} */
  const results = [];
  for (const { file, line, rules, cases } of corpus.groups) {
    const all = cases.flatMap(([nodes, ...rest]) =>
      [nodes].flat().map((node) => unpacked(corpus, node, rest)),
    );
    for (const [i, one] of all.entries()) {
      const id = `${file}:${line + i}`;
      const result = { id, version: one.version, rules, ...(await judge(id, one, run)) };
      results.push(result);
      onResult(result);
    }
  }
  return results;
}

/** @param {Corpus} corpus @param {number} node @param {RestOfCase} rest @returns {PlainCase} */
const unpacked = (corpus, node, [inputs, attributes, result, outputs]) => ({
  ...corpus.nodes[node],
  inputs: inputs.map((row) => corpus.inputs[row]),
  attributes: corpus.attributes[attributes],
  ...(outputs !== undefined && { outputs }),
  ...(typeof result === 'number'
    ? { error: corpus.errors[result] }
    : { expected: result.map((row) => corpus.outputs[row]) }),
});

/** @type {typeof import('./conformance.d.ts').tally} */
export function tally(results) {
  const blank = () => Object.fromEntries(VERDICTS.map((name) => [name, 0]));
  /** @type {Map<string, any>} */
  const rows = new Map(results.map(({ version }) => [version, { version, ...blank() }]));
  for (const { version, verdict } of results) rows.get(version)[verdict] += 1;
  const total = { version: 'all', ...blank() };
  for (const { verdict } of results) /** @type {any} */ (total)[verdict] += 1;
  return /** @type {Tally[]} */ ([...rows.values(), total]);
}

/**
 * @param {string} id
 * @param {PlainCase} one
 * @param {Run} run
 * @returns {Promise<Pick<Result, 'verdict' | 'detail'>>}
 */
async function judge(id, one, run) {
  const { expected, error } = one;
  /** @type {readonly Output[]} */
  let outputs;
  try {
    outputs = await run(nodeOf(id, one));
  } catch (thrown) {
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    if (thrown instanceof Verdict) return { verdict: thrown.verdict, detail };
    return error ? { verdict: 'refused', detail } : { verdict: 'wrong', detail: `refused: ${detail}` };
  }
  if (error) return { verdict: 'wrong', detail: `accepted, but it is an error (${error.code})` };
  const detail = differenceOf(outputs, one.inputs, expected ?? []);
  return detail === '' ? { verdict: 'passed', detail } : { verdict: 'wrong', detail };
}

/** @param {string} id @param {PlainCase} one @returns {Node} */
function nodeOf(id, { version, domain, op_type, opset, names, inputs, attributes, outputs }) {
  let first = 0;
  /** @param {PlainInput} input @param {string} name @returns {any} */
  const tensorOf = (input, name) => {
    if (input === null) return null;
    if ('tensors' in input) return input.tensors.map((each) => tensorOf(each, name));
    const { type, dims, values, elements: written } = input;
    if (written) return { name, ...tensorOfElements(input) };
    if (values) return { name, ...toTensor(readValue({ type, dims, values })) };
    const from = first;
    first += countElements(dims);
    const elements = Array.from({ length: first - from }, (_, k) => from + k);
    return { name, type, dims, data: encode(type, elements) };
  };
  return {
    ...{ id, version, domain, op_type, opset },
    inputs: inputs.map((each, place) => tensorOf(each, names[Math.min(place, names.length - 1)])),
    attributes: /** @type {Node['attributes']} */ (
      Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, attributeOf(value)]))
    ),
    ...(outputs !== undefined && { outputs: toNumber(parseNumber(`${outputs}`)) }),
  };
}

/** @param {PlainValue} value @returns {any} */
function attributeOf(value) {
  if ('entries' in value)
    return Object.fromEntries(Object.entries(value.entries).map(([name, each]) => [name, entryOf(each)]));
  return 'list' in value ? value.list.map(attributeOf) : toAttribute(readValue(value));
}

/** What is a tensor elsewhere is an array here. @param {PlainValue} value @returns {any} */
function entryOf(value) {
  if ('list' in value) return value.list.map(entryOf);
  return 'type' in value ? attributeOf(value).data : attributeOf(value);
}

/** @param {Exclude<PlainValue, { list: any } | { entries: any }>} value @returns {Value} */
function readValue(value) {
  if ('text' in value) return { type: '', dims: [], values: [], text: value.text };
  const { type = '', dims, values } = value;
  return { type, dims: [...dims], values: values.map((each) => parseNumber(`${each}`)) };
}

/**
 * The first mistake in the outputs, in words; '' if they are right.
 * @param {readonly Output[]} outputs
 * @param {readonly PlainInput[]} inputs
 * @param {NonNullable<PlainCase['expected']>} expected
 */
function differenceOf(outputs, inputs, expected) {
  if (outputs.length !== expected.length) return `${outputs.length} outputs instead of ${expected.length}`;
  const type = typeOf(inputs);
  for (const [i, one] of expected.entries()) {
    const { dims, elements } = one;
    const output = outputs[i];
    if (`${output.dims}` !== `${dims}`) return `output ${i} has dims [${output.dims}] instead of [${dims}]`;
    if ('type' in one) {
      const difference = differenceOfElements(output.data, one);
      if (difference !== '') return `output ${i} ${difference}`;
    } else if (
      !isSame(
        output.data,
        encode(
          type,
          elements.map((k) => (k < 0 ? zeroOf(type) : k)),
        ),
      )
    )
      return `output ${i} has other elements than those numbered ${elements.join(' ')}`;
  }
  return '';
}

/** The type of the first tensor of data, which is that of the outputs. @param {readonly PlainInput[]} inputs */
function typeOf([first]) {
  const tensor = first && 'tensors' in first ? first.tensors[0] : first;
  return tensor && 'type' in tensor ? tensor.type : '';
}

/** Bit for bit; strings one by one. @param {any} a @param {any} b */
function isSame(a, b) {
  const [x, y] = [a, b].map((data) => (Array.isArray(data) ? data : bytesOf(data)));
  return x.length === y.length && Array.prototype.every.call(x, (each, i) => each === y[i]);
}
