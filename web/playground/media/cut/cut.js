// A cut of real data. The library's plans, the loops by hand and a model for onnxruntime-web are all made from it.
import { operators, plan } from '../../../lib/index.js';
import { stridesOf } from '../../model/integers.ts';
import { viewOf, viewsOf } from '../../model/moves.ts';
import { rangesOf, toParameters } from '../../model/slice.ts';

/** @import { Move, Type } from '../../../lib/types.js' */
/** @import { View } from '../../model/moves.ts' */
/** @import { Range } from '../../model/slice.ts' */

/** @typedef {{ axis: number, num_outputs: number }} Split */

/**
 * First the ranges, then either windows along the first axis, or splits, each of every piece that the split before has made.
 * @typedef {object} Cut
 * @property {readonly Range[]} ranges one per axis
 * @property {readonly Split[]} splits
 * @property {{ size: number, hop: number }} [windows]
 */

/** @typedef {{ type: Type, dims: readonly number[], stride?: readonly number[], data: any }} Source */
/** @typedef {{ planned: import('../../../lib/index.js').Plan<any>, view: View }} Part a plan, and the view of the source that it cuts */

/**
 * Ranges that a panel can show.
 * @param {string} spec
 * @param {readonly number[]} dims
 * @param {{ what: string, takes: string, units: string, fits: (dims: readonly number[]) => boolean }} kind
 * @throws {import('../../../lib/index.js').MicrotomeError | RangeError} with a sentence for the user
 */
export function select(spec, dims, { what, takes, units, fits }) {
  const ranges = rangesOf(spec, dims);
  const made = ranges.filter(({ drops }) => !drops).map(({ count }) => count);
  if (!fits(made)) throw new RangeError(`[${made.join(', ')}] is not ${what}: select ${takes}.`);
  if (made.includes(0)) throw new RangeError(`[${made.join(', ')}] has no ${units}.`);
  return ranges;
}

/**
 * What the ranges and windows select, before it is split. Axes of single indices stay, with size 1.
 * @param {Pick<Source, 'dims' | 'stride'>} source
 * @param {Pick<Cut, 'ranges' | 'windows'>} cut
 * @returns {View}
 */
export function selectionOf({ dims, stride = stridesOf(dims) }, { ranges, windows }) {
  const { starts, ends, axes, steps } = toParameters(ranges);
  const view = viewOf(plan('Slice', [{ type: 'uint8', shape: dims, stride }, starts, ends, axes, steps]));
  if (dims.length === 0) return { offset: 0, shape: [1], stride: [1] }; // operators that split take no scalars
  return windows ? windowsOf(view, windows) : view;
}

/**
 * Windows along the first axis, each `hop` after the one before. They may overlap, which no operator can say.
 * @param {View} view
 * @param {{ size: number, hop: number }} windows
 * @returns {View}
 */
function windowsOf({ offset, shape, stride }, { size, hop }) {
  const count = Math.max(0, Math.floor((shape[0] - size) / hop) + 1);
  return { offset, shape: [count, size, ...shape.slice(1)], stride: [hop * stride[0], ...stride] };
}

/**
 * A view as code.
 * @param {View} view
 * @param {Type} type
 * @param {string} data
 */
export const sayView = ({ shape, stride, offset }, type, data) =>
  `{ type: '${type}', shape: [${shape.join(', ')}], stride: [${stride.join(', ')}], offset: ${offset}, data: ${data} }`;

/**
 * Views of the source are cut where they are, so nothing is copied but the outputs.
 * @param {Pick<Source, 'type' | 'dims' | 'stride'>} source
 * @param {Cut} cut
 * @returns {Part[]}
 */
export function planCut(source, cut) {
  const { type } = source;
  const last = cut.splits.at(-1);
  let views = [selectionOf(source, cut)];
  for (const split of cut.splits.slice(0, -1))
    views = views.flatMap((view) =>
      viewsOf(plan('Split', [{ type: 'uint8', ...view }], { attributes: split })),
    );
  if (last)
    return views.map((view) => ({ view, planned: plan('Split', [{ type, ...view }], { attributes: last }) }));
  return views.map((view) => ({ view, planned: planCopy(type, view) }));
}

/**
 * All of a view, by the operator that has the type.
 * @param {Type} type
 * @param {View} view
 */
function planCopy(type, view) {
  const input = { type, ...view };
  if (
    operators().some((row) => row.op_type === 'Slice' && row.domain === 'ai.onnx' && row.types.includes(type))
  )
    return plan('Slice', [input, '...']);
  return plan('VariadicSplit', [input, 0, [view.shape[0]]]);
}

/**
 * Moves of all parts, with outputs counted through.
 * @param {readonly Part[]} parts
 * @returns {Move<'cut'>[]}
 */
export function movesOf(parts) {
  let count = 0;
  return parts.flatMap(({ planned: { outputs, moves } }) => {
    const first = count;
    count += outputs.length;
    return moves.map(({ streams, ...move }) => ({
      ...move,
      streams: streams.map(({ output, ...stream }) => ({ output: first + output, ...stream })),
    }));
  });
}

/**
 * Arrays for the outputs of all parts.
 * @param {readonly Part[]} parts
 * @param {any} like
 * @returns {any[]}
 */
export const allocateFor = (parts, like) => parts.flatMap(({ planned }) => planned.allocate(like));

/**
 * Cuts as often as it is called. It gives the library the same arguments each time, which makes repeated runs quick.
 * @param {readonly Part[]} parts
 * @param {any} data
 * @param {any[]} out
 */
export function runnerOf(parts, data, out) {
  let done = 0;
  const calls = parts.map(({ planned, view: { shape, stride, offset } }) => {
    const first = done;
    done += planned.outputs.length;
    const { type } = planned.outputs[0];
    return { planned, input: { type, shape, stride, offset, data }, into: { out: out.slice(first, done) } };
  });
  return () => {
    for (const { planned, input, into } of calls) planned.run(input, into);
  };
}
