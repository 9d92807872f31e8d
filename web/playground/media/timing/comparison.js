// Times the cuts of a panel, one after the other, in the panel's worker: whenever they have changed and then rested a while.
// onnxruntime-web takes part when it is asked for: it is a large download.
import { h } from '../../dom.js';
import { Stopped } from '../common/helper.js';
import { Progress } from '../common/progress.js';
import { PEER } from './names.js';
import { VERSION } from './onnxruntime.js';

/** @import { Cut } from '../cut/cut.js' */
/** @import { Bars } from './bars.js' */
/** @import { Row } from './contest.js' */

/** @typedef {{ title: string, bars: Bars, cut: Cut }} Entry */
/** @typedef {(cut: Cut, withPeer: boolean, onProgress: (part: number, text: string) => void) => Promise<Row[]>} Ask */

const REST_MS = 500;

export class Comparison {
  #entries;
  #ask;
  #stop;
  #withPeer = false;
  #wanted = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #note = h('p', { className: 'note', 'aria-live': 'polite' });
  #progress = new Progress('timing', () => this.cancel());
  element;

  /**
   * @param {() => readonly Entry[]} entries what is shown now
   * @param {Ask} ask the panel's worker
   * @param {() => void} stop ends it
   */
  constructor(entries, ask, stop) {
    this.#entries = entries;
    this.#ask = ask;
    this.#stop = stop;
    this.element = h(
      'div',
      { className: 'comparison' },
      h('h3', {}, 'On your machine'),
      this.#note,
      this.#progress.element,
    );
    this.#note.append('Each cut is timed in turn by the library, by the best plain JavaScript for it');
    if (VERSION === '') {
      this.#note.append(
        `. ${PEER} is not part of this page: it is once \`npm run build -- page\` has installed it.`,
      );
      return;
    }
    this.#note.append(`, and by ${PEER} ${VERSION} if you like.`);
    const button = h('button', { type: 'button', className: 'quiet' }, `Compare with ${PEER} too (14 MB)`);
    button.addEventListener('click', () => {
      this.#withPeer = true;
      button.disabled = true;
      this.#run();
    });
    this.element.append(button);
  }

  /** The cuts have changed. */
  schedule() {
    clearTimeout(this.#timer);
    this.#wanted += 1;
    this.#timer = setTimeout(() => this.#run(), REST_MS);
  }

  cancel() {
    clearTimeout(this.#timer);
    this.#wanted += 1;
    this.#progress.hide();
    this.#stop();
  }

  async #run() {
    const run = ++this.#wanted;
    const isOver = () => run !== this.#wanted;
    const entries = this.#entries();
    for (const [i, { title, bars, cut }] of entries.entries()) {
      const tell = (/** @type {number} */ part, /** @type {string} */ text) => {
        if (!isOver()) this.#progress.show((i + part) / entries.length, `${title}: ${text}`);
      };
      tell(0, 'starting');
      try {
        const rows = await this.#ask(cut, this.#withPeer, tell);
        if (isOver()) return;
        bars.show(rows);
      } catch (error) {
        if (error instanceof Stopped || isOver()) return;
        this.#note.textContent = error instanceof Error ? error.message : String(error);
      }
    }
    this.#progress.hide();
  }
}
