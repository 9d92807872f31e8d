// What workerd runs. It forbids compiling WebAssembly at run time, so the module is one of its imports, which workerd has
// compiled; the names of places say who gives it to `init`.
import module from '../../../web/lib/core/wasm/microtome.wasm';
import { run } from './run.js';
import { runSlim } from './run_slim.js';

/** @type {Record<string, (job: import('./run.js').Job) => Promise<import('./run.js').Report>>} */
const PLACES = {
  imported: (job) => run(job, { module }),
  slim_imported: (job) => runSlim(job, { module }),
  inlined: (job) => run(job),
};

export default {
  /** @param {Request} request */
  async fetch(request) {
    const place = new URL(request.url).pathname.slice(1);
    return Response.json(await PLACES[place](await request.json()));
  },
};
