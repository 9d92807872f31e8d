// A cut by ours, as a careful user has it: planned once, and run on the same arrays. What is only sliced is a Slice of the
// tensor itself; what is split is a strided view of it.
import { plan } from '../../../lib/index.js';
import { isSliced, PlannedCut } from '../cut/planned.js';
import { toParameters } from '../cut/ranges.js';

/** @import { Cut, Source } from '../cut/cut.js' */
/** @import { View } from '../cut/views.js' */

/**
 * @param {Source} source
 * @param {Cut} cut
 * @param {View} view what the cut has chosen
 * @param {any[]} out
 * @returns {() => unknown}
 */
export function planOurs(source, { ranges, splits, windows }, view, out) {
  if (splits.length > 0 || windows || source.stride || !isSliced(source.type) || ranges.length === 0) {
    const planned = new PlannedCut(source.type, view.sizes, splits);
    return () => planned.run(source.data, view, out);
  }
  const { starts, ends, axes, steps } = toParameters(ranges);
  const input = { type: source.type, dims: source.dims, data: source.data };
  const planned = plan('Slice', [input, starts, ends, axes, steps]);
  const into = { out };
  return () => planned.run(input, into);
}
