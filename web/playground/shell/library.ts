// Loads the library for the page and its workers, as any user does.
import { init } from '../../lib/index.js';

export const startLibrary = (): Promise<void> => init();
