// ndarray with ndarray-ops: a strided view, assigned to an array that is reused.

import { load } from '../../../tools/common/packages.js';
import { Blank, syncRunner } from '../measure/runner.js';
import { like, viewsOf } from '../rows/geometry.js';

/** @param {import('../measure/contestants.js').Job} job */
export function startNdarray({ workload: { dims, cut }, data, parts, expected }) {
  if (cut.pad || cut.gather) throw new Blank('is not asked to pad or to gather');
  if (cut.rearrange?.to) throw new Blank('computes in doubles');
  const ndarray = load('tests/bench/peers', 'ndarray');
  const ops = load('tests/bench/peers', 'ndarray-ops');
  const outs = expected.map((each) => like(each, each.length));
  const views = viewsOf(dims, cut);
  const dense = views.map(({ sizes }, j) => ndarray((cut.joins ? parts : outs)[j], sizes));
  return syncRunner(
    () => {
      views.forEach(({ offset, strides, sizes }, j) => {
        const view = ndarray(cut.joins ? outs[0] : data, sizes, strides, offset);
        if (cut.joins) ops.assign(view, dense[j]);
        else ops.assign(dense[j], view);
      });
    },
    () => outs,
  );
}
