// The view of cells: every change of the form or the address is planned and drawn. A mistake is explained beside its field, while
// the last valid result stays, dimmed. The address always matches what is shown.
import { MicrotomeError } from '../../lib/index.ts';
import { Helper, messageOf, Stopped } from '../background/helper.ts';
import { button, h } from '../dom.ts';
import { CutForm } from '../form/form.ts';
import { withArray, withValue } from '../form/transitions.ts';
import { cut, isLarge, type Result } from '../model/cut.ts';
import { explainFields } from '../model/explain.ts';
import { formatHash, parseHash } from '../model/hash.ts';
import { nameOf, versions } from '../model/rows.ts';
import { beginWith, rowAt, type State } from '../model/state.ts';
import { cellsOf } from '../model/twins.ts';
import { valueAt } from '../model/values.ts';
import { ADVICE, kindOf, openIn, receive } from '../receive.ts';
import { sayBytes } from '../say.ts';
import { Address } from './address.ts';
import { Past } from './past.ts';
import { Stage } from './stage.ts';

/** Bytes of a dropped file. */
const LARGEST_FILE = 2 ** 25;
const STALE = 'The last valid result:';

export class CutPanel {
  #rows = versions();
  #address = new Address();
  #helper = new Helper(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
  #notice = h('p.notice', { role: 'alert', hidden: true });
  #stage: Stage;
  #form: CutForm;
  #state: State;
  /** The last valid one. */ #result: Result | null = null;
  /** The field that was typed into last: more typing there adds no entry to the history. */
  #field = '';
  #past: Past<State>;

  constructor(form: HTMLFormElement, place: HTMLElement) {
    const { state, complaints } = parseHash(location.hash, this.#rows);
    this.#state = state;
    this.#form = new CutForm(form, this.#rows, state, (next, field) => this.#type(next, field));
    this.#stage = new Stage({
      form: this.#form.folds,
      edit: (at, text) => this.#edit(at, text),
      change: (next, gesture) => this.#type(next, gesture),
      cancel: () => this.#cancel(),
    });
    for (const part of [form, this.#form.folds])
      part.addEventListener('change', () => {
        this.#field = ''; // a choice is made, or a field is left
      });
    this.#past = new Past((to) => this.#go(to));
    const reset = button(() => this.#type(beginWith(this.#rows, this.#state.op), ''), 'Reset');
    this.#stage.tools.append(...this.#past.buttons, reset);
    place.append(this.#notice, this.#stage.element);
    receive(form.parentElement as HTMLElement, (file, text) => this.#take(file, text));
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
    return `${nameOf(row)}: ${sentence}`;
  }

  /** The address has changed: a link, or back and forward. */
  open() {
    if (location.hash.slice(1) === this.hash) return;
    const { state, complaints } = parseHash(location.hash, this.#rows);
    this.#past.add(this.#state);
    this.#show(state, '');
    this.#past.drop(this.#isShown);
    this.#complain(complaints);
    this.#update();
  }

  /** @param field that is being typed into */
  #show(state: State, field: string) {
    this.#field = field;
    this.#state = state;
    this.#form.show(state, field);
  }

  /** To a state that was here before. */
  #go(state: State) {
    const before = this.#state;
    this.#enter(state, '', true);
    return before;
  }

  #type(state: State, field: string) {
    const isMore = field !== '' && field === this.#field;
    if (!isMore) this.#past.add(this.#state);
    this.#enter(state, field, !isMore);
    if (this.#past.drop(this.#isShown)) this.#field = '';
  }

  #isShown = (state: State) =>
    formatHash(state, this.#rows) === this.hash && String(state.data) === String(this.#state.data);

  /** @param isNew whether it becomes a new entry in the history */
  #enter(state: State, field: string, isNew: boolean) {
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

  /** @param state whose plan takes too long for the page */
  async #updateLater(state: State) {
    this.#stage.progress.show(0, 'planning the outputs');
    try {
      const result = await this.#helper.ask('cut', state);
      this.#draw({ ...result, row: rowAt(this.#rows, state.op, state.opset) }); // the worker's table is a copy
    } catch (error) {
      if (!(error instanceof Stopped)) this.#fail(error as Error);
    }
  }

  #draw(result: Result) {
    this.#stage.progress.hide();
    this.#result = result;
    this.#form.setError(null);
    this.#form.explain(explainFields(result));
    this.#stage.show(result, formatHash(result.state, this.#rows));
    dispatchEvent(new Event('addresschange'));
  }

  #fail(error: Error & { param?: string }) {
    const wrong = { message: messageOf(error), param: error.param };
    this.#stage.progress.hide();
    this.#form.setError(wrong);
    this.#stage.setStale(this.#result ? STALE : `There is nothing to show yet: ${wrong.message}`);
    dispatchEvent(new Event('addresschange'));
  }

  #cancel() {
    this.#helper.stop();
    this.#stage.progress.hide();
    this.#stage.setStale(`Cancelled. ${STALE}`);
  }

  /** @returns what is wrong; '' if nothing is */
  #edit(place: number, text: string): string {
    const { type, data } = this.#state;
    const size = this.#result ? cellsOf(this.#result) : 0;
    const all = data ?? Array.from({ length: size }, (_, i) => valueAt(type, i));
    return this.#try(() => withValue(this.#state, all, place, text));
  }

  /** @param text if there is no file */
  async #take(file: File | undefined, text: string) {
    const wrong = file ? await this.#read(file) : this.#try(() => withArray(this.#state, text));
    if (wrong !== '')
      this.#form.setError({ param: 'drop', message: `${file?.name ?? 'the text'}: ${wrong}` });
  }

  /** @returns what is wrong; '' if nothing is */
  async #read(file: File): Promise<string> {
    const kind = await kindOf(file);
    if (kind !== 'text') return ADVICE[kind] ?? openIn(kind, file);
    if (file.size > LARGEST_FILE)
      return `the file has ${sayBytes(file.size)}; at most ${sayBytes(LARGEST_FILE)} can be read`;
    const content = await file.text();
    return this.#try(() => withArray(this.#state, content));
  }

  /** @returns what is wrong; '' if nothing is */
  #try(next: () => State): string {
    try {
      this.#type(next(), '');
      return '';
    } catch (error) {
      if (error instanceof RangeError) return error.message;
      throw error;
    }
  }

  /** @param complaints about the address */
  #complain(complaints: readonly string[]) {
    this.#notice.hidden = complaints.length === 0;
    this.#notice.textContent = `Not all of this address could be used. ${complaints.slice(0, 5).join('; ')}.`;
  }
}
