// The library, loaded for the page and its workers as any user loads it.
import { init } from '../../lib/index.js';

/** @returns {Promise<void>} */
export const startLibrary = () => init();
