// The worker's side of helper.js: answers questions from a table of functions. While one of them waits, others are answered.
import { MicrotomeError } from '../../lib/index.js';
import { messageOf } from './helper.js';

/** @import { Tell } from './helper.js' */

/** @typedef {(message: any, tell: Tell) => unknown} Answer may be a promise; `Moved` transfers arrays instead of copying them */

export class Moved {
  /**
   * @param {unknown} result
   * @param {Transferable[]} transfer
   */
  constructor(result, transfer) {
    this.result = result;
    this.transfer = transfer;
  }
}

/** @param {Record<string, Answer>} answers by name */
export function serve(answers) {
  const scope = /** @type {Worker} */ (/** @type {unknown} */ (globalThis));
  scope.addEventListener('message', async ({ data: { id, what, message } }) => {
    const tell = (/** @type {number} */ part, /** @type {string} */ text) =>
      scope.postMessage({ id, progress: [part, text] });
    try {
      const made = await answers[what](message, tell);
      const { result, transfer } = made instanceof Moved ? made : { result: made, transfer: [] };
      scope.postMessage({ id, result }, transfer);
    } catch (error) {
      const param = error instanceof MicrotomeError ? error.param : undefined;
      scope.postMessage({ id, error: { message: messageOf(error), param } });
    }
  });
}
