// The core that has been loaded, once for all calls.
import { mistake } from '../base/mistake.js';
import { load } from './load.js';

/** @import { Core } from './load.js' */
/** @import { InitOptions } from '../types.js' */

/** @type {Promise<void> | null} */
let loading = null;
/** @type {Core | null} */
let core = null;

/**
 * @param {InitOptions} [options]
 * @returns {Promise<void>}
 */
export function loadCore(options = {}) {
  loading ??= load(options).then(
    (loaded) => {
      core = loaded;
    },
    (cause) => {
      loading = null; // the next call may do better
      throw cause;
    },
  );
  return loading;
}

/** The core, which must have been loaded. */
export function getCore() {
  if (core === null) throw mistake('not_initialized', '', '', 'call `await init()` before anything else');
  return core;
}
