// Loads the library for the page and its workers, as any user does.
import { init } from '../../lib/index.js';

/** @returns {Promise<void>} */
export const startLibrary = () => init();
