// The caller's recursion is too deep: JavaScript's stack overflows somewhere inside the library, and the caller catches that. It happens
// again and again with a little more room, so in every function of the library and of the module.
import { hash } from '../../../docs/rules/elements.js';
import { differenceOf, drawGiven, inputOf, must, planOf } from './calls.js';
import { drawRight } from './plans.js';

/** @import { Random } from '../random.js' */
/** @import { Library, World } from './world.js' */

/** @typedef {any} Any */

/** More are not needed: a call takes a few kilobytes of stack. */
const ATTEMPTS = 2000;
const DIVES = 10;

/**
 * Calls at the end of the stack, then a little further from it, and so on, until there is room.
 * @param {(attempt: number) => Any} call
 * @returns {{ result: Any, errors: Any[] }} the attempt of the result is the number of errors
 */
export function callDeep(call) {
  /** @type {Any} */
  let result;
  /** @type {Any[]} */
  const errors = [];
  const dive = () => {
    try {
      dive();
    } catch {
      // the end of the stack
    }
    if (result !== undefined || errors.length >= ATTEMPTS) return;
    try {
      result = call(errors.length);
    } catch (error) {
      errors.push(error);
    }
  };
  dive();
  return { result, errors };
}

const pixels = { dims: [30, 40, 3], data: Uint8Array.from({ length: 3600 }, (_, k) => k) };

/**
 * Calls, and what is wrong with what they give. Each attempt is another call, because a repeated one is not decided again.
 * @type {((world: World, library: Library, random: Random) => [(attempt: number) => Any, (result: Any, attempt: number) => string])[]}
 */
const CALLS = [
  (_, { slice }) => [
    (attempt) => slice(pixels, `${attempt % 30}:, 1::2`),
    ({ data }, attempt) => (data[0] === ((attempt % 30) * 120 + 3) % 256 ? '' : `begins with ${data[0]}`),
  ],
  (_, { split }) => [
    (attempt) => split(pixels, { axis: 1, split: [attempt % 41, 40 - (attempt % 41)] }),
    ([one, other], attempt) => (one.dims[1] + other.dims[1] === 40 ? '' : `${one.dims} and ${other.dims} of ${attempt}`),
  ],
  (_, { rearrange }) => [
    (attempt) => rearrange(pixels, 'h w c -> c h w', { to: { type: 'float32', scale: attempt } }),
    ({ data }, attempt) => (data[1] === 3 * attempt ? '' : `${data[1]}, not ${3 * attempt}`),
  ],
  (_, { rearrange, MicrotomeError }) => [
    (attempt) => {
      try {
        return rearrange(pixels, 'h w c -> c (h w x)', { sizes: { x: 2 ** 50 + attempt } });
      } catch (error) {
        if (error instanceof MicrotomeError && error.code === 'too_large') return error;
        throw error;
      }
    },
    ({ code }) => (code === 'too_large' ? '' : 'a shape that is too large'),
  ],
  (world, library, random) => {
    const all = [drawRight(world, random), drawRight(world, random)].map(({ node, outputs }) => ({
      node,
      outputs,
      given: drawGiven(random, node, (_, array) => array),
    }));
    return [
      (attempt) => planOf(library, all[attempt % 2].node).run(inputOf(all[attempt % 2].node, all[attempt % 2].given)),
      (results, attempt) => differenceOf(all[attempt % 2].node, all[attempt % 2].outputs, all[attempt % 2].given, results),
    ];
  },
]; // biome-ignore format: a table

const SIDE = 400;
const square = { dims: [SIDE, SIDE], data: Uint8Array.from({ length: SIDE ** 2 }, (_, k) => hash(k)) };
const scale = Array.from({ length: SIDE }, (_, k) => k % 64);

/** Moves and converts what fills tiles: wrong where the module's own memory has been written over. @param {Library} library */
function mustBeWhole({ rearrange }) {
  const turned = rearrange(square, 'a b -> b a').data;
  const made = rearrange(square, 'a b -> b a', { to: { type: 'float32', scale, bias: 0, along: 'a' } }).data;
  for (let k = 0; k < turned.length; ++k) {
    const [a, b] = [k % SIDE, Math.floor(k / SIDE)];
    const element = square.data[a * SIDE + b];
    const isRight = turned[k] === element && made[k] === element * scale[a];
    must(isRight ? '' : `element ${k} is ${turned[k]} and ${made[k]}`, 'after the end of the stack');
  }
}

/** @param {World} world @param {Random} random */
export function callTooDeep(world, random) {
  const { library } = world.member(random);
  const [call, differenceOfResult] = random.pick(CALLS)(world, library, random);
  for (let dive = 0; dive < DIVES; ++dive) {
    const { result, errors } = callDeep(call);
    for (const error of errors)
      if (!(error instanceof RangeError || error instanceof library.MicrotomeError)) throw error;
    if (result === undefined) throw new Error('no room on the whole stack', { cause: errors.at(-1) });
    must(differenceOfResult(result, errors.length), 'near the end of the stack');
    mustBeWhole(library);
  }
}
