// Small tensors, cell by cell: grids for keyboards and pointers, which ring where a cell of the result is from.
import { sourcesOf, startsOf } from '../model/elements.ts';
import { indexOf } from '../model/integers.ts';
import { withRanges } from '../model/lists.ts';
import { resultName } from '../model/names.ts';
import type { Result } from '../model/result.ts';
import { colour, h, letterOf } from '../page/dom.ts';
import { onDrag } from '../page/drag.ts';
import { drawGrid } from './grid.ts';
import { type Grid, inputGrids, outputGrids, walk } from './grids.ts';
import type { Layout } from './layout.ts';
import { memoryStrip } from './memory.ts';
import { type Change, captionOf, whyEmpty } from './view.ts';

type At = { grid: string; k: number };

/** Cells of the result that are ringed for one of an input. */
const MOST_TWINS = 8;

export class CellsView {
  element = h('div.view');
  #change;
  #edit;
  #result: Result | null = null;
  #sources: Float32Array[] = [];
  #place = h('li.m');
  #anchor: At | null = null;
  #focus: At = { grid: 'in', k: 0 };

  /** @param edit another value for a cell */
  constructor(change: Change, edit: (k: number, text: string) => void) {
    this.#change = change;
    this.#edit = edit;
    const { element } = this;
    element.addEventListener('keydown', (event) => this.#press(event));
    element.addEventListener('focusin', ({ target }) => this.#light(target));
    element.addEventListener('pointerover', ({ target }) => this.#light(target));
    element.addEventListener('dblclick', ({ target }) => this.#open(cellOf(target), ''));
    element.addEventListener('pointerdown', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) cellOf(target)?.focus({ preventScroll: true });
    });
    this.#dragCells();
  }

  #dragCells() {
    let from = 0;
    onDrag(this.element, {
      state: () => this.#result?.state,
      change: this.#change,
      takes: ({ target }) => {
        const canDrag = cellOf(target)?.dataset.grid === 'in0' && this.#result?.ranges;
        return canDrag && !(target instanceof HTMLInputElement) ? 'unlessScrolled' : null;
      },
      begin: ({ target, pointerType }) => {
        from = Number(cellOf(target)?.dataset.k);
        this.#focus = { grid: 'in0', k: from };
        if (pointerType !== 'mouse') this.#select(from, from, 'cells');
      },
      move: ({ clientX, clientY }) => {
        const cell = cellOf(document.elementFromPoint(clientX, clientY));
        const to = Number(cell?.dataset.k);
        if (cell?.dataset.grid !== 'in0' || to === this.#focus.k) return;
        this.#focus = { grid: 'in0', k: to };
        this.#select(from, to, 'cells');
      },
    });
  }

  /** @param captions of the inputs */
  draw(result: Result, layout: Layout, captions: HTMLElement[]) {
    this.#result = result;
    this.#sources = sourcesOf(result) ?? [];
    const focused = cellOf(document.activeElement);
    const hasFocus = focused !== null && this.element.contains(focused);
    const inputs = inputGrids(result, this.#sources).map((grid, i) =>
      h('div', captions[i], drawGrid(grid, result, layout.cell, layout.inside)),
    );
    const made = outputGrids(result, this.#sources);
    const outputs = made.map((grid, i) =>
      h(
        'div',
        result.count > 1 ? pieceCaption(grid, i) : '',
        drawGrid(grid, result, layout.cell, layout.outside),
      ),
    );
    const rest = result.count - made.length;
    this.element.style.setProperty('--cell', `${layout.cell}px`);
    this.element.style.setProperty('--cellh', `${layout.cellh}px`);
    const isEmpty = made.length === 0 || result.outputs.every(({ dims }) => dims.includes(0));
    const canDrag = result.ranges ? 'Drag over cells; a finger begins sideways. ' : '';
    this.#place.textContent = '';
    this.element.replaceChildren(
      h(
        `div.sides${layout.left === 0 ? '.below' : ''}`,
        { '--left': layout.left > 0 ? `${Math.ceil(layout.left)}px` : '100%' },
        h('div.grids', ...inputs),
        h(
          'div.out.cells',
          captionOf(result, resultName(result.row)),
          h('div.grids', ...outputs),
          rest > 0 ? h('p.muted', `and ${rest.toLocaleString('en')} more`) : null,
          isEmpty ? h('p.muted', whyEmpty(result)) : null,
        ),
      ),
      h('ul.facts.line', h('li', `${canDrag}Enter or double-click edits, paste replaces all.`), this.#place),
      memoryStrip(result),
    );
    if (hasFocus) this.#cell(this.#focus)?.focus({ preventScroll: true });
    this.#rove();
  }

  /** Exactly one cell of each grid can be reached with Tab. */
  #rove() {
    for (const grid of this.element.querySelectorAll('[role=grid]')) {
      const { grid: name, k } = this.#focus;
      const own = grid.querySelector<HTMLElement>(`[data-grid="${name}"][data-k="${k}"]`);
      const cell = own ?? grid.querySelector<HTMLElement>('.cell');
      if (cell) cell.tabIndex = 0;
    }
  }

  #cell({ grid, k }: At) {
    return this.element.querySelector<HTMLElement>(`[data-grid="${grid}"][data-k="${k}"]`);
  }

  /** Rings a cell and its twins, and says where they are. */
  #light(target: EventTarget | null) {
    const cell = cellOf(target);
    if (cell === null || this.#result === null) return;
    for (const each of this.element.querySelectorAll('.twin')) each.classList.remove('twin');
    const twins = this.#twinsOf(cell);
    for (const each of [cell, ...twins]) each.classList.add('twin');
    const index = (each: HTMLElement) =>
      `[${indexOf(Number(each.dataset.k), this.#dimsOf(each)).join(', ')}]`;
    const [from, to] = isInput(cell) ? [cell, twins[0]] : [twins[0], cell];
    const both = from && to ? `${index(from)} → ${index(to)}: ${heldIn(cell)}` : '';
    this.#place.textContent = both || (from ? `${index(from)} is not taken` : `${index(to)} is filled`);
    if (document.activeElement === cell) this.#focus = placeOf(cell);
  }

  #dimsOf(cell: HTMLElement) {
    const { tensors, outputs } = this.#result as Result;
    return (isInput(cell) ? tensors : outputs)[numberOf(cell)].dims;
  }

  #twinsOf(cell: HTMLElement): HTMLElement[] {
    const starts = startsOf((this.#result as Result).tensors);
    const k = Number(cell.dataset.k);
    const twins = (all: At[]) => all.map((at) => this.#cell(at)).filter((each) => each !== null);
    if (isInput(cell)) {
      const number = starts[numberOf(cell)] + k + 1;
      const placesIn = (source: Float32Array) => [...source.keys()].filter((at) => source[at] === number);
      return this.#sources.flatMap(
        (source, i) =>
        twins(placesIn(source).slice(0, MOST_TWINS).map((at) => ({ grid: `out${i}`, k: at }))), // biome-ignore format: a call
      );
    }
    const number = this.#sources[numberOf(cell)][k] - 1;
    if (number < 0) return [];
    const tensor = starts.findLastIndex((start) => start <= number);
    return twins([{ grid: `in${tensor}`, k: number - starts[tensor] }]);
  }

  #press(event: KeyboardEvent) {
    const cell = cellOf(event.target);
    if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement) return this.#type(event, cell);
    const isTyped = /^[\w.-]$/.test(event.key) && isInput(cell);
    if (isTyped || event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      return this.#open(cell, isTyped ? event.key : '');
    }
    const at = placeOf(cell);
    const to = walk(event.key, at.k, this.#dimsOf(cell));
    if (to === null) return;
    event.preventDefault();
    this.#focus = { ...at, k: to };
    if (event.shiftKey && at.grid === 'in0' && this.#result?.ranges) {
      this.#anchor ??= at;
      this.#select(this.#anchor.k, to, 'keys');
    } else this.#anchor = null;
    cell.tabIndex = -1;
    const next = this.#cell(this.#focus);
    if (next) next.tabIndex = 0;
    next?.focus();
  }

  /** Takes all between two cells of the first tensor. */
  #select(from: number, to: number, gesture: string) {
    const result = this.#result as Result;
    const { dims } = result.tensors[0];
    const [a, b] = [from, to].map((k) => indexOf(k, dims));
    const ranges = dims.map((_, axis) => {
      const first = Math.min(a[axis], b[axis]);
      return { from: first, step: 1, count: Math.abs(a[axis] - b[axis]) + 1, drops: false };
    });
    this.#change(withRanges(result, ranges), gesture);
  }

  /** Opens a field in a cell of an input. @param text typed already */
  #open(cell: HTMLElement | null, text: string) {
    if (!cell || !isInput(cell) || cell.querySelector('input')) return;
    const value = text || heldIn(cell);
    const input = h('input', { type: 'text', value, 'aria-label': 'value', spellcheck: false });
    input.addEventListener('blur', () => this.#commit(cell, input.value), { once: true });
    cell.dataset.was = cell.textContent ?? '';
    cell.replaceChildren(input);
    input.focus();
    if (text === '') input.select();
  }

  #type(event: KeyboardEvent, cell: HTMLElement) {
    const input = event.target as HTMLInputElement;
    if (event.key === 'Escape') input.value = cell.title || (cell.dataset.was ?? '');
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    this.#focus = placeOf(cell);
    input.blur();
    this.#cell(this.#focus)?.focus();
  }

  #commit(cell: HTMLElement, text: string) {
    cell.textContent = cell.dataset.was ?? '';
    if (text === heldIn(cell)) return;
    const starts = startsOf((this.#result as Result).tensors);
    this.#edit(starts[numberOf(cell)] + Number(cell.dataset.k), text);
  }
}

const cellOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('.cell') : null;

const placeOf = ({ dataset: { grid = 'in0', k } }: HTMLElement): At => ({ grid, k: Number(k) });
const numberOf = (cell: HTMLElement) => Number(cell.dataset.grid?.replace(/\D/g, ''));
const isInput = (cell: HTMLElement) => cell.dataset.grid?.startsWith('in') ?? false;

/** What a cell holds: its title, where its text is shortened. */
const heldIn = (cell: HTMLElement) => cell.title || (cell.textContent ?? '');

const pieceCaption = ({ dims }: Grid, i: number) =>
  h('div.cap', h(`span.badge.${colour('piece', i)}`, letterOf(i)), h('span.dims', `[${dims.join(', ')}]`));
