// The same cuts with this library, on the same tensors: into new arrays by one call, and by a plan into arrays that are reused.
import { init, plan, slice, variadicSplit } from '../../../web/dist/index.js';
import { syncRunner } from '../measure/runner.js';
import { like } from '../rows/geometry.js';
import { contestant, transformersTensor } from './today.js';

/** @typedef {import('./cases.js').CaseJob} CaseJob */

export const OURS_NEW = 'ours, new';
export const OURS_OUT = 'ours, out';
export const OURS_VIEW = 'ours, view';

/**
 * A cut: its tensor, the call, and what a plan is made of.
 * @typedef {object} Ours
 * @property {(job: CaseJob) => any} input
 * @property {(x: any, options: object) => any[]} call
 * @property {(x: any) => { op: string, inputs: [any, ...any[]] }} node
 * @property {boolean} [views] its outputs are runs of the input
 */

const strided = (/** @type {CaseJob} */ { data, views: [view] }) => ({ data, ...view });

/** @type {Record<string, Ours>} */
const CUTS = {
  logits: {
    input: transformersTensor,
    call: (x, options) => [slice(x, ':, -1, :', options)],
    node: (x) => ({ op: 'Slice', inputs: [x, [-1], [2 ** 31 - 1], [1]] }),
    views: true,
  },
  yolo: {
    input: ({ data, dims }) => ({ type: 'float32', dims, data }),
    call: (x, options) => variadicSplit(x, 1, [4, -1], options),
    node: (x) => ({ op: 'VariadicSplit', inputs: [x, 1, [4, -1]] }),
    views: true,
  },
  strided: {
    input: strided,
    call: (x, options) => [slice(x, '...', options)],
    node: (x) => ({ op: 'Slice', inputs: [x, [0], [2 ** 31 - 1]] }),
  },
};

const dataOf = (/** @type {any[]} */ tensors) => tensors.map(({ data }) => data);

/**
 * @param {string} name of a cut
 * @param {boolean} [views] is each output one run, which can be a view?
 * @returns {import('./cases.js').Contestant[]}
 */
export function oursFor(name, views = CUTS[name].views) {
  const { input, call, node } = CUTS[name];
  const contestants = [
    contestant(OURS_NEW, async (job) => {
      await init();
      const x = input(job);
      return syncRunner(() => call(x, {}), dataOf);
    }),
    contestant(OURS_OUT, async (job) => {
      await init();
      const x = input(job);
      const { op, inputs } = node(x);
      const planned = plan(op, inputs);
      const into = { out: job.expected.map((each) => like(each, each.length)) };
      return syncRunner(() => planned.run(x, into), dataOf, planned.explain());
    }),
    contestant(OURS_VIEW, async (job) => {
      await init();
      const x = input(job);
      return syncRunner(() => call(x, { view: true }), dataOf);
    }),
  ];
  return contestants.filter((each) => views || each.name !== OURS_VIEW);
}
