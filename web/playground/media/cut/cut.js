// A cut, in the words that ours, the programs by hand and a model of onnxruntime-web are all derived from.
import { sliceView, splitView, viewOf, windowView } from './views.js';

/** @import { Type } from '../../../lib/types.js' */
/** @import { Range } from './ranges.js' */
/** @import { Split, View } from './views.js' */

/**
 * First the ranges, then either windows along the first axis or splits, each of them of every piece of the one before.
 * @typedef {object} Cut
 * @property {readonly Range[]} ranges one per axis
 * @property {readonly Split[]} splits
 * @property {{ size: number, hop: number }} [windows]
 */

/** @typedef {{ type: Type, dims: readonly number[], stride?: readonly number[], data: any }} Source */

/**
 * What has been chosen of a tensor, before it is split.
 * @param {Pick<Source, 'dims' | 'stride'>} source
 * @param {Cut} cut
 * @returns {View}
 */
export function chosenView({ dims, stride }, { ranges, windows }) {
  const view = sliceView(viewOf(dims, { stride }), ranges);
  return windows ? windowView(view, windows) : view;
}

/**
 * @param {View} view
 * @param {Cut} cut
 * @returns {View[]} one per output
 */
export const outputViews = (view, { splits }) =>
  splits.reduce((pieces, split) => pieces.flatMap((piece) => splitView(piece, split)), [view]);
