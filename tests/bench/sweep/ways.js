// Contestants that carry out the core's own jobs in a way that it did not choose. They look into the library.

import { NEW_VIEWS, Views } from '../../../web/lib/base/views.js';
import { getCore } from '../../../web/lib/core/core.js';
import { init } from '../../../web/lib/index.js';
import { toArgument } from '../../../web/lib/input/integers.js';
import { toSource } from '../../../web/lib/input/tensor.js';
import { WAYS } from '../../../web/lib/move/execute.js';
import { makeProgram } from '../../../web/lib/plan/program.js';
import { toNode } from '../measure/contestants.js';
import { Blank, syncRunner } from '../measure/runner.js';
import { like } from '../rows/geometry.js';

/** @typedef {import('../measure/contestants.js').Contestant} Contestant */
/** @typedef {import('../measure/contestants.js').Job} Row */

/** The way that the core has chosen. */
export const CHOSEN = 'chosen';
/** Runs whose views are kept, as a plan does that is run on the same arrays again; the others make them anew. */
export const RUNS_AGAIN = 'runs again';

/** @type {Contestant[]} */
export const WAY_CONTESTANTS = [CHOSEN, ...WAYS.map(({ name }) => name), RUNS_AGAIN].map((name) => ({
  name,
  start: (row) => start(row, name),
}));

/**
 * @param {Row} row
 * @param {string} name
 */
async function start(row, name) {
  await init();
  const jobs = jobsOf(row);
  const chosen = [...new Set(jobs.map(({ way }) => WAYS[way].name))].join(' and ');
  if (name !== CHOSEN) {
    if (chosen === 'staged' && jobs.some(({ packedBits }) => packedBits > 0)) throw new Blank('packed');
    for (const job of jobs) job.way = WAYS.findIndex((way) => name.startsWith(way.name));
  }
  const views = name === RUNS_AGAIN ? new Views() : NEW_VIEWS;
  const outs = row.expected.map((each) => like(each, each.length));
  return syncRunner(
    () => {
      views.rewind();
      for (const job of jobs) WAYS[job.way].carryOut(job, row.data, outs, views);
    },
    () => outs,
    name === CHOSEN ? chosen : undefined,
  );
}

/**
 * What the core has decided for a row.
 * @param {Row} row
 */
export function jobsOf(row) {
  const core = getCore();
  const { op, inputs, options } = toNode(row);
  const version = core.find(op, undefined, undefined);
  const source = toSource(core.tables, inputs[0], op, '');
  const args = version.parameters.map(({ name, input }, i) => {
    const value = input ? inputs[i + 1] : options.attributes?.[name];
    return value === undefined ? null : toArgument(core.tables, value, op, name);
  });
  return makeProgram({ version, args, num_outputs: undefined, drops: [] }, source).jobs;
}
