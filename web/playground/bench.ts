// The bench: one state, one result, one address. Every change of the call, the data or the address is planned and drawn; a mistake is
// explained in the legend's place, while the last valid result stays, grey.
import { Bar } from './call/bar.ts';
import { Chips } from './call/chips.ts';
import { Legend } from './call/legend.ts';
import { CallLine } from './call/line.ts';
import type { Where } from './code/data.ts';
import type { CodePanel } from './code/panel.ts';
import { type Mistake, mistakeOf } from './model/mistake.ts';
import type { Result } from './model/result.ts';
import { joinedIn } from './model/rows.ts';
import { plainItem, titleOf } from './model/slice_legend.ts';
import { isFirst, type State, typed } from './model/state.ts';
import { Address } from './page/address.ts';
import { find, h, isPlain } from './page/dom.ts';
import { receive } from './page/drops.ts';
import { Later, loadStyle } from './page/lazy.ts';
import { known, type More, more, withMore } from './page/more.ts';
import { Picture } from './page/pictures.ts';
import type { Made } from './view/images.ts';
import type { Pixels } from './view/scale.ts';
import { Stage } from './view/stage.ts';
import { runPicture } from './worker/run.ts';

/** Elements of a picture up to which the page itself runs the call. */
const FEW = 4e6;
/** Tensors of a list that the line names; the code names all. */
const MOST_NAMED = 8;

/** How else the call can be changed, by kind of data. */
const HINTS = { picture: 'type, or drag the frame', tensor: 'type, or drag on the tensor', file: '' };
const FOR_FINGERS = 'Drag across for a new frame.';

export class Bench {
  #state: State;
  /** The last valid one. */ #result: Result | null = null;
  #picture;
  #address = new Address();
  #client: InstanceType<More['Client']> | null = null;
  #line;
  #legend;
  #bar;
  #stage;
  #code;
  #chips;
  #file: Where['file'] = { name: '', isUrl: true, layout: '' };
  #chosen = h('input', { type: 'file', hidden: true, accept: 'image/*' });
  #notices: string[] = [];

  /** @param picture the page's own */
  constructor(picture: Pixels) {
    this.#picture = new Picture(picture);
    const part = (id: string) => find(document, `#${id}`, HTMLElement);
    this.#legend = new Legend(part('says'), (state) => this.go(state, ''));
    this.#line = new CallLine(
      part('call'),
      (field, text) => this.go(typed(this.#state, field, text), field),
      (token) => this.#legend.mark(token),
    );
    this.#bar = new Bar(part('ops'), part('on'), find(document, '#version', HTMLSelectElement), {
      op: (op) => this.#goBy(({ chosen }) => chosen(this.#state, op)),
      on: (on) => this.#goBy(({ switched }) => switched(this.#state, on, this.#picture.dims)),
      version: (op, opset) => this.#goBy(({ versioned }) => versioned(this.#state, op, opset)),
      notation: (isString) =>
        this.#goBy(({ inNotation, inLists }) => {
          const write = isString ? inNotation : inLists;
          return this.#result?.ranges ? write(this.#result) : null;
        }),
      add: (name) => {
        this.go(typed(this.#state, name, ''), '');
        this.#line.focus(name);
      },
    });
    this.#stage = new Stage(part('stage'), {
      change: (state, gesture) => this.go(state, gesture),
      edit: (k, text) => this.#edit(k, text),
      cancel: () => this.#cancel(),
      opened: () => this.#update(),
      picture: (file) => this.#take(file, ''),
      told: (text) => this.#tell((code) => code.show(this.#result, this.#where, text)),
    });
    this.#code = new Later(async () => {
      const style = loadStyle(new URL('./style/code.css', import.meta.url));
      const [{ CodePanel }] = await Promise.all([import('./code/panel.ts'), style]);
      const isInLink = () => this.#state.on !== 'picture' || this.#picture.isOwn;
      const lacking = () => (isInLink() ? '' : 'your picture is not in the link');
      return new CodePanel(part('code'), () => this.link, lacking);
    });
    this.#chips = new Chips(part('try'), {
      hashOf: (text) =>
        more.part || isFirst(text)
          ? known().formatHash(known().parseHash(text, this.#picture.dims).state)
          : '',
      pick: () => this.#chosen.click(),
      back: () => this.#setPicture(this.#picture.own),
    });
    part('cards').addEventListener('click', (event) => {
      if (!isPlain(event) || !(event.target instanceof Element && event.target.closest('a'))) return;
      part('bench').focus({ preventScroll: true });
      this.#reveal();
    });
    this.#chosen.addEventListener('change', () => this.#take(this.#chosen.files?.[0], ''));
    part('try').after(this.#chosen);
    receive((file, text) => this.#take(file, text));
    this.#state = this.#read();
    if (this.#picture.lost !== '' && this.#state.on === 'picture')
      this.#notices.push(`${this.#picture.lost} is not kept on a reload: open it again.`);
    this.#picture.note();
    addEventListener('hashchange', () => {
      this.#picture.note();
      if (location.hash.slice(1) === known().formatHash(this.#state)) return;
      this.#address.forget();
      withMore(() => {
        this.#state = this.#read();
        this.#update();
      });
    });
    new ResizeObserver(() => this.#stage.resize()).observe(part('stage'));
    this.#update();
  }

  /** Offers what the page knows, of which the rest may have been loaded. */
  offer() {
    const { name } = this.#picture.shown;
    this.#bar.show(this.#state);
    this.#chips.show(
      this.#state,
      known().formatHash(this.#state),
      `${name} ${this.#picture.dims}`,
      this.#picture.isOwn,
    );
  }

  /** Does something with the code, which is loaded when the first result is there. */
  async #tell(act: (code: CodePanel) => void) {
    const code = this.#code.part ?? (await this.#code.load());
    if (code) act(code);
  }

  /** Of the last valid state. */
  get link() {
    const hash = known().formatHash(this.#result?.state ?? this.#state);
    return new URL(`#${hash}`, location.href).href;
  }

  get #where(): Where {
    return { picture: this.#picture.where, file: this.#file };
  }

  /** The state of the address. */
  #read() {
    const { state, complaints } = known().parseHash(location.hash, this.#picture.dims);
    const says = `Not all of this address could be used. ${complaints.join('; ')}.`;
    this.#notices = complaints.length > 0 ? [says] : [];
    return state;
  }

  /** @param gesture what is typed or dragged in one go is one step back; '': a step of its own */
  go(state: State, gesture: string) {
    this.#state = state;
    this.#notices = [];
    this.#address.write(`#${known().formatHash(state)}`, gesture);
    this.#update();
  }

  /** @param make another state; null: none */
  #goBy(make: (all: More) => State | null) {
    withMore((all) => {
      const state = make(all);
      if (state) this.go(state, '');
    });
  }

  #update() {
    const state = this.#state;
    const { data } = this.#picture.shown;
    this.#client?.stop();
    this.offer();
    if (state.on === 'file') return this.#updateFile(state);
    const pixels = state.on === 'picture' ? data : undefined;
    try {
      if (more.part && (more.part.isLarge(state) || (pixels && pixels.length > FEW))) {
        more.part.givenBy(state); // what is mistyped is said at once
        this.#updateLater(state, pixels, more.part);
        return;
      }
      const given = known().givenBy(state);
      const result = known().toResult(state, given);
      this.#draw(result, pixels ? runPicture(given, pixels) : []);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #updateLater(state: State, pixels: Uint8ClampedArray | undefined, { Client }: More) {
    this.#showLine(null);
    this.#stage.setBusy(pixels ? 'cutting the picture' : 'planning the outputs');
    this.#client ??= new Client();
    try {
      const answer = await this.#client.ask(state, pixels);
      if (answer !== null) this.#draw(answer.result, answer.made);
    } catch (error) {
      this.#fail(error);
    }
  }

  #updateFile(state: State) {
    this.#stage.withFiles((files) => {
      if (this.#state !== state) return;
      const full = files.prepare(state);
      this.#file = files.opened;
      if (full === null) {
        this.#result = null;
        this.#showLine(null);
        const says =
          'First open a file of tensors: by its URL, from your disk, or one of the examples below.';
        this.#legend.show([plainItem(says)], this.#notices);
        this.#tell((code) => code.show(null, this.#where));
        return;
      }
      this.#state = full;
      try {
        const result = known().toResult(full, known().givenBy(full));
        const said = files.show(result);
        this.#describe(result, said);
        this.#stage.setOld(false);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  #cancel() {
    this.#client?.stop();
    this.#state = { ...this.#state }; // nothing that is still being loaded for it is wanted
    this.#stage.setBusy('');
    this.#legend.fail('Cancelled.', this.#result !== null);
    this.#stage.setOld(this.#result !== null);
    this.#tell((code) => code.setStale(true));
  }

  #draw(result: Result, made: Made[]) {
    this.#describe(result);
    this.#stage.draw(result, made, this.#picture.shown);
  }

  /** @param said what is printed, if the call does not say it */
  #describe(result: Result, said = '') {
    this.#result = result;
    const parts = this.#showLine(null);
    const forFingers = result.state.on === 'picture' && result.ranges ? FOR_FINGERS : '';
    const items = known().legendOf(result);
    this.#legend.show(items, this.#notices, more.part?.otherSplit(result) ?? null, forFingers);
    this.#tell((code) => code.show(result, this.#where, said));
    document.title = `${titleOf(parts, result)} · Microtome`;
  }

  #showLine(wrong: Mistake | null) {
    const { on, op } = this.#state;
    const parts = known().partsOf(this.#state, joinedIn(this.#state), MOST_NAMED);
    this.#line.show(parts, wrong, op === 'Slice' && !wrong ? HINTS[on] : '');
    return parts;
  }

  #fail(error: unknown) {
    const wrong = mistakeOf(error, this.#state);
    this.#showLine(wrong);
    const isSame = this.#result?.state.on === this.#state.on;
    this.#legend.fail([wrong.message, ...this.#notices].join('; '), isSame);
    this.#stage.fail(this.#state, wrong.field === 'dims' ? wrong.message : '', isSame);
    this.#tell((code) => code.setStale(true));
  }

  /** Brings the stage into view, for what is chosen below it or dropped. */
  #reveal() {
    const { top, bottom } = find(document, '#stage', HTMLElement).getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) find(document, '#bench', HTMLElement).scrollIntoView();
  }

  #setPicture(picture: Pixels) {
    this.#picture.shown = picture;
    this.#goBy(({ switched }) => switched(this.#state, 'picture', this.#picture.dims)); // the call stays
    this.#picture.note();
  }

  #edit(k: number, text: string) {
    const state = this.#state;
    const { edited, explainValue, readValue } = more.part as More;
    const value = readValue(state.type, text);
    if (value === null) return this.#legend.fail(explainValue(state.type, text), true);
    if (this.#result) this.go(edited(state, this.#result, k, value), '');
  }

  /** @param text if there is no file */
  async #take(file: File | undefined, text: string) {
    this.#stage.setBusy('opening');
    const all = await more.load();
    if (!all) return this.#stage.setBusy('');
    try {
      const taken = await all.take(file, text, this.#state);
      this.#stage.setBusy('');
      this.#reveal();
      if ('picture' in taken) this.#setPicture(taken.picture);
      else if ('state' in taken) this.go(taken.state, '');
      else {
        this.go(all.switched({ ...this.#state, op: 'Slice' }, 'file', ''), '');
        this.#stage.withFiles((files) => {
          files.prepare(this.#state);
          files.open(taken.file, taken.isSound);
        });
      }
    } catch (error) {
      this.#stage.setBusy('');
      if (!(error instanceof RangeError)) throw error;
      this.#legend.fail(error.message, this.#result !== null);
    }
  }
}
