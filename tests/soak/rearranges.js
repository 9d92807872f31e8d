// The rearrangements of a soak: random patterns, moved and converted, into new arrays, into those that are given, between strides, as
// views, and by plans that are run and bound. What each gives is compared with where its elements come from.

import { elementBits, isInside, isNaNOf, SOURCES } from '../../docs/rules/conversions.js';
import { bitsOf, classOf, countElements, entriesOf } from '../../docs/rules/elements.js';
import { REARRANGE } from '../../docs/rules/operators.js';
import { converterOf, drawConversion } from '../random/conversions.js';
import { isApart } from '../random/cuts.js';
import { dense } from '../random/layouts.js';
import { differenceAt, eachRow } from '../random/oracle.js';
import { drawPattern, layoutOf, splitLayout } from '../random/patterns.js';

/** @import { Layout } from '../random/oracle.js' */
/** @import { RandomPattern } from '../random/patterns.js' */
/** @import { Random } from '../random/random.js' */
/** @import { Tools } from './joins.js' */
/** @import { Spread } from './outs.js' */

/** @typedef {any} Any */
/** What is asked of a call: the input, and where its elements are. @typedef {{ type: string, input: Any, layout: Layout, drawn: RandomPattern, to: Any }} Asked */

const { types: TYPES } = REARRANGE;
const CONVERTED = 0.4;

/** One rearrangement, compared. @param {Random} random @param {Tools} tools @returns {number} bytes that it gave */
export function rearrangeOnce(random, tools) {
  const isConverted = random.chance(CONVERTED);
  const type = random.pick(isConverted ? SOURCES : TYPES);
  const drawn = drawPattern(random, random.pick([20, 300, type === 'string' ? 300 : 2000])); // there are few strings
  const { input, layout } = tools.inputs.make(random, { type, dims: drawn.dims });
  const to = isConverted ? drawConversion(random, drawn.names) : undefined;
  const asked = { type, input, layout, drawn, to };
  if (!isConverted && random.chance(0.2)) return placeOnce(tools, asked);
  return moveOnce(random, tools, asked);
}

/** A view over the input's own array, if strides can be one. @param {Tools} tools @param {Asked} asked */
function placeOnce({ library }, { type, input, layout, drawn }) {
  const { pattern, sizes, made, order } = drawn;
  let view;
  try {
    view = library.rearrange(input, pattern, { sizes, view: 'strided' });
  } catch (/** @type {Any} */ error) {
    if (error.code === 'not_a_view') return 0;
    throw error;
  }
  const place = { shape: made, stride: view.stride ?? [], offset: view.offset ?? 0 };
  const isThere = view.data === input.data && view.dims.join() === made.join();
  const wrong = isThere
    ? differenceIn(type, view.data, splitLayout(drawn, place), input.data, layoutOf(order, layout))
    : 'not a view';
  if (wrong) throw new Error(`${pattern} ${JSON.stringify(sizes)} as a view: ${wrong}`);
  return 0;
}

/** @param {Random} random @param {Tools} tools @param {Asked} asked */
function moveOnce(random, { library, outs }, asked) {
  const { type, input, layout, drawn, to } = asked;
  const { pattern, sizes, dims, made } = drawn;
  const target = to?.type ?? type;
  const like = to === undefined ? input.data : new (classOf(target))(0);
  const way = random.pick(isApart(target) ? ['fresh', 'out', 'spread'] : ['fresh', 'out']);
  const [spread] = way === 'spread' ? outs.carveSpread(random, target, like, [made]) : [];
  const [out] = way === 'out' ? outs.carve(random, like, [entriesOf(target, countElements(made))]) : [];
  const options = optionsOf(spread, out);
  const attributes = { pattern, sizes, to };
  /** @type {(() => Any)[]} */
  const calls = [
    () => library.rearrange(input, pattern, { sizes, to, ...options }),
    () => library.evaluate('Rearrange', [input], { attributes, ...options })[0],
    () => library.plan('Rearrange', [{ type, dims }], { attributes }).run(input, options)[0],
    () => library.plan('Rearrange', [{ type, dims }], { attributes }).bind(input, options)()[0],
  ];
  const call = random.pick(calls);
  const told = `${type} [${dims}] ${pattern} ${JSON.stringify({ sizes, to })}, ${way}`;
  if (to !== undefined && doesNotFit(asked)) {
    mustRefuse(call, told);
    if (way !== 'fresh') outs.checkUntouched([spread?.data ?? out]);
    return 0;
  }
  const output = call();
  const place = splitLayout(drawn, spread?.layout ?? dense(made));
  const wrong =
    strangeness(output, made, spread?.data ?? out, like) || differenceOf(asked, output.data, place);
  if (wrong) throw new Error(`${told}: ${wrong}`);
  if (spread) outs.checkSpread(target, [spread]);
  else if (out) outs.checkGuards();
  return layout.shape.length === 0 ? 0 : (output.data.byteLength ?? 0);
}

/** @param {Spread | undefined} spread @param {Any} out @returns {Any} */
function optionsOf(spread, out) {
  if (spread === undefined) return out === undefined ? {} : { out };
  const { shape, stride, offset } = spread.layout;
  return { out: { data: spread.data, shape, stride, offset } };
}

/** @param {() => unknown} call @param {string} told */
function mustRefuse(call, told) {
  try {
    call();
  } catch (/** @type {Any} */ error) {
    if (error.code === 'out_of_range') return;
    throw error;
  }
  throw new Error(`${told}: out_of_range expected, but the call went well`);
}

/** @param {Any} output @param {readonly number[]} made @param {Any} given array @param {Any} like */
function strangeness({ dims, data }, made, given, like) {
  if (dims.join() !== made.join()) return `dims ${dims}, not ${made}`;
  if (given !== undefined && data !== given) return 'not where it should be';
  const isAlike = data.constructor === like.constructor || data.constructor.name === 'Float16Array';
  return isAlike ? '' : `an array of class ${data.constructor.name}`;
}

/** Is there an integer that its new type does not hold? @param {Asked} asked */
function doesNotFit({ type, input, layout, drawn, to }) {
  if (to.scale !== undefined || to.type === type) return false;
  const bits = elementBits(input.data);
  let found = false;
  eachRow(layout, (_, from, size, step) => {
    for (let i = 0; i < size && !found; ++i) found = !isInside(type, to.type, bits[from + i * step]);
    return found;
  });
  return found && !drawn.made.includes(0);
}

/** @param {Asked} asked @param {Any} data of the output @param {Layout} place */
function differenceOf({ type, input, layout, drawn, to }, data, place) {
  const source = layoutOf(drawn.order, layout);
  return to === undefined || (to.scale === undefined && to.type === type)
    ? differenceIn(type, data, place, input.data, source)
    : differenceOfConverted({ type, to, names: drawn.names }, data, place, input.data, source);
}

/** @param {string} type @param {Any} data @param {Layout} place @param {Any} source @param {Layout} layout */
const differenceIn = (type, data, place, source, layout) =>
  countElements(layout.shape) === 0 ? '' : differenceAt(type, data, place, source, layout);

/**
 * @param {{ type: string, to: Any, names: RandomPattern['names'] }} conversion
 * @param {Any} data
 * @param {Layout} place
 * @param {Any} input
 * @param {Layout} layout
 */
function differenceOfConverted({ type, to, names }, data, place, input, layout) {
  const [made, given] = [elementBits(data), elementBits(input)];
  const became = converterOf(type, to, names);
  const isAnyNaN = to.scale !== undefined || (bitsOf(type) <= 16 && bitsOf(to.type) <= 16);
  let wrong = '';
  let k = 0;
  const differs = (
    /** @type {number} */ at,
    /** @type {number} */ from,
    /** @type {number} */ size,
    /** @type {number} */ step,
    /** @type {number} */ toStep,
  ) => {
    for (let i = 0; i < size && wrong === ''; ++i, ++k) {
      const wanted = became(given[from + i * step], k);
      const bits = made[at + i * toStep];
      if (bits !== wanted && !(isAnyNaN && isNaNOf(to.type, bits) && isNaNOf(to.type, wanted)))
        wrong = `element ${k} is 0x${bits.toString(16)}, not 0x${wanted.toString(16)}`;
    }
    return wrong !== '';
  };
  eachRow(layout, differs, place);
  return wrong;
}
