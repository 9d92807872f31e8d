// The view of cells: every change of the form or the address is planned and drawn. A mistake is explained beside its field, while
// the last valid result stays, dimmed. The address always matches what is shown.
import { MicrotomeError } from '../../lib/index.js';
import { Helper, Stopped } from '../background/helper.js';
import { h } from '../dom.js';
import { acceptDrops } from '../drop.js';
import { CutForm } from '../form/form.js';
import { withArray, withValue } from '../form/transitions.js';
import { cut, isLarge } from '../model/cut.js';
import { formatHash, parseHash } from '../model/hash.js';
import { sizeOf } from '../model/integers.js';
import { cuts } from '../model/rows.js';
import { valueAt } from '../model/values.js';
import { sayBytes } from '../say.js';
import { Address } from './address.js';
import { Stage } from './stage.js';

/** @import { Result } from '../model/cut.js' */
/** @import { State } from '../model/state.js' */
/** @import { Wrong } from '../form/form.js' */

/** Bytes of a dropped file. */
const LARGEST_FILE = 2 ** 25;
const STALE = 'The last valid result:';

export class CutPanel {
  #rows = cuts();
  #address = new Address();
  #helper = new Helper(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  #notice = h('p', { className: 'notice', role: 'alert', hidden: true });
  /** @type {Stage} */ #stage;
  /** @type {CutForm} */ #form;
  /** @type {State} */ #state;
  /** @type {Result | null} the last valid one */ #result = null;
  /** The field that was typed into last: more typing there adds no entry to the history. */
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
    acceptDrops(place, (dropped) => this.#drop(dropped));
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
    this.#helper.stop();
    const state = this.#state;
    if (isLarge(state)) {
      this.#updateLater(state);
      return;
    }
    try {
      this.#show(cut(state));
    } catch (error) {
      if (!(error instanceof MicrotomeError || error instanceof RangeError)) throw error;
      this.#fail(error);
    }
  }

  /** @param {State} state whose plan takes too long for the page */
  async #updateLater(state) {
    this.#stage.progress.show(0, 'planning the outputs');
    try {
      const result = await this.#helper.ask('cut', state);
      this.#show({ ...result, row: this.#rowOf(result) });
    } catch (error) {
      if (!(error instanceof Stopped)) this.#fail(/** @type {Wrong} */ (error));
    }
  }

  /** @param {Result} result */
  #show(result) {
    this.#stage.progress.hide();
    this.#result = result;
    this.#form.setError(null);
    this.#stage.show(result, formatHash(result.state, this.#rows));
  }

  /** @param {Wrong} wrong */
  #fail(wrong) {
    this.#stage.progress.hide();
    this.#form.setError(wrong);
    this.#stage.setStale(this.#result ? STALE : 'There is nothing to show yet: fix the highlighted field.');
  }

  #cancel() {
    this.#helper.stop();
    this.#stage.progress.hide();
    this.#stage.setStale(`Cancelled. ${STALE}`);
  }

  /**
   * @param {number} place
   * @param {string} text
   * @returns {string} what is wrong; '' if nothing is
   */
  #edit(place, text) {
    const { type, data } = this.#state;
    const size = sizeOf(this.#result?.dims ?? []);
    const all = data ?? Array.from({ length: size }, (_, i) => valueAt(type, i));
    return this.#try(() => withValue(this.#state, all, place, text));
  }

  /** @param {DataTransfer} dropped a file, or selected text */
  async #drop(dropped) {
    const [file] = dropped.files;
    const text = dropped.getData('text'); // can only be read at once
    if (file?.size > LARGEST_FILE) {
      const size = `${sayBytes(file.size)}; at most ${sayBytes(LARGEST_FILE)} can be read`;
      return this.#form.setError({ param: 'values', message: `values: the file has ${size}` });
    }
    const content = file ? await file.text() : text;
    const wrong = this.#try(() => withArray(this.#state, content));
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
