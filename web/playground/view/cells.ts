// Small tensors, cell by cell: grids for keyboards and pointers, which ring where a cell of the result is from.
import { sourcesOf, startsOf } from '../model/elements.ts';
import { indexOf } from '../model/integers.ts';
import { withRanges } from '../model/lists.ts';
import type { Result } from '../model/result.ts';
import { type Change, DRAG } from '../model/state.ts';
import { h, PLAIN } from '../page/dom.ts';
import { onDrag } from '../page/drag.ts';
import { sayDims, sayNumber } from '../page/say.ts';
import { drawGrid, inputGrids, type Layout, outputGrids, walk } from './grid.ts';
import { badgeOf, memoryStrip } from './parts.ts';
import { captionOf, whyEmpty } from './view.ts';

/** Cells of the result that are ringed for one of an input. */
const MOST_TWINS = 8;

/** @param edit another value for a cell */
export function makeCellsView(change: Change, edit: (k: number, text: string) => void) {
  const element = h('div.view');
  const place = h('li.m');
  let result: Result;
  let starts: number[] = []; // of the tensors
  let sources: Float32Array[] = [];
  let focus = { grid: 'in0', k: 0 };
  let hasDragged = false;
  /** The first of the cells that keys select. */
  let anchor: number | null = null;

  const find = (grid: string, k: number) =>
    element.querySelector<HTMLElement>(`[data-grid="${grid}"][data-k="${k}"]`);
  const dimsOf = (cell: HTMLElement) =>
    (isInput(cell) ? result.tensors : result.outputs)[numberOf(cell)].dims;

  element.addEventListener('keydown', press);
  element.addEventListener('focusin', ({ target }) => light(cellOf(target)));
  element.addEventListener('pointerover', ({ target }) => light(cellOf(target)));
  element.addEventListener('dblclick', ({ target }) => open(cellOf(target), ''));
  element.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) cellOf(target)?.focus({ preventScroll: true });
  });
  let from = 0;
  onDrag(element, {
    state: () => result.state,
    change,
    takes: ({ target }) => {
      const canDrag = cellOf(target)?.dataset.grid === 'in0' && result.ranges;
      return canDrag && !(target instanceof HTMLInputElement) ? 'unlessScrolled' : null;
    },
    begin: ({ target, pointerType }) => {
      from = Number(cellOf(target)?.dataset.k);
      focus = { grid: 'in0', k: from };
      if (pointerType !== 'mouse') select(from, from, DRAG);
    },
    move: ({ clientX, clientY }) => {
      const { grid, k } = cellOf(document.elementFromPoint(clientX, clientY))?.dataset ?? {};
      if (grid !== 'in0' || Number(k) === focus.k) return;
      focus = { grid, k: Number(k) };
      hasDragged = true;
      select(from, focus.k, DRAG);
    },
  });
  return { element, draw };

  /** @param captions of the inputs @param type the choice of their type, if it is at the result */
  function draw(
    next: Result,
    { cell, cellh, left, inside, outside }: Layout,
    captions: HTMLElement[],
    type: HTMLElement | null,
  ) {
    result = next;
    sources = sourcesOf(result) ?? [];
    starts = startsOf(result.tensors);
    const hasFocus = element.contains(cellOf(document.activeElement));
    const inputs = inputGrids(result, sources).map((grid, i) =>
      h('div', captions[i], drawGrid(grid, result, cell, inside)),
    );
    const outputs = outputGrids(result, sources).map((grid, i) => {
      const caption = () => h('div.cap', badgeOf(i), h('span.dims', sayDims(grid.dims)));
      return h('div', result.count > 1 && caption(), drawGrid(grid, result, cell, outside));
    });
    const rest = result.count - outputs.length;
    const isEmpty = outputs.length === 0 || result.outputs.every(({ dims }) => dims.includes(0));
    const canDrag = result.ranges && !hasDragged ? 'Drag over cells. ' : '';
    element.style.setProperty('--cell', `${cell}px`);
    element.style.setProperty('--cellh', `${cellh}px`);
    place.textContent = '';
    element.replaceChildren(
      h(
        `div.sides${left === 0 ? '.below' : ''}`,
        { '--left': left > 0 ? `${Math.ceil(left)}px` : '100%' },
        h('div.grids', ...inputs),
        h(
          'div.out.cells',
          captionOf(result, type),
          h('div.grids', ...outputs),
          rest > 0 && h('p.muted', `and ${sayNumber(rest)} more`),
          isEmpty && h('p.muted', whyEmpty(result)),
        ),
      ),
      h(
        'ul.facts.line',
        h('li', hasDragged ? '' : `${canDrag}Enter or double-click edits, paste replaces all.`),
        place,
      ),
      memoryStrip(result),
    );
    if (hasFocus) find(focus.grid, focus.k)?.focus({ preventScroll: true });
    // Exactly one cell of each grid can be reached with Tab.
    for (const grid of element.querySelectorAll<HTMLElement>('[role=grid]')) {
      const own = find(focus.grid, focus.k);
      const reached = grid.contains(own) ? own : grid.querySelector<HTMLElement>('.cell');
      if (reached) reached.tabIndex = 0;
    }
  }

  /** Rings a cell and its twins, and says where they are. */
  function light(cell: HTMLElement | null) {
    if (cell === null) return;
    for (const each of element.querySelectorAll('.twin')) each.classList.remove('twin');
    const twins = twinsOf(cell);
    for (const each of [cell, ...twins]) each.classList.add('twin');
    const index = (each: HTMLElement) => sayDims(indexOf(Number(each.dataset.k), dimsOf(each)));
    const [source, target] = isInput(cell) ? [cell, twins[0]] : [twins[0], cell];
    const both = source && target ? `${index(source)} → ${index(target)}: ${heldIn(cell)}` : '';
    place.textContent = both || (source ? `${index(source)} is not taken` : `${index(target)} is filled`);
    if (document.activeElement === cell) focus = placeOf(cell);
  }

  function twinsOf(cell: HTMLElement): HTMLElement[] {
    const { k } = placeOf(cell);
    if (isInput(cell)) {
      const number = starts[numberOf(cell)] + k + 1;
      const placesIn = (source: Float32Array) => [...source.keys()].filter((at) => source[at] === number);
      return sources
        .flatMap((source, i) => placesIn(source).slice(0, MOST_TWINS).map((at) => find(`out${i}`, at))) // biome-ignore format: a call
        .filter((each) => each !== null);
    }
    const number = sources[numberOf(cell)][k] - 1;
    const tensor = starts.findLastIndex((start) => start <= number);
    const twin = number < 0 ? null : find(`in${tensor}`, number - starts[tensor]);
    return twin ? [twin] : [];
  }

  function press(event: KeyboardEvent) {
    const cell = cellOf(event.target);
    if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement) return type(event, cell, event.target);
    const isTyped = /^[\w.-]$/.test(event.key) && isInput(cell);
    if (isTyped || event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      return open(cell, isTyped ? event.key : '');
    }
    const { grid, k } = placeOf(cell);
    const to = walk(event.key, k, dimsOf(cell));
    if (to === null) return;
    event.preventDefault();
    focus = { grid, k: to };
    if (event.shiftKey && grid === 'in0' && result.ranges) {
      anchor ??= k;
      select(anchor, to, 'keys');
    } else anchor = null;
    cell.tabIndex = -1;
    const next = find(grid, to);
    if (next) next.tabIndex = 0;
    next?.focus();
  }

  /** Takes all between two cells of the first tensor. */
  function select(first: number, last: number, gesture: string) {
    const { dims } = result.tensors[0];
    const [a, b] = [first, last].map((k) => indexOf(k, dims));
    const ranges = dims.map((_, axis) => ({
      from: Math.min(a[axis], b[axis]),
      step: 1,
      count: Math.abs(a[axis] - b[axis]) + 1,
      drops: false,
    }));
    change(withRanges(result, ranges), gesture);
  }

  /** Opens a field in a cell of an input. @param text typed already */
  function open(cell: HTMLElement | null, text: string) {
    if (!cell || !isInput(cell) || cell.querySelector('input')) return;
    const value = text || heldIn(cell);
    const before = { text: cell.textContent ?? '', value: heldIn(cell) };
    const input = h('input', { ...PLAIN, value, 'aria-label': 'value' });
    const commit = () => {
      cell.textContent = before.text;
      const { k } = placeOf(cell);
      if (input.value !== before.value) edit(starts[numberOf(cell)] + k, input.value);
    };
    input.addEventListener('blur', commit, { once: true });
    cell.dataset.was = before.value;
    cell.replaceChildren(input);
    input.focus();
    if (text === '') input.select();
  }

  function type(event: KeyboardEvent, cell: HTMLElement, input: HTMLInputElement) {
    if (event.key === 'Escape') input.value = cell.dataset.was ?? '';
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    focus = placeOf(cell);
    input.blur();
    find(focus.grid, focus.k)?.focus();
  }
}

const cellOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('.cell') : null;

const placeOf = ({ dataset: { grid = 'in0', k } }: HTMLElement) => ({ grid, k: Number(k) });
const numberOf = (cell: HTMLElement) => Number(cell.dataset.grid?.replace(/\D/g, ''));
const isInput = (cell: HTMLElement) => cell.dataset.grid?.startsWith('in') ?? false;

/** The value of a cell: its title, where its text is shortened. */
const heldIn = (cell: HTMLElement) => cell.title || (cell.textContent ?? '');
