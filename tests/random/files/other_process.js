// The second process, which uses the same folders: it does what this one asks, and may die at any time.
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** @import { Call, Outcome } from './watch.js' */
/** @typedef {any} Any */

const PROGRAM = new URL('./other_program.js', import.meta.url);

export class OtherProcess {
  /** @type {Any} */ #child;
  /** @type {Map<number, (outcome: Any) => void>} */ #waiting = new Map();
  #ids = 0;
  #complain;

  /** @param {(what: string) => void} complain */
  constructor(complain) {
    this.#complain = complain;
  }

  /** @param {string} method @param {unknown[]} args @returns {Promise<Any>} */
  async #ask(method, ...args) {
    this.#child ??= this.#start();
    const id = ++this.#ids;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, method, args }, (/** @type {unknown} */ error) => error && this.#gone());
    });
  }

  #start() {
    const child = fork(PROGRAM, { serialization: 'advanced', execArgv: [] });
    child.on('message', (/** @type {Any} */ { id, outcome }) => {
      this.#waiting.get(id)?.(outcome);
      this.#waiting.delete(id);
    });
    child.on('exit', (code, signal) => {
      if (this.#child !== child) return;
      if (signal !== 'SIGKILL') this.#complain(`the other process ends with ${code ?? signal}`);
      this.#gone();
    });
    return child;
  }

  #gone() {
    this.#child = undefined;
    for (const resolve of this.#waiting.values()) resolve({ died: true });
    this.#waiting.clear();
  }

  /** @param {Any} step @returns {Promise<Outcome>} */
  open = (step) => this.#ask('open', step);
  /** @param {number} id @param {Call} call @param {number} step @returns {Promise<Outcome>} */
  cut = (id, call, step) => this.#ask('cut', id, call, step);
  /** @param {number} id */
  close = (id) => (this.#child ? this.#ask('close', id) : undefined);
  /** @returns {Promise<string[]>} */
  rest = async () => {
    const found = this.#child ? await this.#ask('rest') : [];
    return Array.isArray(found) ? found : [];
  };

  kill() {
    this.#child?.kill('SIGKILL');
  }

  /** Waits until it has died. */
  async crash() {
    const child = this.#child;
    if (child === undefined) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  async end() {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    const exit = once(child, 'exit');
    child.disconnect();
    await exit;
  }
}
