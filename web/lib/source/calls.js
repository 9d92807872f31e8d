// A cut of a stored tensor, decided by `plan` of the library: the shapes of its outputs, and which elements of the file go where.
// Type lists of operators are about models and not about files, so the plan is made for a type that all versions have.
import { mistake } from '../base/mistake.js';
import { describe, reading } from '../base/read.js';
import { operators, plan } from '../index.js';

/** @import { Move, OperatorRow } from '../types.js' */
/** @import { Pattern } from './axes.js' */
/** @import { Place } from './stored.js' */

/** The type that is planned for, and the bytes in which its moves count. */
const STAND_IN = 'float32';
const UNIT = 4;

/**
 * @typedef {object} Cut
 * @property {string} op to blame
 * @property {readonly (readonly number[])[]} dims of each output
 * @property {Pattern[]} streams one per output that has elements, as the plan says it
 */

/**
 * @param {Pick<Place, 'dims' | 'stride'>} place
 * @param {string} op_type
 * @param {unknown} spec parameters by name, or a slice string
 * @param {Record<string, any>} [version] `opset` and `domain`
 * @returns {Cut}
 */
export function decideCut({ dims, stride }, op_type, spec, { opset, domain } = {}) {
  const tensor = { type: STAND_IN, dims, stride };
  const options = { opset, domain, attributes: {} };
  const inputs = typeof spec === 'string' && op_type === 'Slice' ? [tensor, spec] : [tensor];
  if (inputs.length === 1) placeParameters(versionOf(op_type, options), spec, inputs, options);
  const { moves, outputs } = plan(op_type, /** @type {any} */ (inputs), /** @type {any} */ (options));
  return {
    op: op_type,
    dims: outputs.map((output) => output.dims),
    streams: /** @type {readonly Move<'cut'>[]} */ (moves).flatMap(streamsOf),
  };
}

/**
 * The version in effect; the newest of an unknown one, which `plan` refuses.
 * @param {string} op_type
 * @param {{ opset?: unknown, domain?: unknown }} options
 * @returns {OperatorRow}
 */
function versionOf(op_type, { opset, domain }) {
  const named = operators().filter((row) => row.op_type === op_type);
  const home = (domain === '' ? 'ai.onnx' : domain) ?? named[0].domain;
  const rows = named.filter((row) => row.domain === home);
  const most = typeof opset === 'bigint' ? Number(opset) : (opset ?? Number.MAX_VALUE);
  return rows.findLast(({ since_version }) => since_version <= Number(most)) ?? named[0];
}

/**
 * Named parameters become inputs by position and attributes by name. What is neither stays an attribute, which `plan` refuses.
 * @param {OperatorRow} row
 * @param {unknown} spec
 * @param {unknown[]} inputs
 * @param {{ attributes: Record<string, unknown>, num_outputs?: unknown }} options
 */
function placeParameters({ op_type, inputs: known, attributes }, spec, inputs, options) {
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) {
    const string = op_type === 'Slice' ? "a string such as '1:3', or " : '';
    const what = `expected ${string}an object of parameters, not ${describe(spec)}`;
    throw mistake('bad_argument', op_type, 'spec', what);
  }
  for (const [name, value] of reading(() => Object.entries(spec), op_type, 'spec')) {
    if (value === undefined || value === null) continue;
    const isAttribute = attributes.some((attribute) => attribute.name === name);
    const place = known.findIndex((input) => input.name === name);
    if (isAttribute || (place < 1 && name !== 'num_outputs')) options.attributes[name] = value;
    else if (place < 1) options.num_outputs = value;
    else inputs[place] = value;
  }
  for (let i = 0; i < inputs.length; ++i) inputs[i] ??= null;
}

/**
 * @param {Move<'cut'>} move
 * @returns {Pattern[]}
 */
const streamsOf = ({ sizes, strides, streams }) =>
  streams.map(({ output, offset, run }) => {
    const axes = [
      ...sizes.map((size, i) => ({ size, stride: strides[i] / UNIT, to: 0 })),
      { size: run / UNIT, stride: 1, to: 0 },
    ];
    let to = 1;
    for (const axis of [...axes].reverse()) {
      axis.to = to;
      to *= axis.size;
    }
    return { output, first: offset / UNIT, to: 0, axes };
  });
