// The bench: one state, one result, one address. Every change of the call, the data or the address is planned and drawn; a mistake is
// explained in the legend's place, while the last valid result stays, grey.
import { MicrotomeError } from '../lib/index.ts';
import { Bar } from './call/bar.ts';
import { Legend } from './call/legend.ts';
import { CallLine, type Wrong as WrongField } from './call/line.ts';
import type { Where } from './code/javascript.ts';
import { CodePanel } from './code/panel.ts';
import { CARDS, CHIPS } from './examples/examples.ts';
import { partsOf } from './model/call.ts';
import { givenBy, Wrong } from './model/given.ts';
import { formatHash, parseHash } from './model/hash.ts';
import { legendOf, titleOf } from './model/legend.ts';
import { callName } from './model/parameters.ts';
import { readArray } from './model/paste.ts';
import { elementsOf, heldBy, isLarge, type Result, toResult } from './model/result.ts';
import { isJoin, type Row, rowAt } from './model/rows.ts';
import { sliceNames, toNotation, toTexts } from './model/slice.ts';
import { atOperator, atVersion, beginWith, onPicture, type State } from './model/state.ts';
import { explainValue, readValue } from './model/values.ts';
import { Address } from './page/address.ts';
import { find, h } from './page/dom.ts';
import { kindOfFile, receive } from './page/drops.ts';
import { lazy, loadStyle } from './page/lazy.ts';
import { openPicture } from './page/pictures.ts';
import { messageOf, sayBytes } from './page/say.ts';
import type { FileView, Opened } from './view/file.ts';
import type { Pixels } from './view/picture.ts';
import { Stage } from './view/stage.ts';
import { Client } from './worker/client.ts';
import { runPicture } from './worker/run.ts';

/** Elements of a picture up to which the page itself runs the call. */
const FEW = 4e6;
/** Bytes of text that is dropped. */
const LARGEST_TEXT = 2 ** 25;
/** Calls that `microtome/source` has. */
export const FILE_CALLS = ['Slice', 'Split', 'SplitToSequence', 'VariadicSplit', 'Gather'];

export class Bench {
  #state: State;
  /** The last valid one. */ #result: Result | null = null;
  #picture: Pixels;
  #own: Pixels;
  #address = new Address();
  #client = new Client();
  #line;
  #legend;
  #bar;
  #stage;
  #code;
  #try;
  #files: FileView | null = null;
  #chosen = h('input', { type: 'file', hidden: true, accept: 'image/*' });
  #notices: string[] = [];
  /** The chips that are shown. */
  #shown: { key: string; links: { hash: string; link: HTMLElement }[] } = { key: '', links: [] };

  /** @param picture the page's own */
  constructor(picture: Pixels) {
    this.#picture = picture;
    this.#own = picture;
    const part = (id: string) => find(document, `#${id}`, HTMLElement);
    this.#legend = new Legend(part('says'));
    this.#line = new CallLine(
      part('call'),
      (field, text) => this.#type(field, text),
      (token) => this.#legend.mark(token),
    );
    this.#bar = new Bar(part('ops'), part('on'), find(document, '#version', HTMLSelectElement), {
      op: (op) => this.#choose(op),
      on: (on) => this.#switch(on),
      version: (op, opset) =>
        this.go(
          op === this.#state.op
            ? atVersion(this.#state, opset)
            : atVersion(atOperator(this.#state, op, isRight), opset),
          '',
        ),
      notation: (isString) => this.#rewrite(isString),
      add: (name) => {
        this.go({ ...this.#state, values: { ...this.#state.values, [name]: '' } }, '');
        this.#line.focus(name);
      },
    });
    this.#stage = new Stage(part('stage'), {
      change: (state, gesture) => this.go(state, gesture),
      edit: (k, text) => this.#edit(k, text),
      cancel: () => this.#cancel(),
    });
    this.#code = new CodePanel(
      part('code'),
      () => this.link,
      () =>
        this.#state.on === 'picture' && this.#picture !== this.#own ? 'your picture is not in the link' : '',
    );
    this.#try = part('try');
    part('cards').append(
      ...CARDS.map(({ title, call, hash }) =>
        h('a.card', { href: `#${encodeURI(hash)}` }, h('b', title), h('code', call)),
      ),
    );
    this.#chosen.addEventListener('change', () => this.#take(this.#chosen.files?.[0], ''));
    this.#try.after(this.#chosen);
    receive((file, text) => this.#take(file, text));
    const { state, complaints } = parseHash(location.hash, this.#dims);
    this.#state = state;
    this.#notices = complaints;
    addEventListener('hashchange', () => this.#open());
    new ResizeObserver(() => this.#stage.resize()).observe(part('stage'));
    this.#update();
  }

  /** Loads what is likely to be needed next. */
  preload() {
    this.#stage.load();
    this.#code.load();
  }

  /** Of the last valid state. */
  get link() {
    const hash = formatHash(this.#result?.state ?? this.#state);
    return new URL(`#${hash}`, location.href).href;
  }

  /** How else the call can be changed. */
  get #hint() {
    const { on, op } = this.#state;
    if (on === 'file' || op !== 'Slice') return '';
    return on === 'picture' ? 'type, or drag the frame' : 'type, or drag over cells';
  }

  get #dims() {
    const { height, width } = this.#picture;
    return `${height}, ${width}, 4`;
  }

  /** The address has changed: a link, or back and forward. */
  #open() {
    if (location.hash.slice(1) === formatHash(this.#state)) return;
    this.#address.forget();
    const { state, complaints } = parseHash(location.hash, this.#dims);
    this.#state = state;
    this.#notices = complaints;
    this.#update();
  }

  go(state: State, gesture: string) {
    this.#state = state;
    this.#notices = [];
    this.#address.write(`#${formatHash(state)}`, gesture);
    this.#update();
  }

  #choose(op: string) {
    const isKept = this.#state.on !== 'file' || FILE_CALLS.includes(op);
    this.go(isKept ? atOperator(this.#state, op, isRight) : beginWith(op), '');
  }

  #switch(on: State['on']) {
    const { op } = this.#state;
    if (on === 'picture')
      return this.go(onPicture(op, this.#dims) ?? (onPicture('Slice', this.#dims) as State), '');
    if (on === 'tensor') return this.go(beginWith(op), '');
    this.go({ ...beginWith(FILE_CALLS.includes(op) ? op : 'Slice'), on: 'file', url: '', tensor: '' }, '');
  }

  #type(field: string, text: string) {
    const state = this.#state;
    if (field === 's') return this.go({ ...state, notation: text }, field);
    this.go({ ...state, values: { ...state.values, [field]: text } }, field);
  }

  /** Between a slice string and lists. */
  #rewrite(isString: boolean) {
    const result = this.#result;
    if (!result?.ranges) return;
    const { dims } = result.tensors[0];
    const texts = toTexts(result.row.op, result.ranges, dims);
    const { steps, axes } = sliceNames(result.row.op);
    const values = Object.fromEntries(
      Object.entries(texts).filter(([name, text]) => text !== '' || ![steps, axes].includes(name)),
    );
    if (!isString) this.go({ ...result.state, notation: null, values }, '');
    else this.go({ ...result.state, notation: toNotation(result.ranges, dims), values: {} }, '');
  }

  #update() {
    const state = this.#state;
    this.#client.stop();
    this.#bar.show(state);
    this.#chips(state);
    if (state.on === 'file') {
      this.#updateFile(state);
      return;
    }
    try {
      if (isLarge(state) || (state.on === 'picture' && this.#picture.data.length > FEW)) {
        givenBy(state); // what is mistyped is said at once
        this.#updateLater(state);
        return;
      }
      const result = toResult(state);
      this.#draw(result, state.on === 'picture' ? runPicture(state, this.#picture.data) : []);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #updateLater(state: State) {
    this.#line.show(partsOf(state, 1), null, this.#hint);
    this.#stage.setBusy(state.on === 'picture' ? 'cutting the picture' : 'planning the outputs');
    try {
      const answer = await this.#client.ask(state, state.on === 'picture' ? this.#picture.data : undefined);
      if (answer !== null) this.#draw(answer.result, answer.made);
    } catch (error) {
      this.#fail(error);
    }
  }

  #cancel() {
    this.#client.stop();
    this.#stage.setBusy('');
    this.#legend.fail('Cancelled.', this.#result !== null);
    this.#stage.setOld(this.#result !== null);
    this.#code.setStale(true);
  }

  #draw(result: Result, made: Parameters<Stage['draw']>[1]) {
    this.#result = result;
    const parts = partsOf(result.state, result.tensors.length);
    this.#line.show(parts, null, this.#hint);
    this.#legend.show(legendOf(result), this.#notices);
    this.#stage.draw(result, made, this.#picture);
    this.#code.show(result, this.#where());
    document.title = `${titleOf(parts, result)} · Microtome`;
  }

  #fail(error: unknown) {
    if (!(error instanceof MicrotomeError || error instanceof Wrong || error instanceof RangeError))
      throw error;
    const wrong = this.#wrongOf(error);
    const joined = isJoin(rowAt(this.#state.op, this.#state.opset) as Row)
      ? this.#state.dims.split(';').length
      : 1;
    this.#line.show(partsOf(this.#state, joined), wrong, '');
    const isSame = this.#result?.state.on === this.#state.on;
    this.#legend.fail([wrong.message, ...this.#notices].join('; '), isSame);
    this.#stage.fail(this.#state, wrong.field === 'dims' ? wrong.message : '', isSame);
    this.#code.setStale(true);
  }

  /** At which field a mistake is shown. */
  #wrongOf(error: Error & { param?: string }): WrongField {
    const param = callName(error.param ?? '');
    const tensors = ['data', 'input', 'inputs', 'input_sequence', 'past_cache', 'update', 'updates'];
    const field =
      param === 'spec' || (this.#state.notation !== null && param !== 'dims' && !tensors.includes(param))
        ? 's'
        : tensors.includes(param)
          ? 'dims'
          : param;
    return { field, message: messageOf(error) };
  }

  async #updateFile(state: State) {
    if (this.#files === null) {
      this.#stage.setBusy('loading what reads files');
      const load = () =>
        Promise.all([import('./view/file.ts'), loadStyle(new URL('./style/tensor.css', import.meta.url))]);
      const [module] = (await lazy(load, 'What reads files')) ?? [];
      this.#stage.setBusy('');
      if (!module) return;
      this.#files = new module.FileView({
        change: (next, gesture) => this.go(next, gesture),
        opened: () => this.#update(),
        told: (text) => this.#code.show(this.#result, this.#where(), text),
      });
    }
    if (this.#state !== state) return;
    const files = this.#files;
    this.#stage.showFile(files.element);
    files.want(state);
    files.prepare(state);
    const { stored } = files;
    if (stored === null) {
      this.#result = null;
      this.#line.show(partsOf(state, 1), null, this.#hint);
      this.#legend.show(
        [
          {
            badge: '',
            colour: '',
            token: '',
            says: 'Open a file or a URL: nothing but its list of tensors is read.',
            of: '',
          },
        ],
        this.#notices,
      );
      this.#code.show(null, this.#where());
      return;
    }
    const { name, type, dims } = stored;
    try {
      const known = { ...state, tensor: name, type: type as State['type'], dims: dims.join(', ') };
      this.#state = known;
      const result = toResult(known);
      const said = files.show(result);
      this.#result = result;
      const parts = partsOf(known, 1);
      this.#line.show(parts, null, this.#hint);
      this.#legend.show(legendOf(result), this.#notices);
      this.#code.show(result, this.#where(), said);
      document.title = `${titleOf(parts, result)} · Microtome`;
    } catch (error) {
      this.#fail(error);
    }
  }

  #where(): Where {
    const { name, url, width, height } = this.#picture;
    const file: Opened = this.#files?.opened ?? { name: '', isUrl: true, layout: '' };
    return {
      picture: { name, url: url === name ? url : new URL(url, location.href).href, width, height },
      file,
      planned: false,
    };
  }

  #chips(state: State) {
    const { height, width, name } = this.#picture;
    const key = `${state.on} ${name}`;
    if (this.#shown.key !== key) {
      const links = Object.entries(CHIPS[state.on](height, width)).map(([title, text]) => {
        const hash = formatHash(parseHash(text, this.#dims).state);
        return { hash, link: h('a.chip', { href: `#${encodeURI(text)}` }, title) };
      });
      const button = (text: string, onclick: () => void) =>
        h('button.chip', { type: 'button', onclick }, text);
      const own = state.on === 'picture' ? [button('your own…', () => this.#chosen.click())] : [];
      if (own.length > 0 && this.#picture !== this.#own)
        own.push(button('the first picture', () => this.#setPicture(this.#own)));
      const all = links.map(({ link }) => link);
      this.#try.replaceChildren(h('span', 'Try'), ...all.slice(0, -1), ...own, ...all.slice(-1));
      this.#shown = { key, links };
    }
    const hash = formatHash(state);
    for (const each of this.#shown.links) {
      if (each.hash === hash) each.link.setAttribute('aria-current', 'true');
      else each.link.removeAttribute('aria-current');
    }
  }

  #setPicture(picture: Pixels) {
    this.#picture = picture;
    this.go(onPicture('Slice', this.#dims) as State, '');
  }

  #edit(k: number, text: string) {
    const state = this.#state;
    const value = readValue(state.type, text);
    if (value === null) {
      return this.#legend.fail(explainValue(state.type, text), true);
    }
    const size = this.#result ? elementsOf(this.#result.tensors) : 0;
    const data = Array.from({ length: size }, (_, i) => (i === k ? value : heldBy(state, i)));
    this.go({ ...state, data }, '');
  }

  /** @param text if there is no file */
  async #take(file: File | undefined, text: string) {
    try {
      if (!file) return this.#takeText(text);
      const kind = await kindOfFile(file);
      if (kind === 'empty') throw new RangeError(`${file.name} is empty.`);
      if (kind === 'page')
        throw new RangeError(`${file.name} is a web page, which servers send when a file is not there.`);
      if (kind === 'picture') {
        this.#stage.setBusy('reading the picture');
        return this.#setPicture(await openPicture(file));
      }
      if (kind === 'text') {
        if (file.size > LARGEST_TEXT)
          throw new RangeError(
            `${file.name} has ${sayBytes(file.size)}; at most ${sayBytes(LARGEST_TEXT)} of text can be read.`,
          );
        return this.#takeText(await file.text());
      }
      const state: State = { ...beginWith('Slice'), on: 'file', notation: '...' };
      this.#state = state;
      this.#address.write(`#${formatHash(state)}`, '');
      this.#bar.show(state);
      this.#chips(state);
      await this.#updateFile(state);
      await this.#files?.open(file, kind === 'sound');
    } catch (error) {
      this.#stage.setBusy('');
      if (!(error instanceof RangeError)) throw error;
      this.#legend.fail(error.message, this.#result !== null);
    }
  }

  /** An array as text: cells. */
  #takeText(text: string) {
    const before = this.#state;
    const isCut = before.on === 'tensor' && !isJoin(rowAt(before.op) as Row);
    const base = isCut ? before : { ...beginWith('Slice'), notation: '...' };
    const { dims, values } = readArray(text);
    const type = values.every((value) => readValue(base.type, value) !== null) ? base.type : 'string';
    const data = values.map((value) => readValue(type, value));
    const bad = data.indexOf(null);
    if (bad >= 0) throw new RangeError(explainValue(type, values[bad]));
    const made = { ...base, type, dims: dims.join(', '), data: data as string[] };
    this.go(
      isRight(made)
        ? made
        : { ...made, op: 'Slice', opset: beginWith('Slice').opset, notation: '...', values: {} },
      '',
    );
  }
}

/** Whether it can be planned, as far as that can be told at once. */
function isRight(state: State) {
  try {
    return isLarge(state) || toResult(state) !== null;
  } catch (error) {
    if (error instanceof MicrotomeError || error instanceof Wrong) return false;
    throw error;
  }
}
