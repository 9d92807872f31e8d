// How the splitters chop an axis: which sizes the pieces have, one after another. oracle.js takes them.
import { axisIn, must } from './oracle_reading.js';

/** @import { Call } from './oracle_reading.js' */

/** @typedef {{ axis: number, sizes: bigint[], drops?: boolean }} Pieces drops: they lose the axis */

const MAX_OUTPUTS = 2n ** 20n;

/** Outputs that a node has: a sequence is one, and the pieces of Split follow a rule of their own. @param {string} op_type @param {number} pieces */
export const countOf = (op_type, pieces) => (op_type === 'SplitToSequence' ? 1 : pieces);

/** @param {Call} call */
function axisOf({ tensors: [{ dims }], integer }) {
  const axis = axisIn(integer('axis'), dims.length, 'axis');
  return { axis, size: BigInt(dims[axis]) };
}

/** They are the whole axis. @param {readonly bigint[]} sizes @param {bigint} size @param {string} param */
function mustFill(sizes, size, param) {
  must(BigInt(sizes.length) <= MAX_OUTPUTS, 'too_many_outputs', param);
  for (const each of sizes) must(each >= 0n, 'bad_size', param);
  must(sizes.reduce((sum, each) => sum + each, 0n) === size, 'sum_mismatch', param);
  return sizes.slice();
}

/** Chunks of `chunk` indices, the last ones smaller or empty. @param {bigint} count @param {bigint} chunk @param {bigint} size */
const chunksOf = (count, chunk, size) =>
  Array.from({ length: Number(count) }, (_, i) => {
    const left = size - BigInt(i) * chunk;
    return left < 0n ? 0n : left < chunk ? left : chunk;
  });

/** @param {Call} call @returns {Pieces} */
export function split(call) {
  const { version, outputs, integer, list, has, isGivenTwice } = call;
  const { axis, size } = axisOf(call);
  must(!isGivenTwice('split'), 'conflict', 'split');
  const sizes = list('split');
  if (version >= 18) {
    must(!(sizes && has('num_outputs')), 'conflict', 'num_outputs');
    must(sizes !== undefined || has('num_outputs'), 'missing', 'split');
  }
  if (sizes) {
    must(sizes.length > 0, 'empty_split', 'split');
    must(outputs === undefined || outputs === BigInt(sizes.length), 'count_mismatch', 'split');
    return { axis, sizes: mustFill(sizes, size, 'split') };
  }
  const count = version >= 18 ? integer('num_outputs') : (outputs ?? 0n);
  must(version >= 18 || outputs !== undefined, 'missing', 'num_outputs');
  must(count >= 1n, 'bad_count', 'num_outputs');
  if (version < 18) must(size % count === 0n, 'not_divisible', 'num_outputs');
  must(outputs === undefined || outputs <= count, 'count_mismatch', 'num_outputs');
  const made = outputs ?? count;
  must(made <= MAX_OUTPUTS, 'too_many_outputs', 'num_outputs');
  return { axis, sizes: chunksOf(made, (size + count - 1n) / count, size) };
}

/** @param {Call} call @returns {Pieces} */
export function splitToSequence(call) {
  const { integer, list, has, isList } = call;
  const { axis, size } = axisOf(call);
  if (!has('split')) {
    must(size <= MAX_OUTPUTS, 'too_many_outputs', 'axis');
    return { axis, sizes: chunksOf(size, 1n, size), drops: integer('keepdims') === 0n };
  }
  if (isList('split')) return { axis, sizes: mustFill(list('split') ?? [], size, 'split') };
  const chunk = integer('split');
  must(chunk >= 1n, 'bad_size', 'split');
  must((size + chunk - 1n) / chunk <= MAX_OUTPUTS, 'too_many_outputs', 'split');
  return { axis, sizes: chunksOf((size + chunk - 1n) / chunk, chunk, size) };
}

/** @param {Call} call @returns {Pieces} */
export function variadicSplit(call) {
  const { axis, size } = axisOf(call);
  const sizes = call.list('split_lengths') ?? [];
  const unknown = sizes.flatMap((each, i) => (each === -1n ? [i] : []));
  must(unknown.length < 2, 'ambiguous_size', 'split_lengths');
  if (unknown.length === 0) return { axis, sizes: mustFill(sizes, size, 'split_lengths') };
  for (const each of sizes) must(each >= -1n, 'bad_size', 'split_lengths');
  const rest = sizes.reduce((left, each) => left - (each === -1n ? 0n : each), size);
  must(rest >= 0n, 'sum_mismatch', 'split_lengths');
  return { axis, sizes: mustFill(sizes.with(unknown[0], rest), size, 'split_lengths') };
}

/** OpenVINO's Split. @param {Call} call @returns {Pieces} */
export function splitEqually(call) {
  const { axis, size } = axisOf(call);
  const count = call.integer('num_splits');
  must(count >= 1n, 'bad_count', 'num_splits');
  must(size % count === 0n, 'not_divisible', 'num_splits');
  must(count <= MAX_OUTPUTS, 'too_many_outputs', 'num_splits');
  return { axis, sizes: chunksOf(count, size / count, size) };
}
