// The three passes of a staged move, each alone: source bytes into the staging area, the kernel, output bytes out of it. What
// a move takes at least is their sum, and which of them a move is waiting for is what this tells.

import { getCore, load } from '../../../web/lib/core/core.ts';
import { endOf, FIRST, STREAMS, wayAt } from '../../../web/lib/core/record.ts';
import { AT, BEGIN, BYTES, COPY, TENSOR } from '../../../web/lib/core/wire.ts';
import { init, plan } from '../../../web/lib/index.ts';
import { toNode } from '../measure/nodes.js';
import { Blank, syncRunner } from '../measure/runner.js';
import { like } from '../rows/geometry.js';

/** @typedef {import('../measure/contestants.js').Contestant} Contestant */
/** @typedef {import('../measure/contestants.js').Job} Row */

/**
 * @typedef {object} Copy a view, and where `set` writes it
 * @property {any} to
 * @property {any} view
 * @property {number} at
 */

export const PASSES = ['copy in', 'kernel', 'copy out'];

/** @type {Contestant[]} */
export const PASS_CONTESTANTS = PASSES.map((name) => ({ name, start: (row) => start(row, name) }));

/**
 * @param {Row} row
 * @param {string} name of the pass
 */
async function start(row, name) {
  await init();
  const { words, first, count } = decisionOf(row);
  /** Where each record begins. @type {number[]} */ const moves = [];
  for (let at = first; moves.length < count; at = endOf(words, at)) moves.push(at);
  if (moves.some((at) => wayAt(words, at, 0) !== 'staged')) throw new Blank('not staged');
  const { bindings } = (await load({})).instance;
  const Class = /** @type {any} */ (row.data.constructor);
  const unit = row.data.BYTES_PER_ELEMENT;
  const { buffer, byteOffset, byteLength } = bindings.area();
  const area = new Class(buffer, byteOffset, byteLength / unit);
  const outs = row.expected.map((each) => like(each, each.length));
  const [whole, parts] = row.workload.cut.joins ? [outs[0], row.parts] : [row.data, outs];
  /** @type {Copy[]} */ const ins = [];
  /** @type {Copy[]} */ const stores = [];

  /** @param {number} move */
  const begin = (move) => {
    const places = new Array(words[move + STREAMS] + 1).fill(-1);
    const partBytes = parts[words[move + FIRST]].byteLength;
    const request = [...words.slice(move, endOf(words, move)), whole.byteLength, partBytes, ...places];
    bindings.request(request.length).set(request);
    return bindings.begin(request.length);
  };
  const all = () => {
    ins.length = stores.length = 0;
    for (const move of moves) {
      const tiles = begin(move);
      const response = bindings.response();
      const tensor = (/** @type {number} */ at) => {
        const stream = response[at + TENSOR];
        return stream < 0 ? whole : parts[words[move + FIRST] + stream];
      };
      let at = 0;
      for (let tile = 0; tile < tiles; ++tile) {
        for (let left = response[at++]; left > 0; --left, at += COPY) {
          const from = response[at + BEGIN] / unit;
          const view = tensor(at).subarray(from, from + response[at + BYTES] / unit);
          ins.push({ to: area, view, at: response[at + AT] / unit });
          area.set(view, response[at + AT] / unit);
        }
        bindings.step(tile);
        at = 0;
        for (let left = response[at++]; left > 0; --left, at += COPY) {
          const from = response[at + AT] / unit;
          const view = area.subarray(from, from + response[at + BYTES] / unit);
          const store = { to: tensor(at), view, at: response[at + BEGIN] / unit };
          stores.push(store);
          store.to.set(store.view, store.at);
        }
      }
    }
    return outs;
  };
  const copy = (/** @type {readonly Copy[]} */ copies) => {
    for (const { to, view, at } of copies) to.set(view, at);
  };
  const kernel = () => {
    for (const move of moves)
      for (let tile = 0, tiles = begin(move); tile < tiles; ++tile) bindings.step(tile);
  };
  all();
  const bytes = (name === 'copy in' ? ins : stores).reduce((sum, { view }) => sum + view.byteLength, 0);
  /** @type {Record<string, () => void>} */
  const passes = { 'copy in': () => copy(ins), kernel, 'copy out': () => copy(stores) };
  return syncRunner(passes[name], all, String(bytes));
}

/**
 * What the core has decided for a row.
 * @param {Row} row
 */
function decisionOf(row) {
  const { op, inputs, options } = toNode(row);
  /** @type {import('../../../web/lib/core/wire.ts').Decision[]} */ const decisions = [];
  const { instance } = getCore();
  const decide = instance.plan;
  instance.plan = (request) => (decisions[0] = decide.call(instance, request));
  plan(op, inputs, options);
  instance.plan = decide;
  return decisions[0];
}
