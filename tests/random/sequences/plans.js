// Plans and bound plans that stay while other calls are made, and are used again then.
import { countElements, decode, encode, hash } from '../../../docs/rules/elements.js';
import { hasViews } from '../../../docs/rules/operators.js';
import { rowOf } from '../../../web/conformance/call.js';
import { copyOf, mustBe } from '../../support/equal.js';
import { placesOf } from '../placed.js';
import { differenceOf, drawGiven, drawOut, inputOf, must, outputsOf, planOf } from './calls.js';
import { drawList } from './lists.js';
import { World } from './world.js';

/** @import { Node } from '../../../web/conformance/corpus_line.js' */
/** @import { Place } from '../placed.js' */
/** @import { Random } from '../random.js' */
/** @import { Given, Output } from './calls.js' */

/** @typedef {any} Any */
/** @typedef {{ planned: Any, node: Node, outputs: Output[], said: Any }} KeptPlan */

/**
 * @typedef {object} KeptBound
 * @property {() => Any[]} call
 * @property {Node} node
 * @property {Given} given
 * @property {(given: Given, results: readonly Any[]) => string} differenceOf
 * @property {Any[]} said dims, strides and offsets of what it returned first
 * @property {() => void} give gives back its arrays
 */

/** What is said of more outputs is not kept. */
const MOST_SAID = 100;
const MOST_BOUND_OUTPUTS = 500;

/** A node that is no mistake, and its outputs. @param {World} world @param {Random} random */
export function drawRight(world, random) {
  for (;;) {
    const node = random.chance(0.4) ? drawList(world, random) : random.pick(world.nodes);
    const outputs = outputsOf(node);
    if (outputs !== undefined) return { node, outputs };
  }
}

/** What a plan says of itself. @param {Any} planned @param {readonly Output[]} outputs */
const said = (planned, outputs) =>
  outputs.length > MOST_SAID ? null : copyOf([planned.outputs, planned.moves, planned.explain()]);

/** Makes a plan, and keeps it. @param {World} world @param {Random} random */
export function makePlan(world, random) {
  const { node, outputs } = drawRight(world, random);
  const planned = planOf(world.member(random).library, node);
  World.push(world.plans, { planned, node, outputs, said: said(planned, outputs) }, random);
}

/** Runs a plan that was kept, on new tensors. @param {World} world @param {Random} random */
export function runPlan(world, random) {
  if (world.plans.length === 0) return makePlan(world, random);
  const { planned, node, outputs, said: before } = random.pick(world.plans);
  const given = drawGiven(random, node, (_, array) => array);
  if (before !== null) mustBe(said(planned, outputs), before, 'what a plan says');
  if (outputs.length <= MOST_BOUND_OUTPUTS && random.chance(0.4)) {
    const into = drawOut(random, node, outputs, world.place);
    must(into.differenceOf(given, planned.run(inputOf(node, given), { out: into.out })), 'a kept plan, out');
    return world.clear(random);
  }
  const results = planned.run(inputOf(node, given), { view: hasViews(rowOf(node)) && random.chance(0.5) });
  must(differenceOf(node, outputs, given, results), 'a kept plan');
  world.keep(random, `a plan of ${node.op_type}`, results);
}

/** Binds a plan to arrays that stay, some of them in the arena. @param {World} world @param {Random} random */
export function bindPlan(world, random) {
  const { node, outputs } = drawRight(world, random);
  const member = world.member(random);
  /** @type {Any[]} */
  const held = [];
  /** @type {Place} */
  const place = (_, array) => {
    const copy = random.chance(0.5) ? array : member.arena.copy(array);
    if (copy !== array) held.push(copy);
    return copy;
  };
  const given = drawGiven(random, node, place);
  const isPlaced = outputs.length <= MOST_BOUND_OUTPUTS && random.chance(0.6);
  const into = isPlaced ? drawOut(random, node, outputs, place) : undefined;
  const call = planOf(member.library, node).bind(inputOf(node, given), into && { out: into.out });
  const said = call().map((/** @type {Any} */ { dims, stride, offset }) =>
    copyOf({ dims, ...(stride && { stride, offset }) }),
  );
  const give = () => {
    for (const array of held.splice(0)) member.library.release(array);
  };
  const difference = (/** @type {Given} */ now, /** @type {readonly Any[]} */ results) =>
    into === undefined ? differenceOf(node, outputs, now, results) : into.differenceOf(now, results);
  World.push(world.bound, { call, node, given, differenceOf: difference, said, give }, random)?.give();
}

/** Calls what was bound, when its inputs have changed. What the caller has made of its tensors does not matter. @param {World} world @param {Random} random */
export function callBound(world, random) {
  if (world.bound.length === 0) return bindPlan(world, random);
  const { call, node, given, differenceOf: difference, said: first } = random.pick(world.bound);
  if (random.chance(0.8)) refill(random, node.type, given);
  const results = call();
  must(difference(given, results.map((each, i) => ({ ...each, ...first[i] }))), 'what was bound'); // biome-ignore format: one line
  if (random.chance(0.2)) for (const { dims, stride } of results) spoil(dims, stride);
}

/** What a caller may do with lists that he was given, unless they are frozen. @param {(number[] | undefined)[]} lists */
function spoil(...lists) {
  for (const list of lists) if (list && !Object.isFrozen(list)) list.fill(0);
}

/** Other elements in the same arrays. @param {Random} random @param {string} type @param {Given} given */
function refill(random, type, given) {
  const seed = random.below(1 << 20);
  /** @type {Map<Any, number[]>} */
  const values = new Map();
  given.elements = given.tensors.flatMap(({ data }, i) => {
    const { extent, shape } = given.layouts[i];
    if (!values.has(data)) {
      const made = encode(
        type,
        Array.from({ length: extent }, (_, k) => hash(seed + i + k)),
      );
      for (let k = 0; k < made.length; ++k) data[k] = made[k];
      values.set(data, decode(type, data, extent));
    }
    if (countElements(shape) === 0) return [];
    return placesOf(given.layouts[i]).map((at) => /** @type {number[]} */ (values.get(data))[at]);
  });
}
