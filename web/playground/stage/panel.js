// The view of cells: on every change of the form or of the address, cuts again and draws. A mistake is explained beside its
// field, and the last good result stays, dimmed. The address always says what is shown.
import { MicrotomeError, operators } from '../../lib/index.js';
import { stopWork, work } from '../background/work.js';
import { h } from '../dom.js';
import { CutForm } from '../form/form.js';
import { withArray, withValue } from '../form/transitions.js';
import { cut, isLarge } from '../model/cut.js';
import { formatHash, parseHash } from '../model/hash.js';
import { sizeOf } from '../model/integers.js';
import { valueAt } from '../model/values.js';
import { Address } from './address.js';
import { Stage } from './stage.js';

/** @import { Result } from '../model/cut.js' */
/** @import { State } from '../model/state.js' */
/** @import { Wrong } from '../form/form.js' */

/** Bytes of a text that is read. */
const LARGEST_FILE = 1 << 25;
const STALE = 'The last good result:';

export class CutPanel {
  #rows = operators();
  #address = new Address();
  #notice = h('p', { className: 'notice', role: 'alert', hidden: true });
  /** @type {Stage} */ #stage;
  /** @type {CutForm} */ #form;
  /** @type {State} */ #state;
  /** @type {Result | null} the last good one */ #result = null;
  /** what was typed into last: more of it is no new entry in the history */
  #field = '';

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement} place
   */
  constructor(form, place) {
    const { state, complaints } = parseHash(location.hash, this.#rows);
    this.#state = state;
    this.#form = new CutForm(form, this.#rows, state, (next, field) => this.#type(next, field));
    this.#stage = new Stage({ edit: (at, text) => this.#edit(at, text), cancel: () => this.#cancel() });
    place.append(this.#notice, this.#stage.element);
    listenForFiles(place, (text) => this.#drop(text));
    this.#complain(complaints);
    this.#update();
  }

  get stage() {
    return this.#stage;
  }

  get hash() {
    return formatHash(this.#state, this.#rows);
  }

  /** The address has changed: a link, or back and forward. */
  open() {
    if (location.hash.slice(1) === this.hash) return;
    const { state, complaints } = parseHash(location.hash, this.#rows);
    this.#field = '';
    this.#state = state;
    this.#form.show(state);
    this.#complain(complaints);
    this.#update();
  }

  /** Sets the state as if it had been typed. @param {Partial<State>} change */
  set(change) {
    this.#type({ ...this.#state, ...change }, '');
  }

  /**
   * @param {State} state
   * @param {string} field
   */
  #type(state, field) {
    const isMore = field !== '' && field === this.#field;
    this.#field = field;
    this.#state = state;
    this.#form.show(state, field);
    this.#complain([]);
    this.#address.write(`#${this.hash}`, !isMore);
    dispatchEvent(new Event('addresschange'));
    this.#update();
  }

  #update() {
    stopWork();
    this.#stage.progress.stop();
    const state = this.#state;
    if (isLarge(state)) {
      this.#stage.progress.start();
      work(state, {
        progress: (done) => this.#stage.progress.set(done),
        result: (result) => this.#show({ ...result, row: this.#rowOf(result) }),
        wrong: (wrong) => this.#fail(wrong),
      });
      return;
    }
    try {
      this.#show(cut(state));
    } catch (error) {
      if (!(error instanceof MicrotomeError || error instanceof RangeError)) throw error;
      this.#fail(error);
    }
  }

  /** @param {Result} result */
  #show(result) {
    this.#stage.progress.stop();
    this.#result = result;
    this.#form.setError(null);
    this.#stage.show(result, formatHash(result.state, this.#rows));
  }

  /** @param {Wrong} wrong */
  #fail(wrong) {
    this.#stage.progress.stop();
    this.#form.setError(wrong);
    this.#stage.setStale(
      this.#result ? STALE : 'There is nothing to show yet: what is wrong stands beside its field.',
    );
  }

  #cancel() {
    stopWork();
    this.#stage.progress.stop();
    this.#stage.setStale(`Cancelled. ${STALE}`);
  }

  /**
   * @param {number} place
   * @param {string} text
   * @returns {string} what is wrong
   */
  #edit(place, text) {
    const { type, data } = this.#state;
    const size = sizeOf(this.#result?.dims ?? []);
    const all = data ?? Array.from({ length: size }, (_, i) => valueAt(type, i));
    return this.#try(() => withValue(this.#state, all, place, text));
  }

  /** @param {string} text of a file */
  #drop(text) {
    const wrong = this.#try(() => withArray(this.#state, text));
    if (wrong !== '') this.#form.setError({ param: 'values', message: `values: ${wrong}` });
  }

  /** @param {() => State} next */
  #try(next) {
    try {
      this.#type(next(), '');
      return '';
    } catch (error) {
      if (error instanceof RangeError) return error.message;
      throw error;
    }
  }

  /** @param {Result} result from a worker, whose table is a copy */
  #rowOf({ row }) {
    return (
      this.#rows.find((each) => each.op_type === row.op_type && each.since_version === row.since_version) ??
      row
    );
  }

  /** @param {readonly string[]} complaints about the address */
  #complain(complaints) {
    this.#notice.hidden = complaints.length === 0;
    this.#notice.textContent =
      complaints.length > 0
        ? `Not all of this address could be used. ${complaints.slice(0, 5).join('; ')}.`
        : '';
  }
}

/**
 * Texts that are dropped on the cells.
 * @param {HTMLElement} place
 * @param {(text: string) => void} onText
 */
function listenForFiles(place, onText) {
  place.addEventListener('dragover', (event) => {
    event.preventDefault();
    place.classList.add('dropping');
  });
  place.addEventListener('dragleave', () => place.classList.remove('dropping'));
  place.addEventListener('drop', async (event) => {
    event.preventDefault();
    place.classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    if (file && file.size > LARGEST_FILE) onText('');
    else onText(file ? await file.text() : (event.dataTransfer?.getData('text') ?? ''));
  });
}
