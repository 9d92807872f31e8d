// The three passes of a staged job, each alone: source bytes into the staging area, the kernel, output bytes out of it. What
// a job takes at least is their sum, and which of them a job is waiting for is what this tells.

import { loadModule } from '../../../web/lib/core/load.js';
import { init } from '../../../web/lib/index.js';
import { WAYS } from '../../../web/lib/move/execute.js';
import { Blank, syncRunner } from '../measure/runner.js';
import { like } from '../rows/geometry.js';
import { jobsOf } from '../sweep/ways.js';

/** @typedef {import('../measure/contestants.js').Contestant} Contestant */
/** @typedef {import('../measure/contestants.js').Job} Row */

/** Words of a response: at, begin, size. */
const COPY = 3;

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
  const jobs = jobsOf(row);
  if (jobs.some(({ way }) => WAYS[way].name !== 'staged')) throw new Blank('not staged');
  const { bindings } = await loadModule({}, (loaded) => loaded);
  const { buffer } = bindings.wasmMemory;
  const Class = /** @type {any} */ (row.data.constructor);
  const unit = row.data.BYTES_PER_ELEMENT;
  const area = new Class(buffer, bindings.area(), bindings.area_bytes() / unit);
  const outs = row.expected.map((each) => like(each, each.length));
  /** @type {Copy[]} */ const ins = [];
  /** @type {Copy[]} */ const stores = [];

  /** @param {typeof jobs[number]} job */
  const begin = ({ words, begin: first, end }) => {
    const length = end - first;
    const request = new Float64Array(buffer, bindings.request(length + 1), length + 1);
    for (let i = 0; i < length; ++i) request[i] = words[first + i];
    request[length] = row.data.byteLength;
    return bindings.begin(length + 1);
  };
  const all = () => {
    ins.length = stores.length = 0;
    for (const job of jobs) {
      const tiles = begin(job);
      const response = new Float64Array(buffer, bindings.response(), COPY * (1 + job.streams));
      for (let tile = 0; tile < tiles; ++tile) {
        const from = response[1] / unit;
        const view = row.data.subarray(from, from + response[2] / unit);
        ins.push({ to: area, view, at: response[0] / unit });
        area.set(view, response[0] / unit);
        bindings.step(tile);
        for (let j = 0, at = COPY; j < job.streams; ++j, at += COPY) {
          const moved = response[at] / unit;
          const store = {
            to: outs[job.first + j],
            view: area.subarray(moved, moved + response[at + 2] / unit),
            at: 0,
          };
          store.at = response[at + 1] / unit;
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
  const move = () => {
    for (const job of jobs) for (let tile = 0, tiles = begin(job); tile < tiles; ++tile) bindings.step(tile);
  };
  all();
  const bytes = (name === 'copy in' ? ins : stores).reduce((sum, { view }) => sum + view.byteLength, 0);
  /** @type {Record<string, () => void>} */
  const passes = { 'copy in': () => copy(ins), kernel: move, 'copy out': () => copy(stores) };
  return syncRunner(passes[name], all, String(bytes));
}
