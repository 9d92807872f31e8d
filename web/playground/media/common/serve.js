// The worker's side of helper.js: answers questions from a table of functions. While one of them waits, others are answered.

/** @typedef {(part: number, text: string) => void} Tell tells the part that is done, 0 to 1 */
/** @typedef {(message: any, tell: Tell) => unknown} Answer may be a promise; `Moved` hands arrays over instead of copies */

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
      scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
}
