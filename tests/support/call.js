// A case of the corpus as a call of `evaluate` or `plan`.
import { lineOf } from './corpus_line.js';
import { classOf, countElements, encode, PACKED } from './elements.js';
import { OPERATORS, rowAt } from './operators.js';

/** @import { Case } from './corpus.js' */
/** @import { Node } from './corpus_line.js' */
/** @import { Value } from './corpus_values.js' */

/** Types whose elements are no entries of their arrays, or no numbers. */
const ENCODED = [...PACKED, 'complex64', 'complex128', 'string'];

/**
 * `Split-18` of the version in effect, `Split` where there is none.
 * @param {Case} one
 */
export function nameOf({ op_type, opset }) {
  const row = rowAt(op_type, opset);
  return row === undefined ? op_type : `${op_type}-${row.since_version}`;
}

/**
 * The data of a case, with element k made by `f`.
 * @param {Case} one
 * @param {(k: number) => number} f
 */
export function dataOf({ type, dims }, f) {
  return {
    type,
    dims,
    data: encode(
      type,
      Array.from({ length: countElements(dims) }, (_, k) => f(k)),
    ),
  };
}

/**
 * Arguments of `evaluate(op_type, inputs, options)` behind the data. `named` is `inputs` of a node that has a place for each
 * input: null, or '' in a model, where one is left out.
 * @param {Node} node
 * @returns {{ inputs: any[], named: any[], options: any }}
 */
export function argumentsOf(node) {
  const { op_type, opset, inputs, attributes, outputs } = node;
  const row = rowAt(op_type, opset) ?? OPERATORS.find((each) => each.op_type === op_type);
  const names = (row?.inputs ?? []).slice(1).map(({ name }) => name);
  const unknown = [...inputs.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`no input is called ${unknown}: ${lineOf(node)}`);
  const named = names.map((name) => toTensor(inputs.get(name)));
  const given = named.findLastIndex((input) => input !== null) + 1;
  return {
    inputs: named.slice(0, given),
    named,
    options: {
      opset,
      domain: row?.domain,
      attributes: Object.fromEntries([...attributes].map(([name, value]) => [name, toAttribute(value)])),
      ...(outputs === undefined ? {} : { num_outputs: toNumber(outputs) }),
    },
  };
}

/** @param {Value | undefined} value */
function toTensor(value) {
  if (value === undefined) return null;
  const { type, dims, values } = value;
  const Class = classOf(type);
  if (type === 'float16') return { type, dims, data: Uint16Array.from(values, (v) => toHalf(Number(v))) };
  if (ENCODED.includes(type)) return { type, dims, data: encode(type, values.map(Number)) };
  const isBig = Class === BigInt64Array || Class === BigUint64Array;
  return {
    type,
    dims,
    data: Class.from(values, (/** @type {number | bigint} */ v) => (isBig ? v : Number(v))),
  };
}

/** @param {Value} value */
function toAttribute(value) {
  if (value.type !== '') return toTensor(value);
  const plain = value.values.map(toNumber);
  return value.dims.length === 0 ? plain[0] : plain;
}

/** A bigint only where a number would not be exact. @param {number | bigint} value */
const toNumber = (value) =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** The float16 nearest to a number that is one, or not a finite one. @param {number} value */
export function toHalf(value) {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = Object.is(value, -0) || value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size === Number.POSITIVE_INFINITY) return sign | 0x7c00;
  for (let bits = 0; bits < 0x7c00; ++bits) if (halfValue(bits) === size) return sign | bits;
  throw new Error(`${value} is not a float16`);
}

/** @param {number} bits without the sign */
function halfValue(bits) {
  const exponent = bits >> 10;
  const fraction = bits & 1023;
  return exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
}
