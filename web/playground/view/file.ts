// A file or a URL: its tensors, what a cut of one would fetch, and the result. Nothing but the list is read before Fetch.
import { cost as costOf, open as openSource, type Source, type Stored } from '../../lib/source.ts';
import type { Where } from '../code/javascript.ts';
import { messageOf } from '../model/mistake.ts';
import { addressOf } from '../model/paste.ts';
import type { Result } from '../model/result.ts';
import type { Change, State } from '../model/state.ts';
import type { Numbers } from '../model/values.ts';
import { h, PLAIN, set, write } from '../page/dom.ts';
import { plural, sayBytes, sayDims, sayNumber } from '../page/say.ts';
import { makeCostView, sayFailure } from './cost.ts';
import { axesElement, moveRulers } from './rulers.ts';
import { keepThumb } from './thumbs.ts';
import { layoutCode, layoutOfWav } from './wav.ts';

export interface FileHands {
  change: Change;
  /** A file of any kind was picked. */
  picked: (file: File) => void;
  /** The file is open, or cannot be opened. */
  opened: () => void;
  /** The program prints something else. */
  told: (text: string) => void;
}

export type FileView = ReturnType<typeof makeFileView>;

const NOTHING = 'Only its list of tensors is read. Nothing leaves this page.';
const TITLE = 'File or URL';
const ROWS = 50;
/** Characters of a fact. */
const MOST_SAID = 80;
/** Of a file that was picked, so many are cut first. */
const FIRST_ROWS = 10;

export function makeFileView(hands: FileHands) {
  let about: Where['file'] = { name: '', isUrl: true, layout: '' };
  let shown: State;
  let source: Source | null = null;
  /** The last file or URL that was to be opened. */
  let asked: string | File = '';
  let stored: Stored | null = null;
  let result: Result | null = null;
  let stop = new AbortController();

  const title = h('b', TITLE);
  const status = h('span.muted', { role: 'status' }, NOTHING);
  const wrong = h('p.error', { role: 'alert' });
  const example = { 'aria-label': 'URL of a file of tensors', placeholder: 'https://…/model.safetensors' };
  const url = h('input', { ...PLAIN, ...example, inputMode: 'url' });
  const picked = h('input', { type: 'file', hidden: true });
  const submit = h('button.btn', { type: 'submit' }, 'Open');
  const browse = h('button.btn', { onclick: () => picked.click() }, 'File…');
  const form = h('form.find', url, submit, browse, picked);
  const list = makeListing(choose);
  const axes = h('div');
  const cost = makeCostView(hands.told);
  const side = h('div.side', axes, cost.element);
  const facts = h('span');
  const cap = h('div.cap', title, status, facts);
  const element = h('div.view.files', cap, form, wrong, h('div.file', list.element, side));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = addressOf(url.value);
    url.value = text;
    if (text === '') return;
    asked = text;
    hands.change({ ...shown, url: text, tensor: '' }, '');
    open(text);
  });
  picked.addEventListener('change', () => {
    const [file] = picked.files ?? [];
    if (file) hands.picked(file);
  });
  moveRulers(axes, () => result, hands.change);
  return { element, prepare, open, show, opened: () => about };

  /**
   * Shows what a state names. A file beside the page is opened at once; others wait for Open.
   * @returns the state with the tensor that the call takes; null: none is open
   */
  function prepare(state: State): State | null {
    shown = state;
    if (state.url !== '' && state.url !== asked) {
      url.value = state.url;
      close('Press Open to read its list of tensors.');
      if (new URL(state.url, location.href).origin === location.origin) open(state.url);
    } else if (state.url === '' && asked !== '' && typeof asked === 'string') {
      url.value = '';
      asked = '';
      write(title, TITLE);
      close(NOTHING);
    }
    if (source && state.tensor !== stored?.name) pick(source, state.tensor);
    if (stored) {
      const { name, type, dims } = stored;
      return { ...state, tensor: name, type: type as State['type'], dims: dims.join(', ') };
    }
    axes.replaceChildren();
    cost.hide();
    return null;
  }

  function close(text: string) {
    source = null;
    stored = null;
    list.show(null);
    facts.replaceChildren();
    say(text);
  }

  /** @param isSound a WAV file, whose samples are one tensor */
  async function open(from: string | File, isSound = false) {
    asked = from;
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const isUrl = typeof from === 'string';
    const name = isUrl ? from : from.name;
    write(title, name.replace(/^.*\//, ''));
    say('opening …');
    try {
      const layout = isSound ? await layoutOfWav(from as File) : undefined;
      const opened = await openSource(from as Numbers, { layout, signal } as Numbers);
      if (signal.aborted) return;
      source = opened;
      stored = null;
      const place = isUrl ? new URL(from, location.href).href : name;
      about = { name: place, isUrl, layout: layout ? layoutCode(layout) : '' };
      say(plural(source.names.length, 'tensor'));
      list.show(source);
      facts.replaceChildren(factsOf(source));
      if (!isUrl) {
        pick(opened, '');
        const first = stored as Stored | null;
        const notation = Number(first?.dims[0] ?? 0) > FIRST_ROWS ? `:${FIRST_ROWS}` : '...';
        hands.change({ ...shown, on: 'file', url: '', tensor: first?.name ?? '', notation, values: {} }, '');
      }
    } catch (error) {
      if (signal.aborted) return;
      close('');
      fail(sayFailure(error, isUrl));
    }
    hands.opened();
  }

  function say(text: string) {
    write(status, text);
    write(wrong, '');
    set(url, { 'aria-invalid': 'false' });
  }

  function fail(message: string) {
    write(wrong, `▲ ${message}`);
    set(url, { 'aria-invalid': 'true' });
  }

  function pick(file: Source, wanted: string) {
    const name = file.names.includes(wanted) ? wanted : file.names[0];
    stored = null;
    try {
      if (wanted !== '' && name !== wanted) fail(`The file has no tensor '${wanted}'`);
      stored = tensorOf(file, name);
      about = { ...about, decodes: stored.quantized !== undefined && stored.type === 'float32' };
    } catch (error) {
      fail(messageOf(error));
    }
    list.mark(stored?.name);
  }

  function choose(name: string) {
    if (source) pick(source, name);
    const { notation } = shown;
    const fits = notation === null || notation.split(',').length <= (stored?.dims.length ?? 0);
    hands.change({ ...shown, tensor: name, ...(fits ? {} : { notation: '...' }) }, '');
  }

  /** @returns what the program prints */
  function show(next: Result): string {
    result = next;
    keepThumb(axes, () => axes.replaceChildren(axesElement(next)));
    return cost.show(stored as Stored, next, about.isUrl);
  }
}

/** The tensors of a file: a table with a filter, 50 rows at a time. */
function makeListing(choose: (name: string) => void) {
  const filter = h('input', { ...PLAIN, 'aria-label': 'filter tensors' });
  const rows = h('tbody');
  const more = h('button.chip', { hidden: true });
  const titles = [filter, 'type', 'dims', 'size'].map((title) => h('th', { scope: 'col' }, title));
  const table = h('table', h('thead', h('tr', ...titles)), rows);
  const region = { tabIndex: 0, role: 'region', 'aria-label': 'Tensors', hidden: true };
  const element = h('div.listed', region, table, more);
  let most = ROWS;
  let source: Source | null = null;
  let chosen: string | undefined;
  filter.addEventListener('input', draw);
  more.addEventListener('click', () => {
    most += ROWS;
    draw();
  });
  rows.addEventListener('click', ({ target }) => {
    const name = target instanceof Element ? target.closest('tr')?.dataset.name : undefined;
    if (name !== undefined) choose(name);
  });

  function show(next: Source | null) {
    source = next;
    element.hidden = source === null;
    most = ROWS;
    draw();
  }

  /** Marks the tensor that is cut. */
  function mark(name: string | undefined) {
    chosen = name;
    for (const row of rows.querySelectorAll('tr')) row.ariaSelected = String(row.dataset.name === name);
  }

  function draw() {
    if (source === null) return;
    const words = filter.value.toLowerCase().split(/\s+/);
    const isFound = (name: string) => words.every((word) => name.toLowerCase().includes(word));
    const names = source.names.filter(isFound);
    const file = source;
    rows.replaceChildren(...names.slice(0, most).map((name) => rowOf(file, name)));
    const rest = Math.max(0, names.length - most);
    more.hidden = rest === 0;
    write(more, `and ${sayNumber(rest)} more`);
    filter.placeholder = `filter ${plural(source.names.length, 'tensor')}`;
    mark(chosen);
  }
  return { element, show, mark };
}

/** A tensor of a file; one that is quantized as float32, if it can be decoded. */
function tensorOf(source: Source, name: string): Stored {
  try {
    return source.tensor(name, { decode: true });
  } catch {
    return source.tensor(name);
  }
}

/** What the file says besides its tensors: one line each. */
function factsOf({ metadata }: Source) {
  const lines = [...metadata].slice(0, ROWS).map(([name, value]) => {
    const isLong = typeof value === 'object' && 'of' in value;
    const text = isLong ? plural(value.length, value.of) : String(value);
    return h('li', h('b', name), ` ${text.length > MOST_SAID ? `${text.slice(0, MOST_SAID)}…` : text}`);
  });
  return h(
    'details.about',
    { hidden: metadata.size === 0 },
    h('summary', plural(metadata.size, 'metadata entry', 'metadata entries')),
    h('ul', ...lines),
  );
}

/** Characters of a name that fit: the end tells names apart. */
const LONGEST = 24;
const BEGIN = 9;
const shortened = (name: string) =>
  name.length > LONGEST ? `${name.slice(0, BEGIN)}…${name.slice(BEGIN + 1 - LONGEST)}` : name;

function rowOf(source: Source, name: string): HTMLElement {
  const row = h(
    'tr',
    { 'data-name': name },
    h('td', { title: name }, h('button', shortened(name) || '(no name)')),
  );
  try {
    const stored = tensorOf(source, name);
    const { type, storedType, quantized } = stored;
    const size = sayBytes(stored.place?.length ?? costOf(stored, '...').useful);
    const says = quantized ? `${storedType}: blocks of ${quantized.elements}, read as ${type}` : type;
    const shown = quantized ? storedType : type;
    row.append(h('td', { title: says }, shown), ...[sayDims(stored.dims), size].map((text) => h('td', text)));
  } catch (error) {
    row.append(h('td', { colSpan: 3, title: messageOf(error) }, 'cannot be cut'));
  }
  return row;
}
