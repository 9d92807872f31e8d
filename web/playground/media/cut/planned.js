// A cut that is planned once and run as often as wanted: of a view of a tensor, whole, or split along one axis after another.
// The plan knows the sizes only, so the view may move, and be reversed, between two runs. The last run's arguments are kept,
// because the library knows them again.
import { operators, plan } from '../../../lib/index.js';
import { entriesOf } from '../files/classes.js';
import { countOf, splitView } from './views.js';

/** @import { Data, Plan, Type } from '../../../lib/types.js' */
/** @import { Split, View } from './views.js' */

/** @typedef {{ plan: Plan<Type>, at: (view: View) => View }} Step one call of the library's */
/** @typedef {{ plan: Plan<Type>, input: any, into: { out: Data[] } }} Call a step with its arguments */

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
  /** @type {{ data: Data, view: View, out: Data[], calls: Call[] } | null} */ #last = null;
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
   * @param {Data} data
   * @param {View} view
   * @param {Data[]} out an array per output, written into
   */
  run(data, view, out) {
    const last = this.#last;
    if (last?.data !== data || last.view !== view || last.out !== out)
      this.#last = this.#prepare(data, view, out);
    for (const { plan: planned, input, into } of this.#last?.calls ?? []) planned.run(input, into);
  }

  /**
   * @param {Data} data
   * @param {View} view
   * @param {Data[]} out
   */
  #prepare(data, view, out) {
    let done = 0;
    const calls = this.#steps.map((step) => {
      const { offset, sizes, strides } = step.at(view);
      const first = done;
      done += step.plan.outputs.length;
      const { stride, ...layout } = layoutOf(this.#type, shapeOf(sizes));
      const isWhole = offset === 0 && data.length === entriesOf(this.#type, countOf(sizes));
      const isDense = isWhole && sizes.length > 0 && String(stride) === String(strides);
      const place = isDense ? {} : { stride: shapeOf(strides), offset };
      return { plan: step.plan, input: { ...layout, ...place, data }, into: { out: out.slice(first, done) } };
    });
    return { data, view, out, calls };
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
