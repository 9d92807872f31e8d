// TensorFlow.js with its WebAssembly backend. It has no uint8 and no float16.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { homeOf, load } from '../../../tools/common/packages.js';
import { asyncRunner, Blank } from '../measure/runner.js';
import { boxesOf, viewsOf } from '../rows/geometry.js';

/** @typedef {import('../measure/contestants.js').Job} Job */

const BACKEND = '@tensorflow/tfjs-backend-wasm';

/** @param {Job} job */
export async function startTfjs({ workload: { type, dims, cut }, data, parts }) {
  if (type !== 'float32') throw new Blank(`has no ${type}`);
  if (cut.pad || cut.gather) throw new Blank('is not asked to pad or to gather');
  const tf = load('tests/bench/peers', '@tensorflow/tfjs-core');
  const wasm = load('tests/bench/peers', BACKEND);
  const require = createRequire(join(homeOf('tests/bench/peers'), 'package.json'));
  wasm.setWasmPaths(`${dirname(require.resolve(`${BACKEND}/dist/tfjs-backend-wasm.wasm`))}/`);
  await tf.setBackend('wasm');
  await tf.ready();
  const apply = operation(tf, dims, cut);
  const { axis, drop } = cut.split ?? {};
  /** @type {[any, number[]][]} */
  const sources = cut.joins
    ? viewsOf(dims, cut).map(({ sizes }, j) => [parts[j], drop ? sizes.filter((_, i) => i !== axis) : sizes])
    : [[data, dims]];
  return asyncRunner(
    async () => {
      const inputs = sources.map(([array, sizes]) => tf.tensor(array, sizes, type));
      const outputs = apply(cut.joins ? inputs : inputs[0]);
      const arrays = outputs.map((/** @type {any} */ output) => output.dataSync());
      tf.dispose([inputs, outputs]);
      return arrays;
    },
    (arrays) => arrays,
  );
}

/**
 * @param {any} tf
 * @param {number[]} dims
 * @param {import('../rows/geometry.js').Cut} cut
 * @returns {(x: any) => any[]}
 */
function operation(tf, dims, cut) {
  const { slice, split, transpose, joins, rearrange } = cut;
  if (rearrange) throw new Blank('takes several calls');
  if (joins && !split) throw new Blank('it writes no slices');
  if (joins) return (parts) => [tf[split?.drop ? 'stack' : 'concat'](parts, split?.axis)];
  if (transpose && slice) throw new Blank('takes two calls');
  if (transpose) return (x) => [tf.transpose(x, transpose)];
  if (split?.drop) return (x) => tf.unstack(x, split.axis);
  if (split) return (x) => tf.split(x, split.sizes, split.axis);
  const [{ starts, steps, sizes }] = boxesOf(dims, cut);
  if (steps.every((step) => step === 1)) return (x) => [tf.slice(x, starts, sizes)];
  const reversed = steps.flatMap((step, i) => (step === -1 ? [i] : []));
  if (dims.every((size, i) => sizes[i] === size)) return (x) => [tf.reverse(x, reversed)];
  const ends = (slice?.ends ?? []).map((end, i) => Math.min(end, dims[i]));
  return (x) => [tf.stridedSlice(x, starts, ends, steps)];
}
