// Hostile arguments as recipes, which fast-check can print and shrink: what the values of hostile_values.js are put into, and
// `build`, which makes an argument of a recipe.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MicrotomeError } from 'microtome';
import { clearGuards, takeAway } from '../../support/guards.js';
import { calls, doing, fail, floats, isTheirs, LEAVES } from './hostile_leaves.js';

/** @typedef {any} Any */

/** Ways to hand over a property. @type {Record<string, (object: Any, key: string, value: Any) => void>} */
const MANNERS = {
  plainly: (object, key, value) => define(object, key, { value, writable: true }),
  'throwing instead': (object, key) => define(object, key, { get: fail }),
  'once, then another': (object, key, value) => {
    let reads = 0;
    define(object, key, { get: () => (reads++ === 0 ? value : Symbol('another')) });
  },
  'calling the library': (object, key, value) =>
    define(object, key, { get: () => doing(calls.make, value) }), // biome-ignore format: a row
  'taking memory away': (object, key, value) =>
    define(object, key, { get: () => doing(takeAway, value) }), // biome-ignore format: a row
};

/** @param {Any} object @param {string} key @param {PropertyDescriptor} descriptor */
const define = (object, key, descriptor) =>
  Object.defineProperty(object, key, { enumerable: true, configurable: true, ...descriptor });

/** Forms of objects. @type {Record<string, (object: Any) => Any>} */
const FORMS = {
  plain: (object) => object,
  frozen: (object) => Object.freeze(object),
  proxy: (object) => new Proxy(object, {}),
  inherited: (object) => Object.create(object),
};

/** What is right for a property. @type {Record<string, () => Any>} */
const RIGHT = {
  type: () => 'float32', dtype: () => 'float32', dims: () => [4, 6], shape: () => [4, 6], data: () => floats(24),
  stride: () => [6, 1], offset: () => 0, starts: () => [1], ends: () => [3], axes: () => [0], steps: () => [1],
  axis: () => 0, split: () => [1, 3], num_outputs: () => 2, keepdims: () => 0, opset: () => 18, domain: () => '',
  attributes: () => ({ axis: 0 }), out: () => [floats(6), floats(18)], view: () => true, 0: () => floats(6),
  1: () => floats(18), 2: () => [1], 3: () => [0],
}; // biome-ignore format: a table

const leaf = fc.constantFrom(...Object.keys(LEAVES));
const property = fc.record({
  value: fc.oneof({ weight: 3, arbitrary: fc.constant('right') }, { weight: 2, arbitrary: leaf }),
  manner: fc.oneof(
    { weight: 4, arbitrary: fc.constant('plainly') },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(MANNERS)) },
  ),
});

/**
 * @typedef {string | { form: string, properties: Record<string, { value: string, manner: string } | undefined> }
 *   | { list: (string | { value: string, manner: string })[] }} Recipe
 */

/**
 * Recipes for a place in which objects have these properties.
 * @param {readonly string[]} keys
 * @returns {fc.Arbitrary<Recipe>}
 */
export const hostile = (keys) =>
  fc.oneof(
    leaf,
    fc.record({
      form: fc.constantFrom(...Object.keys(FORMS)),
      properties: fc.record(Object.fromEntries(keys.map((key) => [key, property])), { requiredKeys: [] }),
    }),
    fc.record({ list: fc.array(property, { maxLength: 4 }) }),
  );

/**
 * The value of a recipe.
 * @param {Recipe} recipe
 * @param {() => void} whatGettersDo
 * @param {Record<string, () => Any>} [rights] what is right for a property, if not as for cuts
 * @returns {Any}
 */
export function build(recipe, whatGettersDo, rights = {}) {
  clearGuards();
  calls.make = whatGettersDo;
  if (typeof recipe === 'string') return LEAVES[recipe]();
  const object = /** @type {Any} */ ('list' in recipe ? [] : {});
  const properties = 'list' in recipe ? recipe.list.entries() : Object.entries(recipe.properties);
  for (const [key, property] of properties) {
    const { value, manner } = /** @type {{ value: string, manner: string }} */ (property);
    const right = rights[key] ?? RIGHT[key] ?? LEAVES.undefined;
    MANNERS[manner](object, `${key}`, value === 'right' ? right() : LEAVES[value]());
  }
  return 'list' in recipe ? object : FORMS[recipe.form](object);
}

/** An error that says what is wrong, and puts nothing down to the caller that is not his. @param {unknown} error */
export function checkError(error) {
  assert.ok(error instanceof MicrotomeError, error instanceof Error ? error.stack : 'no error');
  assert.match(error.code, /^[a-z_]+$/);
  assert.equal(typeof error.op, 'string');
  assert.equal(typeof error.param, 'string');
  assert.ok(error.message.length < 5000);
  if (!('cause' in error)) return;
  if (error.code === 'out_of_memory') assert.ok(error.cause instanceof RangeError);
  else
    assert.ok(
      isTheirs(error.cause),
      new Error('a mistake of the library, put down to its caller', { cause: error.cause }),
    );
}
