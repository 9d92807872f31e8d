// The view of cells: every change of the form or the address is planned and drawn. A mistake is explained beside its field, while
// the last valid result stays, dimmed. The address always matches what is shown.
import { MicrotomeError } from '../../lib/index.js';
import { Helper, Stopped } from '../background/helper.js';
import { button, h } from '../dom.js';
import { CutForm } from '../form/form.js';
import { withArray, withTensor, withValue } from '../form/transitions.js';
import { cut, isLarge } from '../model/cut.js';
import { explainFields } from '../model/explain.js';
import { formatHash, parseHash } from '../model/hash.js';
import { versions } from '../model/rows.js';
import { beginWith } from '../model/state.js';
import { cellsOf } from '../model/twins.js';
import { valueAt } from '../model/values.js';
import { adviceFor, kindOf, openIn, receive } from '../receive.js';
import { sayBytes } from '../say.js';
import { Address } from './address.js';
import { Past } from './past.js';
import { Stage } from './stage.js';

/** @import { Result } from '../model/cut.js' */
/** @import { State } from '../model/state.js' */
/** @import { Wrong } from '../form/form.js' */

/** Bytes of a dropped file. */
const LARGEST_FILE = 2 ** 25;
/** Of numbers; larger ones belong to the view of real data. */
const LARGEST_NPY = 2 ** 20;
const STALE = 'The last valid result:';

export class CutPanel {
  #rows = versions();
  #address = new Address();
  #helper = new Helper(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  #notice = h('p', { className: 'notice', role: 'alert', hidden: true });
  /** @type {Stage} */ #stage;
  /** @type {CutForm} */ #form;
  /** @type {State} */ #state;
  /** @type {Result | null} the last valid one */ #result = null;
  /** The field that was typed into last: more typing there adds no entry to the history. */
  #field = '';
  /** @type {Past<State>} */ #past;

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement} place
   */
  constructor(form, place) {
    const { state, complaints } = parseHash(location.hash, this.#rows);
    this.#state = state;
    this.#form = new CutForm(form, this.#rows, state, (next, field) => this.#type(next, field));
    this.#stage = new Stage({
      edit: (at, text) => this.#edit(at, text),
      change: (next, gesture) => this.#type(next, gesture),
      cancel: () => this.#cancel(),
    });
    this.#past = new Past((to) => this.#go(to));
    const reset = button(() => this.#type(beginWith(this.#rows, this.#state.op), ''), 'Reset');
    this.#stage.tools.append(...this.#past.buttons, reset);
    place.append(this.#notice, this.#stage.element);
    receive(/** @type {HTMLElement} */ (form.parentElement), (file, text) => this.#take(file, text));
    this.#complain(complaints);
    this.#update();
  }

  get stage() {
    return this.#stage;
  }

  get hash() {
    return formatHash(this.#state, this.#rows);
  }

  /** What the last valid result does, in short. */
  get title() {
    if (this.#result === null) return this.#state.op;
    const { row, sentence } = this.#result;
    return `${row.op_type}-${row.since_version}: ${sentence}`;
  }

  /** The address has changed: a link, or back and forward. */
  open() {
    if (location.hash.slice(1) === this.hash) return;
    const { state, complaints } = parseHash(location.hash, this.#rows);
    this.#past.add(this.#state);
    this.#show(state, '');
    this.#complain(complaints);
    this.#update();
  }

  /** Sets the state as if it had been typed. @param {Partial<State>} change */
  set(change) {
    this.#type({ ...this.#state, ...change }, '');
  }

  /**
   * @param {State} state
   * @param {string} field that is being typed into
   */
  #show(state, field) {
    this.#field = field;
    this.#state = state;
    this.#form.show(state, field);
  }

  /** To a state that was here before. @param {State} state */
  #go(state) {
    const before = this.#state;
    this.#enter(state, '', true);
    return before;
  }

  /**
   * @param {State} state
   * @param {string} field
   */
  #type(state, field) {
    const isMore = field !== '' && field === this.#field;
    if (!isMore) this.#past.add(this.#state);
    this.#enter(state, field, !isMore);
  }

  /**
   * @param {State} state
   * @param {string} field
   * @param {boolean} isNew whether it becomes a new entry in the history
   */
  #enter(state, field, isNew) {
    this.#show(state, field);
    this.#complain([]);
    this.#address.write(`#${this.hash}`, isNew);
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
      this.#draw(cut(state));
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
      this.#draw({ ...result, row: this.#rowOf(result) });
    } catch (error) {
      if (!(error instanceof Stopped)) this.#fail(/** @type {Wrong} */ (error));
    }
  }

  /** @param {Result} result */
  #draw(result) {
    this.#stage.progress.hide();
    this.#result = result;
    this.#form.setError(null);
    this.#form.explain(explainFields(result));
    this.#stage.show(result, formatHash(result.state, this.#rows));
    dispatchEvent(new Event('addresschange'));
  }

  /** @param {Wrong} wrong */
  #fail(wrong) {
    this.#stage.progress.hide();
    this.#form.setError(wrong);
    this.#stage.setStale(this.#result ? STALE : 'There is nothing to show yet: fix the highlighted field.');
    dispatchEvent(new Event('addresschange'));
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
    const size = this.#result ? cellsOf(this.#result) : 0;
    const all = data ?? Array.from({ length: size }, (_, i) => valueAt(type, i));
    return this.#try(() => withValue(this.#state, all, place, text));
  }

  /**
   * @param {File | undefined} file
   * @param {string} text if there is no file
   */
  async #take(file, text) {
    const wrong = file ? await this.#read(file) : this.#try(() => withArray(this.#state, text));
    if (wrong !== '') this.#form.setError({ param: 'values', message: `values: ${wrong}` });
  }

  /** @param {File} file @returns {Promise<string>} what is wrong; '' if nothing is */
  async #read(file) {
    const kind = await kindOf(file);
    if (kind === 'empty') return adviceFor(kind);
    if (kind === 'npy') return this.#readNpy(file);
    if (kind !== 'text') return openIn(kind, file);
    if (file.size > LARGEST_FILE)
      return `the file has ${sayBytes(file.size)}; at most ${sayBytes(LARGEST_FILE)} can be read`;
    const content = await file.text();
    return this.#try(() => withArray(this.#state, content));
  }

  /** Into the cells if they can hold it, otherwise into the view of real data. @param {File} file */
  async #readNpy(file) {
    if (file.size > LARGEST_NPY) return openIn('tensor', file);
    const { readTensor } = await import('../media/files/open.js');
    try {
      const { tensor } = await readTensor(file, () => {});
      return this.#try(
        () => withTensor(this.#rows, this.#state, tensor),
        () => openIn('tensor', file),
      );
    } catch (error) {
      if (error instanceof MicrotomeError) return error.message;
      throw error;
    }
  }

  /**
   * @param {() => State | null} next
   * @param {() => string} [otherwise] if there is none
   * @returns {string} what is wrong; '' if nothing is
   */
  #try(next, otherwise = () => '') {
    try {
      const state = next();
      if (state === null) return otherwise();
      this.#type(state, '');
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
