// Contestants that carry out the core's own moves in a way that it did not choose. They look into the library.

import { NEW_VIEWS, Views } from '../../../web/lib/base/views.ts';
import { elementTypes, init, plan } from '../../../web/lib/index.ts';
import { WAYS } from '../../../web/lib/move/ways.ts';
import { toNode } from '../measure/nodes.js';
import { Blank, syncRunner } from '../measure/runner.js';
import { like } from '../rows/geometry.js';

/** @typedef {import('../measure/contestants.js').Contestant} Contestant */
/** @typedef {import('../measure/contestants.js').Job} Row */
/** @typedef {import('../../../web/lib/types.ts').Move} Move */

/** The way that the core has chosen. */
export const CHOSEN = 'chosen';
/** Runs whose views are kept, as a plan does that is run on the same arrays again; the others make new ones. */
export const RUNS_AGAIN = 'runs again';

/** @type {Contestant[]} */
export const WAY_CONTESTANTS = [CHOSEN, ...Object.keys(WAYS), RUNS_AGAIN].map((name) => ({
  name,
  start: (row) => start(row, name),
}));

/**
 * @param {Row} row
 * @param {string} name
 */
async function start(row, name) {
  await init();
  const { moves, bits } = decisionOf(row);
  const chosen = [...new Set(moves.map(({ way }) => way))].join(' and ');
  if (name !== CHOSEN && chosen === 'staged' && moves.some(({ unit }) => unit === 'element'))
    throw new Blank('packed');
  const wayOf = (/** @type {Move} */ { way }) =>
    name === CHOSEN ? way : /** @type {Move['way']} */ (name.split(' ')[0]);
  const views = name === RUNS_AGAIN ? new Views() : NEW_VIEWS;
  const outs = row.expected.map((each) => like(each, each.length));
  const [whole, parts] = row.workload.cut.joins ? [outs[0], row.parts] : [row.data, outs];
  return syncRunner(
    () => {
      views.rewind();
      for (const move of moves) WAYS[wayOf(move)](move, whole, parts, views, bits);
    },
    () => outs,
    name === CHOSEN ? chosen : undefined,
  );
}

/**
 * What the core has decided for a row.
 * @param {Row} row
 */
export function decisionOf(row) {
  const { op, inputs, options } = toNode(row);
  const { moves } = plan(op, inputs, options);
  const { bits } = /** @type {{ bits: number }} */ (
    elementTypes().find(({ name }) => name === row.workload.type)
  );
  return { moves, bits };
}
