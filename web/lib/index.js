// The public surface of Microtome: cutting tensors, exact to the ONNX and OpenVINO documents. Everything is synchronous
// after `await init()`.
import { listed, named, namedAndCounted, positional, readInputs, toCount, understand } from './call.js';
import { getCore, loadCore } from './core.js';
import { mistake } from './errors.js';
import { parseIndexString } from './index_string.js';
import { Plan } from './plan.js';
import { planOf } from './recent.js';
import { cutWith } from './run.js';

/** @import { Version } from './core.js' */
/** @import { Argument } from './integers.js' */
/** @import { Source } from './tensor.js' */
/**
 * @import {
 *   Cut, Data, InitOptions, Integers, Layout, NodeOptions, OperatorRow, Options, RunOptions, SliceSpec, SplitSpec,
 *   SplitToSequenceSpec, TensorLike, TypeOf
 * } from './types.js'
 */

export { allocate, release } from './allocate.js';
export { MicrotomeError } from './errors.js';

/**
 * Loads the WebAssembly module, once: while it is loading, and when it has loaded, every call returns the same promise and
 * does not look at its options. After a failure the next call begins anew. The module is inlined, so nothing needs to be
 * configured; `module`, `bytes` and `url` serve hosts that forbid that. `arena` sets memory aside for `allocate`.
 * @param {InitOptions} [options]
 * @returns {Promise<void>}
 * @throws {MicrotomeError} `unsupported_host`: no WebAssembly or no SIMD here, or a policy forbids it; `out_of_memory`;
 *   `load_failed`: what was given is not the module, or could not be fetched; `bad_argument`, `conflict`
 */
export function init(options) {
  return loadCore(options);
}

/**
 * Part of a tensor: ONNX Slice (1, 10, 11, 13).
 * @template {TensorLike} I
 * @param {I} input
 * @param {SliceSpec | string} spec ONNX's parameters, or NumPy's notation: `'1:-1, ::2, ..., 3'`
 * @param {Options & RunOptions} [options]
 * @returns {Cut<I>}
 * @throws {MicrotomeError} such as `bad_axis`, `zero_step`, `length_mismatch`, `index_out_of_range`, `bad_out`
 */
export function slice(input, spec, options = {}) {
  const { version, source, options: read } = understand('Slice', input, options);
  if (typeof spec !== 'string') return cut(version, source, named(version, spec), read)[0];
  const { drops, steps, ...ranges } = parseIndexString(spec, source.dims.length, version.op);
  const stepped = steps.some((step) => step !== 1); // without, Slice-1 can do it too
  const args = listed(version, stepped ? { ...ranges, steps } : ranges);
  return cut(version, source, args, read, undefined, drops)[0];
}

/**
 * A tensor cut along one axis: ONNX Split (1, 2, 11, 13, 18). Either `split` says the sizes, or `num_outputs` the number of
 * pieces: before version 18 it must divide the axis, from 18 on the last pieces may be smaller or empty.
 * @template {TensorLike} I
 * @param {I} input
 * @param {SplitSpec} spec
 * @param {Options & RunOptions} [options]
 * @returns {Cut<I>[]}
 * @throws {MicrotomeError} such as `bad_axis`, `sum_mismatch`, `not_divisible`, `conflict`, `missing`, `bad_out`
 */
export function split(input, spec, options = {}) {
  const { version, source, options: read } = understand('Split', input, options);
  if (version.parameters.some(({ name }) => name === 'num_outputs')) {
    return cut(version, source, named(version, spec), read);
  }
  const { args, num_outputs } = namedAndCounted(version, spec); // before it became an attribute
  return cut(version, source, args, read, num_outputs);
}

/**
 * A tensor cut along one axis into a sequence: ONNX SplitToSequence (11, 24).
 * @template {TensorLike} I
 * @param {I} input
 * @param {SplitToSequenceSpec} [spec] without `split`, pieces of size 1
 * @param {Options & RunOptions} [options]
 * @returns {Cut<I>[]}
 * @throws {MicrotomeError} such as `bad_axis`, `bad_size`, `sum_mismatch`, `too_many_outputs`, `bad_out`
 */
export function splitToSequence(input, spec = {}, options = {}) {
  const { version, source, options: read } = understand('SplitToSequence', input, options);
  return cut(version, source, named(version, spec), read);
}

/**
 * A tensor cut along one axis: OpenVINO VariadicSplit (1).
 * @template {TensorLike} I
 * @param {I} input
 * @param {Integers} axis
 * @param {Integers} split_lengths size of each piece; one may be -1: what the others leave
 * @param {Options & RunOptions} [options]
 * @returns {Cut<I>[]}
 * @throws {MicrotomeError} such as `bad_axis`, `bad_size`, `ambiguous_size`, `sum_mismatch`, `bad_out`
 */
export function variadicSplit(input, axis, split_lengths, options = {}) {
  const { version, source, options: read } = understand('VariadicSplit', input, options);
  return cut(version, source, named(version, { axis, split_lengths }), read);
}

/**
 * Evaluates a node as a model holds it. Every rule on the types and ranks of index tensors applies.
 * @template {TensorLike} I
 * @param {string} op_type 'Slice', 'Split', 'SplitToSequence' or 'VariadicSplit'
 * @param {readonly [I, ...(Integers | null | undefined)[]]} inputs by position; null or absent where optional
 * @param {Options & NodeOptions & RunOptions} [options]
 * @returns {Cut<I>[]} a sequence is returned as its members
 * @throws {MicrotomeError} of `slice`, `split`, `splitToSequence` and `variadicSplit`, and `unknown_operator`,
 *   `bad_opset`, `bad_type`, `bad_rank`, `unknown_attribute`, `too_many_inputs`
 */
export function evaluate(op_type, inputs, options = {}) {
  const list = readInputs(inputs, op_type);
  const { version, source, options: read } = understand(op_type, list.entries[0], options);
  return cut(version, source, positional(version, list, read.attributes), read, toCount(read.num_outputs));
}

/**
 * Decides, and moves nothing: shape inference, and a cut that can be run as often as wanted.
 * @template {Layout} I
 * @param {string} op_type as for `evaluate`
 * @param {readonly [I, ...(Integers | null | undefined)[]]} inputs as for `evaluate`; the first needs no `data`
 * @param {Options & NodeOptions} [options]
 * @returns {Plan<TypeOf<I>, I extends { data: infer D extends Data } ? D : Data>}
 * @throws {MicrotomeError} as `evaluate` does
 */
export function plan(op_type, inputs, options = {}) {
  const list = readInputs(inputs, op_type);
  const { version, source, options: read } = understand(op_type, list.entries[0], options);
  const args = positional(version, list, read.attributes);
  return new Plan({ version, args, num_outputs: toCount(read.num_outputs), drops: [] }, source);
}

/**
 * The operator table: one row per version.
 * @returns {readonly OperatorRow[]} frozen
 */
export function operators() {
  return getCore().operators;
}

/**
 * Plans and runs.
 * @param {Version} version
 * @param {Source} source
 * @param {(Argument | null)[]} args
 * @param {RunOptions} options
 * @param {number} [num_outputs]
 * @param {readonly number[]} [drops]
 * @returns {any[]}
 */
function cut(version, source, args, options, num_outputs, drops = []) {
  if (source.data === null)
    throw mistake('bad_input', version.op, version.operator.inputs[0].name, 'has no data');
  return cutWith(planOf({ version, args, num_outputs, drops }, source), source, options).tensors;
}
