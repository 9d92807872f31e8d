// A file or a URL: its tensors, what a cut of one would fetch, and the result. Nothing but the list is read before Fetch.
import { open, type Source, type Stored } from '../../lib/source.ts';
import type { Where } from '../code/data.ts';
import type { Numbers } from '../model/kinds.ts';
import type { Result } from '../model/result.ts';
import type { State } from '../model/state.ts';
import { h, set, write } from '../page/dom.ts';
import { messageOf, plural, sayBytes } from '../page/say.ts';
import { CostView } from './cost.ts';
import { Listing } from './listing.ts';
import { axesElement, moveRulers } from './rulers.ts';
import { keepThumb } from './thumbs.ts';
import type { Change } from './view.ts';
import { layoutCode, layoutOfWav } from './wav.ts';

export interface FileHands {
  change: Change;
  /** A picture was picked. */
  picture: (file: File) => void;
  /** The file is open, or cannot be opened. */
  opened: () => void;
  /** What the program prints has changed. */
  told: (text: string) => void;
}

const NOTHING = 'Only its list of tensors is read. Nothing leaves this page.';

export class FileView {
  opened: Where['file'] = { name: '', isUrl: true, layout: '' };
  #hands;
  #state: State | null = null;
  #source: Source | null = null;
  /** What was asked to be opened last. */ #asked: string | File = '';
  #stored: Stored | null = null;
  #result: Result | null = null;
  #stop = new AbortController();
  #title = h('b', 'File or URL');
  #about = h('span.muted', { role: 'status' }, NOTHING);
  #wrong = h('p.error', { role: 'alert' });
  #url = h('input', {
    type: 'text',
    'aria-label': 'URL of a file of tensors',
    placeholder: 'https://…/model.safetensors',
    spellcheck: false,
    autocomplete: 'off',
    inputMode: 'url',
  });
  #picked = h('input', { type: 'file', hidden: true });
  #list = new Listing((name) => this.#choose(name));
  #axes = h('div');
  #cost;
  element = h('div.view.files');

  constructor(hands: FileHands) {
    this.#hands = hands;
    this.#cost = new CostView(hands.told);
    const find = h(
      'form.find',
      this.#url,
      h('button.btn', { type: 'submit' }, 'Open'),
      h('button.btn', { onclick: () => this.#picked.click() }, 'File…'),
      this.#picked,
    );
    find.addEventListener('submit', (event) => {
      event.preventDefault();
      const url = this.#url.value.trim();
      if (url === '' || this.#state === null) return;
      this.#asked = url;
      this.#hands.change({ ...this.#state, url, tensor: '' }, '');
      this.open(url);
    });
    this.#picked.addEventListener('change', () => {
      const [file] = this.#picked.files ?? [];
      if (file) file.type.startsWith('image/') ? hands.picture(file) : this.open(file);
    });
    moveRulers(this.#axes, () => this.#result, hands.change);
    const side = h('div.side', this.#axes, this.#cost.element);
    const cap = h('div.cap', this.#title, this.#about);
    this.element.append(cap, find, this.#wrong, h('div.file', this.#list.element, side));
  }

  /**
   * Shows what a state names. A file beside the page is opened at once; others wait for Open.
   * @returns the state with the tensor that the call takes; null: none is open
   */
  prepare(state: State): State | null {
    this.#state = state;
    const { url, tensor } = state;
    if (url !== '' && url !== this.#asked) {
      this.#url.value = url;
      this.#close('Press Open to read its list of tensors.');
      if (new URL(url, location.href).origin === location.origin) this.open(url);
    } else if (url === '' && this.#asked !== '' && typeof this.#asked === 'string') {
      this.#url.value = '';
      this.#asked = '';
      write(this.#title, 'File or URL');
      this.#close(NOTHING);
    }
    if (this.#source && tensor !== this.#stored?.name) this.#pick(tensor);
    if (this.#stored) {
      const { name, type, dims } = this.#stored;
      return { ...state, tensor: name, type: type as State['type'], dims: dims.join(', ') };
    }
    this.#axes.replaceChildren();
    this.#cost.hide();
    return null;
  }

  #close(says: string) {
    this.#source = null;
    this.#stored = null;
    this.#list.show(null);
    this.#say(says);
  }

  /** @param isSound a WAV file, whose samples are one tensor */
  async open(from: string | File, isSound = false) {
    this.#asked = from;
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const isUrl = typeof from === 'string';
    const name = isUrl ? from : from.name;
    write(this.#title, name.replace(/^.*\//, ''));
    this.#say('opening …');
    let read = 0;
    const counted = async (url: Numbers, options: Numbers) => {
      const response = await fetch(url, options);
      if (response.ok) read += Number(response.headers.get('Content-Length') ?? 0);
      return response;
    };
    try {
      const layout = isSound ? await layoutOfWav(from as File) : undefined;
      const options = { layout, signal, ...(isUrl && { fetch: counted }) };
      const source = await open(from as Numbers, options as Numbers);
      if (signal.aborted) return;
      this.#source = source;
      this.#stored = null;
      this.opened = {
        name: isUrl ? new URL(from, location.href).href : name,
        isUrl,
        layout: layout ? layoutCode(layout) : '',
      };
      this.#say(
        `${plural(source.names.length, 'tensor')}${read > 0 ? `; the list took ${sayBytes(read)}` : ''}`,
      );
      this.#list.show(source);
      if (!isUrl) this.#hands.change({ ...(this.#state as State), on: 'file', url: '', tensor: '' }, '');
    } catch (error) {
      if (signal.aborted) return;
      this.#close('');
      this.#fail(messageOf(error));
    }
    this.#hands.opened();
  }

  #say(text: string) {
    write(this.#about, text);
    write(this.#wrong, '');
    set(this.#url, { 'aria-invalid': 'false' });
  }

  #fail(message: string) {
    write(this.#wrong, `▲ ${message}`);
    set(this.#url, { 'aria-invalid': 'true' });
  }

  #pick(wanted: string) {
    const { names } = this.#source as Source;
    const name = names.includes(wanted) ? wanted : names[0];
    this.#stored = null;
    try {
      if (wanted !== '' && name !== wanted) this.#fail(`The file has no tensor '${wanted}'`);
      this.#stored = (this.#source as Source).tensor(name);
    } catch (error) {
      this.#fail(messageOf(error));
    }
    this.#list.mark(this.#stored?.name);
  }

  #choose(name: string) {
    const state = this.#state as State;
    this.#pick(name);
    const rank = this.#stored?.dims.length ?? 0;
    const fits = state.notation === null || state.notation.split(',').length <= rank;
    this.#hands.change({ ...state, tensor: name, ...(fits ? {} : { notation: '...' }) }, '');
  }

  /** @returns what the program prints */
  show(result: Result): string {
    this.#result = result;
    keepThumb(this.#axes, () => this.#axes.replaceChildren(axesElement(result)));
    return this.#cost.show(this.#stored as Stored, result, this.opened.isUrl);
  }
}
