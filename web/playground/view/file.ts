// A file or a URL: its tensors, what a cut of one would fetch, and the result. Nothing but the list is read before Fetch.
import type { Type } from '../../lib/index.ts';
import {
  cost,
  gather,
  open,
  type Source,
  type Stored,
  save,
  slice,
  split,
  splitToSequence,
  variadicSplit,
} from '../../lib/source.ts';
import { prints } from '../code/javascript.ts';
import { givenBy } from '../model/given.ts';
import { sizeOf } from '../model/integers.ts';
import type { Result } from '../model/result.ts';
import type { State } from '../model/state.ts';
import type { Numbers } from '../model/values.ts';
import { h, set, write } from '../page/dom.ts';
import { messageOf, plural, sayBytes, sayDims, sayNumber } from '../page/say.ts';
import { axesElement } from './rulers.ts';
import type { Change } from './view.ts';
import { layoutOfWav } from './wav.ts';

interface Hands {
  change: Change;
  opened: () => void;
  /** What the program prints has changed. */
  told: (text: string) => void;
}

/** What the code says of the file. */
export interface Opened {
  name: string; // a URL, or a name
  isUrl: boolean;
  layout: string; // as code
}

/** Rows that are listed at a time, and values that are shown. */
const ROWS = 50;
const VALUES = 12;

type Cost = { requests: number; bytes: number; useful: number };

export class FileView {
  element;
  opened: Opened = { name: '', isUrl: true, layout: '' };
  #hands;
  #source: Source | null = null;
  /** What was asked to be opened last. */ #asked: unknown = null;
  #stored: Stored | null = null;
  #result: Result | null = null;
  #stop = new AbortController();
  #about = h('span.muted', 'Drop a file, or open one. Nothing leaves this page.');
  #title = h('b', 'File or URL');
  #url = h('input', {
    type: 'text',
    'aria-label': 'URL of a file of tensors',
    placeholder: 'https://…/model.safetensors',
    spellcheck: false,
    autocomplete: 'off',
    inputMode: 'url',
  });
  #picked = h('input', { type: 'file', hidden: true });
  #filter = h('input', {
    type: 'text',
    'aria-label': 'filter tensors',
    placeholder: 'filter tensors',
    autocomplete: 'off',
  });
  #rows = h('tbody');
  #more = h('button.chip', { type: 'button', hidden: true });
  #most = ROWS;
  #axes = h('div');
  #cost = h('div.cost', { hidden: true });

  constructor(hands: Hands) {
    this.#hands = hands;
    const find = h(
      'form.find',
      this.#url,
      h('button.btn', { type: 'submit' }, 'Open'),
      h('button.btn', { type: 'button', onclick: () => this.#picked.click() }, 'File…'),
      this.#picked,
    );
    find.addEventListener('submit', (event) => {
      event.preventDefault();
      const url = this.#url.value.trim();
      if (url === '' || this.#wanted === null) return;
      this.#asked = url;
      this.#hands.change({ ...this.#wanted, url, tensor: '' }, '');
      this.open(url);
    });
    this.#picked.addEventListener(
      'change',
      () => this.#picked.files?.[0] && this.open(this.#picked.files[0]),
    );
    this.#filter.addEventListener('input', () => this.#list());
    this.#more.addEventListener('click', () => {
      this.#most += ROWS;
      this.#list();
    });
    this.#rows.addEventListener('click', ({ target }) => {
      const name = target instanceof Element ? target.closest('tr')?.dataset.name : undefined;
      if (name !== undefined) this.#choose(name);
    });
    const head = h(
      'thead',
      h(
        'tr',
        h('th', { scope: 'col' }, this.#filter),
        ...['type', 'dims', 'size'].map((title) => h('th', { scope: 'col' }, title)),
      ),
    );
    const list = h(
      'div.listed',
      { tabIndex: 0, role: 'region', 'aria-label': 'Tensors' },
      h('table', head, this.#rows),
      this.#more,
    );
    this.element = h(
      'div.view',
      h('div.cap', this.#title, this.#about),
      find,
      h('div.file', list, h('div.side', this.#axes, this.#cost)),
    );
  }

  /** The tensor that the call takes. */
  get stored() {
    return this.#stored;
  }

  /** Shows what a state names. A file beside the page is opened at once; others wait for Open. */
  prepare({ url, tensor }: State) {
    if (url !== '' && url !== this.#asked) {
      this.#url.value = url;
      if (new URL(url, location.href).origin === location.origin) this.open(url);
      else {
        this.#source = null;
        this.#stored = null;
        write(this.#about, 'Press Open to read its list of tensors.');
        this.#list();
      }
    } else if (url === '' && typeof this.#asked === 'string') this.#close();
    if (this.#source && tensor !== this.#stored?.name) this.#pick(tensor);
    if (this.#stored === null) {
      this.#axes.replaceChildren();
      this.#cost.hidden = true;
    }
  }

  #close() {
    this.#asked = null;
    this.#source = null;
    this.#stored = null;
    this.#url.value = '';
    write(this.#title, 'File or URL');
    write(this.#about, 'Drop a file, or open one. Nothing leaves this page.');
    this.#list();
  }

  /** @param isSound a WAV file, whose samples are one tensor */
  async open(from: string | File, isSound = false) {
    if (from === '') return;
    this.#asked = from;
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const name = typeof from === 'string' ? from : from.name;
    write(this.#title, name.replace(/^.*\//, ''));
    this.#say('opening …');
    let read = 0;
    try {
      const layout = isSound ? await layoutOfWav(from as File) : undefined;
      const counted = async (url: Numbers, options: Numbers) => {
        const response = await fetch(url, options);
        read +=
          response.status === 206 || response.ok ? Number(response.headers.get('Content-Length') ?? 0) : 0;
        return response;
      };
      const source = await open(
        from as Numbers,
        { layout, signal, ...(typeof from === 'string' && { fetch: counted }) } as Numbers,
      );
      if (signal.aborted) return;
      this.#source = source;
      this.opened = {
        name: typeof from === 'string' ? new URL(from, location.href).href : name,
        isUrl: typeof from === 'string',
        layout: layout ? layoutCode(layout) : '',
      };
      const list = read > 0 ? `; the list took ${sayBytes(read)}` : '';
      this.#say(`${plural(source.names.length, 'tensor')}${list}`);
      this.#most = ROWS;
      this.#stored = null;
      this.#list();
      const [first] = source.names;
      if (typeof from !== 'string')
        this.#hands.change({ ...(this.#wanted as State), on: 'file', url: '', tensor: '' }, '');
      if (this.#stored === null) this.#pick(this.#wanted?.tensor || first);
      this.#hands.opened();
    } catch (error) {
      if (signal.aborted) return;
      this.#source = null;
      this.#stored = null;
      this.#say(messageOf(error), true);
      this.#list();
      this.#hands.opened();
    }
  }

  #wanted: State | null = null;

  #say(text: string, isError = false) {
    write(this.#about, text);
    this.#about.className = isError ? 'error' : 'muted';
    set(this.#about, { role: isError ? 'alert' : 'status', title: text });
    set(this.#url, { 'aria-invalid': String(isError) });
  }

  #pick(name: string) {
    const source = this.#source;
    if (source === null) return;
    const known = source.names.includes(name) ? name : source.names[0];
    if (name !== '' && !source.names.includes(name)) this.#say(`the file has no tensor '${name}'`, true);
    try {
      this.#stored = source.tensor(known);
    } catch (error) {
      this.#stored = null;
      this.#say(messageOf(error), true);
    }
    this.#mark();
  }

  #choose(name: string) {
    const state = this.#result?.state ?? this.#wanted;
    if (!state) return;
    this.#pick(name);
    const rank = this.#stored?.dims.length ?? 0;
    const fits = state.notation === null || state.notation.split(',').length <= rank;
    this.#hands.change({ ...state, tensor: name, ...(fits ? {} : { notation: '...' }) }, '');
  }

  /** The result is not fetched yet. @returns what the program prints */
  show(result: Result): string {
    const stored = this.#stored as Stored;
    this.#result = result;
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#axes.replaceChildren(axesElement(result));
    this.#mark();
    const spent = costOf(stored, result);
    const whole = cost(stored, '...').useful;
    const fetchIt = h(
      'button.btn.main',
      { type: 'button', onclick: () => this.#fetch(result, spent) },
      `Fetch ${sayBytes(spent.bytes)}`,
    );
    const track = h(
      'div.track',
      { 'aria-hidden': 'true' },
      h('u', { '--a': 0, '--b': Math.min(1, spent.bytes / Math.max(1, whole)) }),
    );
    this.#cost.hidden = false;
    this.#cost.replaceChildren(
      h('span.muted', this.opened.isUrl ? 'This cut would fetch' : 'This cut would read'),
      h('b', plural(spent.bytes, 'byte')),
      track,
      h('span.muted', `of ${sayBytes(whole)}, in ${plural(spent.requests, 'request')}`),
      h('div.row', fetchIt),
    );
    return this.#prints(result, spent, false);
  }

  #prints(result: Result, spent: Cost, isFetched: boolean) {
    const text = prints(result, result.row.op_type === 'Slice' ? spent.bytes : null);
    return isFetched ? text : `${text}\n(the dims after Fetch)`;
  }

  async #fetch(result: Result, spent: Cost) {
    const stored = this.#stored as Stored;
    const { signal } = this.#stop;
    const progress = h('progress', { max: Math.max(1, spent.bytes), value: 0, 'aria-label': 'fetched' });
    const says = h('span', { role: 'status' }, `0 of ${sayBytes(spent.bytes)}`);
    const onprogress = ({ bytes, total }: { bytes: number; total: number }) => {
      progress.value = bytes;
      write(says, `${sayBytes(bytes)} of ${sayBytes(total)}`);
    };
    const cancel = h('button.btn', { type: 'button', onclick: () => this.#stop.abort() }, 'Cancel');
    this.#cost.replaceChildren(says, progress, h('div.row', cancel));
    signal.addEventListener('abort', () => this.#result === result && this.#hands.told(this.show(result)), {
      once: true,
    });
    try {
      const made = await take(stored, result, { signal, onprogress });
      if (signal.aborted) return;
      this.#showMade(result, made, spent);
    } catch (error) {
      if (signal.aborted) return;
      this.#cost.replaceChildren(
        h('span.error', { role: 'alert' }, messageOf(error)),
        h(
          'div.row',
          h('button.btn', { type: 'button', onclick: () => this.#fetch(result, spent) }, 'Try again'),
        ),
      );
    }
  }

  #showMade(result: Result, made: { dims: readonly number[]; data: Numbers }[], spent: Cost) {
    const [first] = made;
    const values = Array.from(first?.data.slice(0, VALUES) ?? [], (value) =>
      typeof value === 'number' ? Number(value.toPrecision(5)) : value,
    ).join(', ');
    const isSlice = result.row.op_type === 'Slice' && result.state.notation !== null;
    const keep = h('button.btn.main', { type: 'button', onclick: () => this.#save(result) }, 'Save .npy');
    this.#cost.replaceChildren(
      h('span.muted', `${plural(made.length, 'tensor')}, ${sayBytes(spent.bytes)} fetched`),
      h('b', sayDims(first?.dims ?? [])),
      h('span.m', values + (sizeOf(first?.dims ?? [0]) > VALUES ? ', …' : '')),
      h('div.row', ...(isSlice ? [keep] : [])),
    );
    this.#hands.told(this.#prints(result, spent, true));
  }

  async #save(result: Result) {
    const stored = this.#stored as Stored;
    const { readable, writable } = new TransformStream();
    const [blob] = await Promise.all([
      new Response(readable).blob(),
      save(stored, result.state.notation as string, writable, { format: 'npy' } as Numbers),
    ]);
    const link = h('a', {
      href: URL.createObjectURL(blob),
      download: `${(stored.name || 'cut').replace(/[^\w.-]/g, '_')}.npy`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  #list() {
    const source = this.#source;
    const words = this.#filter.value.toLowerCase().split(/\s+/);
    const names = (source?.names ?? []).filter((name) =>
      words.every((word) => name.toLowerCase().includes(word)),
    );
    this.#rows.replaceChildren(...names.slice(0, this.#most).map((name) => rowOf(source as Source, name)));
    const rest = names.length - Math.min(names.length, this.#most);
    this.#more.hidden = rest === 0;
    write(this.#more, `and ${sayNumber(rest)} more`);
    this.#filter.placeholder = source ? `filter ${plural(source.names.length, 'tensor')}` : 'filter tensors';
    this.#mark();
  }

  #mark() {
    for (const row of this.#rows.querySelectorAll('tr'))
      row.setAttribute('aria-selected', String(row.dataset.name === this.#stored?.name));
  }

  /** The state whose file is being opened. */
  want(state: State) {
    this.#wanted = state;
  }
}

function rowOf(source: Source, name: string): HTMLElement {
  const row = h('tr', h('td', { title: name }, h('button', { type: 'button' }, name || '(no name)')));
  row.dataset.name = name;
  try {
    const stored = source.tensor(name);
    row.append(
      h('td', stored.type),
      h('td', sayDims(stored.dims)),
      h('td', sayBytes(cost(stored, '...').useful)),
    );
  } catch (error) {
    row.append(h('td', { colSpan: 3, title: messageOf(error) }, 'cannot be cut'));
  }
  return row;
}

function costOf(stored: Stored, { state }: Result): Cost {
  const { row, values, parameters } = givenBy(state);
  if (row.op_type === 'Slice')
    return cost(stored, (state.notation ?? listsOf(values, parameters)) as Numbers);
  if (row.op_type !== 'Gather') return cost(stored, '...');
  const valueFor = (name: string) => parameters.find((each) => each.name === name)?.value ?? undefined;
  return cost(stored, { indices: valueFor('indices'), axis: valueFor('axis') });
}

const listsOf = (_: Record<string, string>, parameters: readonly { name: string; value: Numbers }[]) =>
  Object.fromEntries(
    parameters.filter(({ value }) => value !== null).map(({ name, value }) => [name, value]),
  );

/** The call, as `microtome/source` has it. */
async function take(
  stored: Stored,
  { state }: Result,
  watching: Numbers,
): Promise<{ dims: readonly number[]; data: Numbers }[]> {
  const { row, parameters, values } = givenBy(state);
  const given = listsOf(values, parameters) as Numbers;
  if (row.op_type === 'Slice')
    return [await slice(stored, (state.notation ?? given) as Numbers, watching)] as Numbers;
  if (row.op_type === 'Split') return (await split(stored, given, watching)) as Numbers;
  if (row.op_type === 'SplitToSequence') return (await splitToSequence(stored, given, watching)) as Numbers;
  if (row.op_type === 'VariadicSplit')
    return (await variadicSplit(stored, given.axis, given.split_lengths, watching)) as Numbers;
  const { indices, ...spec } = given;
  return [await gather(stored, indices, spec, watching)] as Numbers;
}

const layoutCode = ({ type, dims, at }: { type: Type | string; dims: ArrayLike<unknown>; at?: number }) =>
  `{ layout: { type: '${type}', dims: [${Array.from(dims).join(', ')}], at: ${at} } }`;
