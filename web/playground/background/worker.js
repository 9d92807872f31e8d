// Cuts what would hold up the page, away from it.
import { MicrotomeError } from '../../lib/index.js';
import { cut } from '../model/cut.js';
import { startLibrary } from '../shell/library.js';

addEventListener('message', async ({ data: state }) => {
  try {
    await startLibrary();
    postMessage({ done: 0.1 });
    const result = cut(state, (done) => postMessage({ done: 0.1 + 0.9 * done }));
    const { cells } = result;
    const buffers = cells ? [cells.taken.buffer, cells.twin.buffer, cells.paint.buffer] : [];
    postMessage({ result }, { transfer: buffers });
  } catch (error) {
    if (!(error instanceof MicrotomeError || error instanceof RangeError)) throw error;
    const param = error instanceof MicrotomeError ? error.param : '';
    postMessage({ wrong: { message: error.message, param } });
  }
});
