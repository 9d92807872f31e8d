// A cut that is planned once and run as often as wanted: of a view of a tensor, whole, or split along one axis after another.
// The plan knows the sizes only, so the view may move, and be reversed, between two runs.
import { operators, plan } from '../../../lib/index.js';
import { countOf, splitView } from './views.js';

/** @import { Data, Type } from '../../../lib/types.js' */
/** @import { Split, View } from './views.js' */

/** @typedef {{ plan: ReturnType<typeof plan>, at: (view: View) => View }} Step one call of the library's */

const sliced = new Set();

/** The types that Slice does not have, VariadicSplit has. @param {Type} type */
export function isSliced(type) {
  if (sliced.size === 0)
    for (const { op_type, types } of operators())
      if (op_type === 'Slice') for (const each of types) sliced.add(each);
  return sliced.has(type);
}

export class PlannedCut {
  /** @type {Step[]} */ #steps;
  /** @type {Type} */ #type;
  /** @type {readonly (readonly number[])[]} */ outputs;

  /**
   * @param {Type} type
   * @param {readonly number[]} sizes of the view
   * @param {readonly Split[]} splits each of them of every piece that the one before has made
   */
  constructor(type, sizes, splits) {
    this.#type = type;
    this.#steps = planSteps(type, sizes, splits);
    this.outputs = this.#steps.flatMap((step) => step.plan.outputs.map(({ dims }) => dims));
  }

  /**
   * @template {Data} D
   * @param {D} data
   * @param {View} view
   * @param {D[]} out an array per output, written into
   */
  run(data, view, out) {
    let done = 0;
    for (const step of this.#steps) {
      const { offset, sizes, strides } = step.at(view);
      const count = step.plan.outputs.length;
      const input = { type: this.#type, shape: shapeOf(sizes), stride: shapeOf(strides), offset, data };
      step.plan.run(input, { out: this.#steps.length === 1 ? out : out.slice(done, done + count) });
      done += count;
    }
  }

  explain() {
    return this.#steps[0]?.plan.explain() ?? '';
  }
}

/** VariadicSplit cuts no scalars, and one element is one element. @param {readonly number[]} list */
const shapeOf = (list) => (list.length === 0 ? [1] : list);

/**
 * @param {Type} type
 * @param {readonly number[]} sizes
 * @param {readonly Split[]} splits
 * @returns {Step[]}
 */
function planSteps(type, sizes, splits) {
  if (splits.length === 0) return [{ plan: planCopy(type, shapeOf(sizes)), at: (view) => view }];
  const [split, ...rest] = splits;
  const whole = { offset: 0, sizes: [...sizes], strides: sizes.map(() => 0) };
  if (rest.length > 0) {
    return splitView(whole, split).flatMap((piece, i) =>
      planSteps(type, piece.sizes, rest).map((step) => ({
        plan: step.plan,
        at: (/** @type {View} */ view) => step.at(splitView(view, split)[i]),
      })),
    );
  }
  const { axis, sizes: pieces } = split;
  const planned = plan('Split', [layoutOf(type, sizes), pieces], { attributes: { axis } });
  return [{ plan: planned, at: (view) => view }];
}

/**
 * @param {Type} type
 * @param {readonly number[]} sizes
 */
function planCopy(type, sizes) {
  const layout = layoutOf(type, sizes);
  if (isSliced(type)) return plan('Slice', [layout, [0], [sizes[0]]]);
  return plan('VariadicSplit', [layout, 0, [sizes[0]]]);
}

/**
 * @param {Type} type
 * @param {readonly number[]} sizes
 */
const layoutOf = (type, sizes) => ({
  type,
  shape: sizes,
  stride: sizes.map((_, axis) => countOf(sizes.slice(axis + 1))),
});
