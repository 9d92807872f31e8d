// Times the cuts of a panel in its worker, one after the other, whenever they have changed and then rested a while.
// onnxruntime-web takes part on request: it is a large download.

import { messageOf, Stopped } from '../../background/helper.ts';
import { Progress } from '../../background/progress.ts';
import { button, h } from '../../dom.ts';
import { PEER } from './names.js';
import { VERSION } from './onnxruntime.js';

/** @import { Helper } from '../../background/helper.ts' */
/** @import { Cut } from '../cut/cut.js' */
/** @import { Bars } from './bars.js' */

/** @typedef {{ title: string, bars: Bars, cut: Cut }} Entry */

const REST_MS = 500;

export class Comparison {
  #entries;
  #helper;
  #hold;
  #withPeer = false;
  #wanted = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #note = h('p', { className: 'note' });
  #mistake = h('p', { className: 'wrong note', 'aria-live': 'polite' });
  #button = button(() => this.#addPeer(), `Compare with ${PEER} too (14 MB)`);
  #progress = new Progress('timing', () => this.cancel());
  element;

  /**
   * @param {() => readonly Entry[]} entries what is shown now
   * @param {Helper} helper the panel's worker
   * @param {() => Promise<unknown>} hold makes it hold the data
   */
  constructor(entries, helper, hold) {
    this.#entries = entries;
    this.#helper = helper;
    this.#hold = hold;
    this.element = h(
      'div',
      { className: 'comparison' },
      h('h3', {}, 'On your machine'),
      this.#note,
      this.#mistake,
      this.#progress.element,
    );
    this.#note.append('Each cut is timed with the library and with the best plain JavaScript for it');
    if (VERSION === '') {
      this.#note.append(`. ${PEER} is not part of this page until \`npm run build -- page\` installs it.`);
      return;
    }
    this.#note.append(`, and with ${PEER} ${VERSION} if you like.`);
    this.#button.className = 'quiet';
    this.element.append(this.#button);
  }

  #addPeer() {
    this.#withPeer = true;
    this.#button.disabled = true;
    this.#run();
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
    this.#helper.stop();
  }

  async #run() {
    const run = ++this.#wanted;
    const isOver = () => run !== this.#wanted;
    const entries = this.#entries();
    if (this.#withPeer) this.#mistake.textContent = '';
    for (const [i, { title, bars, cut }] of entries.entries()) {
      const tell = (/** @type {number} */ part, /** @type {string} */ text) => {
        if (!isOver()) this.#progress.show((i + part) / entries.length, `${title}: ${text}`);
      };
      tell(0, 'starting');
      try {
        await this.#hold();
        const asked = { cut, withPeer: this.#withPeer };
        const rows = await this.#helper.ask('contest', asked, { onProgress: tell });
        if (isOver()) return;
        bars.show(rows);
      } catch (error) {
        if (error instanceof Stopped || isOver()) return;
        this.#mistake.textContent = messageOf(error);
        if (!this.#withPeer) continue;
        this.#withPeer = false; // it may be for want of a network, which can be mended
        this.#button.disabled = false;
        this.#helper.end();
        return this.schedule();
      }
    }
    this.#progress.hide();
  }
}
