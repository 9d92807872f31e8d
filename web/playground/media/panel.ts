// A panel of real data, the same for every kind: it takes a file or an example, which its worker holds, and cuts the slice that is
// typed by every job of the kind, as often as it changes. A kind says how its data is shown and what can be done with it.
import { MicrotomeError } from '../../lib/index.ts';
import { Helper, messageOf, Stopped, type Tell } from '../background/helper.ts';
import { Progress } from '../background/progress.ts';
import { button, h } from '../dom.ts';
import type { Range } from '../model/slice.ts';
import { drawCode, makeCard, type Request } from './card.ts';
import { selectionOf } from './cut.ts';
import { makeForm } from './form.ts';
import type { Held, Kind, Mounted, Taken } from './kind.ts';
import { makeOpened } from './opened.ts';
import { toProgram } from './program.ts';
import { Rounds } from './rounds.ts';

export class Panel {
  #kind;
  #cards;
  #rounds;
  #opened;
  #mounted: Mounted;
  form;
  #progress;
  #helper = new Helper(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
  #caption = h('figcaption.note', { 'aria-live': 'polite' });
  #code = h('code');
  #count = 0;
  #changes = 0;
  #isReading = false;
  /** Resolves when the first example is shown, which stays if what comes next cannot be read. */ begun: Promise<void>;
  taken: Taken & { id: number } = { id: 0 };
  /** The last that could be read. */ #good = this.taken;
  #held: Held;
  #ranges: readonly Range[] = [];

  constructor(kind: Kind, place: HTMLElement, onFile: (file: File) => void) {
    this.#kind = kind;
    this.#held = kind.first;
    this.#opened = makeOpened(kind.id);
    this.#progress = new Progress(`work on the ${kind.file.what}`, () => this.#stop());
    this.#cards = kind.jobs.map((job) => makeCard(kind, job, (asked) => this.ask('write', asked)));
    const names = kind.jobs.map(({ name }) => name);
    this.#rounds = new Rounds(names, (name) => this.#do(names.indexOf(name)));
    this.#mounted = kind.mount(this);
    const { label, className, list } = kind.examples;
    const given = list.map(({ name, spec }) => ({ example: name, spec }));
    const examples = list.map(({ content }, i) => button(() => this.take(given[i]), ...content));
    const group = h('div', { className, role: 'group', 'aria-label': label }, ...examples);
    this.form = makeForm(kind, {
      own: [group, ...this.#mounted.own],
      later: [...(this.#mounted.later ?? []), this.#progress.element],
      onFile,
      onChange: () => this.change(),
      onEnter: () => this.#mounted.enter?.(),
    });
    const source = h('figure.source.panel.stack', ...this.#mounted.source, this.#caption);
    if (kind.named) source.append(h('div.call', drawCode('h3', 'code', this.#code)));
    const jobs = h('div.jobs.abreast', ...this.#cards.map(({ element }) => element));
    const controls = h('div.controls.stack', this.form.element);
    const columns = h('div.columns', controls, h('div.result.stack', source, jobs));
    place.append(columns, this.#opened.element);
    // What comes first is known, so that nothing moves when it comes.
    this.form.slice.input.value = list[0].spec ?? kind.begin(kind.first, null) ?? '';
    this.#select();
    this.begun = this.take(given[0]);
  }

  choose(spec: string) {
    const { input } = this.form.slice;
    const isSelected =
      document.activeElement === input &&
      input.selectionStart === 0 &&
      input.selectionEnd === input.value.length;
    input.value = spec;
    if (isSelected) input.select(); // still, for somebody who is about to type over it
    return this.change();
  }

  async take(taken: Taken) {
    const id = ++this.#count;
    const isFrame = taken.file instanceof ImageBitmap; // of a film
    if (!isFrame) {
      this.#mounted.release?.();
      this.#rounds.skip();
    }
    if (this.#isReading) this.#helper.stop();
    else this.#helper.forget();
    this.refuse('');
    this.#setStale();
    this.taken = { of: id, ...taken, id };
    const { text } = this.form.slice;
    try {
      const held = await this.#hold();
      if (id !== this.#count) return;
      const isTyped = this.form.slice.text !== text; // while it was read: that is kept
      const spec =
        (isTyped ? null : (taken.spec ?? this.#kind.begin(held, this.#held))) ?? this.form.slice.text;
      this.#good = this.taken;
      this.#held = held;
      this.#opened.show(taken);
      const about = this.#mounted.show(held);
      if (this.#caption.textContent !== about) this.#caption.textContent = about; // screen readers announce changes
      if (!isFrame) for (const card of this.#cards) card.clear();
      this.choose(spec);
    } catch (failure) {
      if (id !== this.#count) return;
      this.refuse(failure instanceof Stopped ? 'Stopped.' : messageOf(failure));
      this.taken = this.#good;
      if (this.#good.id > 0) this.#mounted.show(this.#held); // with the tensor that is still chosen
      this.#helper.forget();
      this.change();
    }
  }

  /** The slice or a number has changed. */
  async change() {
    const { slice } = this.form;
    this.#setStale();
    if (this.#good.id === 0 || this.taken !== this.#good) return; // it is for what is not held yet
    try {
      this.#select();
    } catch (error) {
      if (!(error instanceof MicrotomeError || error instanceof RangeError)) throw error;
      this.#rounds.skip();
      return slice.setError(messageOf(error));
    }
    slice.setError('');
    if (this.#held.isStored) {
      this.#rounds.skip();
      return this.#attempt(this.#mounted.ask?.(slice.text));
    }
    await this.cut();
  }

  /** Shows what is selected, and makes the places of its cuts. */
  #select() {
    const held = this.#held;
    this.#ranges = this.#kind.select(this.form.slice.text, held.dims);
    this.#mounted.mark?.(this.#ranges, held);
    const { named } = this.#kind;
    const { shape } = selectionOf(held, { ranges: this.#ranges });
    if (named) this.#code.textContent = toProgram(named, this.form.slice.text, held, shape);
    for (const [i, card] of this.#cards.entries()) card.expect(this.#requestOf(i));
  }

  /** Does every job. */
  async cut() {
    await this.#attempt(this.#rounds.go());
    this.#progress.hide();
  }

  /** Asks the worker, which holds what was taken. */
  async ask(what: string, message: unknown) {
    await this.#hold();
    return this.#helper.ask(what, message, { onProgress: this.#showProgress });
  }

  #showProgress: Tell = (part, text) => this.#progress.show(part, text);

  /** Says below the slice why it cannot be cut, if that is still wanted. */
  async #attempt(work: Promise<void> | undefined) {
    const changes = this.#changes;
    try {
      await work;
    } catch (failure) {
      if (failure instanceof Stopped || changes !== this.#changes) return;
      this.form.slice.setError(messageOf(failure));
    }
  }

  refuse(message: string) {
    this.#opened.setError(message);
  }

  /** The results are of an older request. */
  #setStale() {
    this.#changes += 1;
    for (const { element } of this.#cards) element.classList.add('stale');
  }

  #hold(): Promise<Held> {
    return this.#helper.hold(async () => {
      const { taken } = this;
      if (taken === this.#good && (await this.#helper.ask('holds', taken.id))) return this.#held;
      const { id: kind, file, prepare = () => ({ message: taken, transfer: [] }) } = this.#kind;
      this.#progress.show(0, `reading the ${file.what}`);
      this.#isReading = true;
      try {
        const { message, transfer } = await prepare(taken);
        if (taken !== this.taken) throw new Stopped('something else was taken');
        const asking = { onProgress: this.#showProgress, transfer };
        return await this.#helper.ask('hold', { ...message, kind, id: taken.id }, asking);
      } finally {
        if (taken === this.taken) {
          this.#isReading = false;
          this.#progress.hide();
        }
      }
    });
  }

  /** What is wanted of a job now. */
  #requestOf(i: number): Request {
    const job = this.#kind.jobs[i];
    const { numbers, slice } = this.form;
    const spec = slice.text;
    const cut = job.cut(this.#ranges, numbers);
    const code = job.code(spec, cut, this.#held, numbers);
    const names = job.parts(this.#ranges, numbers);
    const command = job.command?.(spec, this.#held);
    return { spec, cut, code, command, names, columns: numbers.columns };
  }

  /**
   * @param i which job
   * @returns shows the result
   */
  async #do(i: number): Promise<() => void> {
    await this.#hold();
    const request = this.#requestOf(i);
    const changes = this.#changes;
    this.#progress.show(i / this.#cards.length, this.#cards[i].title);
    const parts = await this.#helper.ask('cut', request, { onProgress: this.#showProgress });
    return () => this.#cards[i].show(request, parts, changes === this.#changes);
  }

  #stop() {
    this.#helper.stop();
    this.#progress.hide();
  }
}
