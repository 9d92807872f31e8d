// The library, loaded for the page and its workers. The module comes as a file of its own, which is a third smaller than inlined
// and is compiled while it arrives; vite.config.js leaves the inlined one out of what is built.
import { init } from '../../lib/index.js';

/** @returns {Promise<void>} */
export const startLibrary = () => init({ url: new URL('../../lib/wasm/microtome.wasm', import.meta.url) });
