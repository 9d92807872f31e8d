// What workerd runs. It forbids compiling WebAssembly at run time, so the module is one of its imports, which workerd has
// compiled; `/imported` gives it to `init`, `/inlined` does not.
import module from '../../../web/lib/core/wasm/microtome.wasm';
import { run } from './run.js';

export default {
  /** @param {Request} request */
  async fetch(request) {
    const isImported = new URL(request.url).pathname === '/imported';
    return Response.json(await run(await request.json(), isImported ? { module } : undefined));
  },
};
