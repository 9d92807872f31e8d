// Small tensors, cell by cell: grids for keyboards and pointers. Where a cell of the result is from, the library says: it runs the call
// on the numbers of the cells.

import { resultName } from '../model/call.ts';
import { withRanges } from '../model/drag.ts';
import { indexOf, sizeOf, stridesOf } from '../model/integers.ts';
import { heldBy, type Result, runShown, sourcesOf } from '../model/result.ts';
import { isJoin, takesAny } from '../model/rows.ts';
import { colour, h, letterOf } from '../page/dom.ts';
import { memoryStrip } from './memory.ts';
import { axesOf, type Change, captionOf, type View } from './view.ts';

/** Outputs that are drawn. */
const MOST_OUTPUTS = 12;
const SIZES = [36, 32, 28, 24, 21];
/** A finger holds a cell for so long before it drags. */
const HOLD_MS = 350;

type Layout = { cell: number; cellh: number; left: number; inside: number; outside: number };
type Grid = {
  dims: readonly number[];
  texts: string[];
  classes: string[];
  label: string;
  side: 'in' | 'out';
  first: number;
  axes: number[];
};
type At = { grid: string; k: number };

/** Pixels of a character, and of what is beside the text of a cell. */
const CHARACTER = 7.4;
const BESIDE = 4;
/** The widest cell. */
const WIDEST = 64;

/** How wide cells must be to show texts. */
const leastFor = (texts: readonly string[]) =>
  Math.min(WIDEST, Math.max(20, ...texts.map((text) => text.length * CHARACTER + BESIDE)));

/** As much of a text as a cell has room for. */
const shortened = (text: string, cell: number) => {
  const room = Math.max(2, Math.floor((cell - BESIDE + 0.1) / CHARACTER));
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
};

/** @returns null: the cells have no room. `left` is the width of the inputs; 0: the result is below them */
export function layoutOf(result: Result, stage: HTMLElement): Layout | null {
  const { tensors, outputs, state, row, count } = result;
  const room = stage.clientWidth - 2 * Number.parseFloat(getComputedStyle(stage).paddingLeft);
  const isNarrow = room < 560;
  const tall = stage.clientHeight - 84;
  const bare = leastFor([String(sizeOf(tensors[0].dims))]);
  const least = state.data ? leastFor(state.data) : bare;
  // Typed values are shortened rather than that the cells go away.
  const widths = [
    ...SIZES.filter((each) => each >= least),
    least,
    ...[56, 48, 42, ...SIZES].filter((each) => each < least),
  ];
  for (const cell of [...widths.filter((each) => each >= Math.min(bare, least)), Math.min(bare, least)]) {
    for (const cellh of [30, 26, 22]) {
      const heads = tensors.map((_, i) => (i === 0 ? 184 : takesAny(row) ? 130 : 110));
      const input = boxes(tensors, heads, cell, cellh);
      const output = boxes(outputs.slice(0, MOST_OUTPUTS), [0], cell, cellh);
      const natural = Math.max(
        input.reduce((sum, { width }) => sum + width + 16, -16),
        0,
      );
      const left = Math.min(natural, room * 0.66);
      const after = count > 1 ? 28 : 0;
      if (!isNarrow && flow(input, left) <= tall && flow(output, room - left - 44) + after <= tall)
        return { cell, cellh, left, inside: left, outside: room - left - 44 };
      if (flow(input, room) + flow(output, room) + after <= tall)
        return { cell, cellh, left: 0, inside: room, outside: room };
    }
  }
  return null;
}

type Box = { width: number; height: number; planes: number; one: number };

/** @param heads the widths of captions */
const boxes = (
  all: readonly { dims: readonly number[] }[],
  heads: readonly number[],
  cell: number,
  cellh: number,
): Box[] =>
  all.map(({ dims }, i) => {
    const [columns = 1, rows = 1] = [...dims].reverse();
    const planes = sizeOf(dims.slice(0, -2));
    const one = columns * (cell + 2) + 20;
    const height = rows * (cellh + 2) + (dims.length > 2 ? 46 : 24);
    return { planes, one, width: Math.max(heads[i] ?? 0, planes * (one - 16) + 16), height }; // one line has one column of indices
  });

/** How high boxes are that flow into lines. */
function flow(all: readonly Box[], width: number) {
  let [x, y, line] = [0, 0, 0];
  for (const box of all) {
    const perLine = box.width <= width ? box.planes : Math.max(1, Math.floor((width + 8) / (box.one + 8)));
    if (box.one > width) return Number.POSITIVE_INFINITY;
    const own = Math.min(box.width, width);
    const high = 28 + Math.ceil(box.planes / perLine) * (box.height + 8);
    if (x > 0 && x + own > width) [x, y, line] = [0, y + line, 0];
    x += own + 16;
    line = Math.max(line, high);
  }
  return y + line;
}

export class CellsView implements View {
  element = h('div.view');
  #change;
  #edit;
  #result: Result | null = null;
  #layout: Layout = { cell: 0, cellh: 0, left: 0, inside: 0, outside: 0 };
  #sources: Float32Array[] = [];
  #place = h('li.m');
  #anchor: At | null = null;
  #focus: At = { grid: 'in', k: 0 };
  #drag: { id: number; from: number; isLive: boolean } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param edit another value for a cell */
  constructor(change: Change, edit: (k: number, text: string) => void) {
    this.#change = change;
    this.#edit = edit;
    const { element } = this;
    element.addEventListener('keydown', (event) => this.#press(event));
    element.addEventListener('focusin', ({ target }) => this.#light(target));
    element.addEventListener('pointerover', ({ target }) => this.#light(target));
    element.addEventListener('dblclick', ({ target }) => this.#open(cellOf(target), ''));
    for (const name of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
      element.addEventListener(name, (event) => this.#point(event));
  }

  show() {}

  /** @param captions of the inputs */
  draw(result: Result, layout: Layout, captions: HTMLElement[]) {
    this.#result = result;
    this.#layout = layout;
    this.#sources = sourcesOf(result) ?? [];
    const focused = cellOf(document.activeElement);
    const hasFocus = focused !== null && this.element.contains(focused);
    const inputs = inputGrids(result, this.#sources);
    const outputs = outputGrids(result, this.#sources);
    const grids = inputs.map((grid, i) => h('div', captions[i], this.#grid(grid)));
    const made = outputs.map((grid, i) =>
      h('div', result.count > 1 ? pieceCaption(i, result) : '', this.#grid(grid)),
    );
    const rest = result.count - outputs.length;
    this.element.style.setProperty('--cell', `${layout.cell}px`);
    this.element.style.setProperty('--cellh', `${layout.cellh}px`);
    const empty = outputs.length === 0 || result.outputs.every(({ dims }) => dims.includes(0));
    const canDrag = result.ranges ? 'Drag over cells to take them. ' : '';
    this.#place.textContent = '';
    const hint = h('li', `${canDrag}Enter or double-click edits a value; paste replaces all.`);
    this.element.replaceChildren(
      h(
        `div.sides${layout.left === 0 ? '.below' : ''}`,
        { '--left': layout.left > 0 ? `${Math.ceil(layout.left)}px` : '100%' },
        h('div.grids', ...grids),
        h(
          'div.out.cells',
          captionOf(result, resultName(result.row)),
          h('div.grids', ...made),
          rest > 0 ? h('p.muted', `and ${rest.toLocaleString('en')} more`) : null,
          empty ? h('p.muted', whyEmpty(result)) : null,
        ),
      ),
      h('ul.facts.line', hint, this.#place),
      memoryStrip(result),
    );
    if (hasFocus) this.#cell(this.#focus)?.focus({ preventScroll: true });
    this.#rove();
  }

  #grid({ dims, texts, classes, label, side, first, axes }: Grid): HTMLElement {
    const [columns = 1, rows = 1] = [...dims].reverse();
    const outer = dims.slice(0, -2);
    const planes = sizeOf(outer);
    const isTaken = (axis: number, i: number) =>
      side === 'out' ? true : takes(this.#result as Result, axis, i);
    const head = (axis: number, i: number) => {
      const own = axes[axis] ?? -1;
      return h(
        'span',
        { className: `idx${own >= 0 && isTaken(axis, i) ? ` t ${colour('axis', own)}` : ''}` },
        String(i),
      );
    };
    const arrow = side === 'in' ? arrowOf(this.#result as Result) : '';
    const lines = (plane: number) =>
      Array.from({ length: rows }, (_, i) =>
        h(
          'div.line',
          { role: 'row' },
          dims.length > 1 ? hide(head(dims.length - 2, i)) : hide(h('span.idx')),
          ...Array.from({ length: columns }, (_, j) => {
            const k = (plane * rows + i) * columns + j;
            const cell = h(
              'span',
              {
                className: `cell ${classes[k]}`,
                role: 'gridcell',
                tabIndex: -1,
                'aria-selected': String(/\b[tp]\d?\b/.test(classes[k])),
              },
              shortened(texts[k], this.#layout.cell),
            );
            if (cell.textContent !== texts[k]) cell.title = texts[k];
            cell.dataset.grid = `${side}${first}`;
            cell.dataset.k = String(k);
            return cell;
          }),
        ),
      );
    const made = Array.from({ length: planes }, (_, plane) => {
      const index = indexOf(plane, outer);
      const top =
        outer.length > 0
          ? [
              h(
                'div',
                {
                  'aria-hidden': 'true',
                  className: `top${index.every((i, axis) => isTaken(axis, i)) && axes[0] >= 0 ? ` t ${colour('axis', axes[0])}` : ''}`,
                },
                index.join(', '),
              ),
            ]
          : [];
      const heads =
        dims.length > 0
          ? [
              h(
                'div.line.heads',
                { 'aria-hidden': 'true' },
                h('span.idx', arrow),
                ...Array.from({ length: columns }, (_, j) => head(dims.length - 1, j)),
              ),
            ]
          : [];
      return h('div.plane', { role: 'rowgroup', '--cols': columns }, ...top, ...heads, ...lines(plane));
    });
    const isLine =
      planes * (columns * (this.#layout.cell + 2) + 4) + 14 <=
      (side === 'in' ? this.#layout.inside : this.#layout.outside);
    return h(`div.planes${isLine ? '.abreast' : ''}`, { role: 'grid', 'aria-label': label }, ...made);
  }

  /** Exactly one cell of each grid can be reached with Tab. */
  #rove() {
    for (const grid of this.element.querySelectorAll('[role=grid]')) {
      const own = grid.querySelector<HTMLElement>(
        `[data-grid="${this.#focus.grid}"][data-k="${this.#focus.k}"]`,
      );
      const cell = own ?? grid.querySelector<HTMLElement>('.cell');
      if (cell) cell.tabIndex = 0;
    }
  }

  #cell({ grid, k }: At) {
    return this.element.querySelector<HTMLElement>(`[data-grid="${grid}"][data-k="${k}"]`);
  }

  #light(target: EventTarget | null) {
    const cell = cellOf(target);
    if (cell === null || this.#result === null) return;
    for (const each of this.element.querySelectorAll('.twin')) each.classList.remove('twin');
    const twins = this.#twinsOf(cell);
    for (const each of [cell, ...twins]) each.classList.add('twin');
    const index = (each: HTMLElement) =>
      `[${indexOf(Number(each.dataset.k), this.#dimsOf(each)).join(', ')}]`;
    const [from, to] = cell.dataset.grid?.startsWith('in') ? [cell, twins[0]] : [twins[0], cell];
    this.#place.textContent =
      from && to
        ? `${index(from)} → ${index(to)}: ${heldIn(cell)}`
        : from
          ? `${index(from)} is not taken`
          : `${index(to)} is filled`;
    if (document.activeElement === cell)
      this.#focus = { grid: cell.dataset.grid ?? 'in0', k: Number(cell.dataset.k) };
  }

  #dimsOf({ dataset }: HTMLElement) {
    const { tensors, outputs } = this.#result as Result;
    const i = Number(dataset.grid?.replace(/\D/g, ''));
    return dataset.grid?.startsWith('in') ? tensors[i].dims : outputs[i].dims;
  }

  #twinsOf({ dataset }: HTMLElement): HTMLElement[] {
    const { tensors } = this.#result as Result;
    const i = Number(dataset.grid?.replace(/\D/g, ''));
    const starts = startsOf(tensors);
    if (dataset.grid?.startsWith('in')) {
      const number = starts[i] + Number(dataset.k) + 1;
      return this.#sources
        .flatMap((source, output) =>
          [...source.keys()]
            .filter((at) => source[at] === number)
            .slice(0, 8)
            .map((k) => this.#cell({ grid: `out${output}`, k })),
        )
        .filter((each) => each !== null);
    }
    const number = this.#sources[i][Number(dataset.k)] - 1;
    if (number < 0) return [];
    const tensor = starts.findLastIndex((start) => start <= number);
    const cell = this.#cell({ grid: `in${tensor}`, k: number - starts[tensor] });
    return cell ? [cell] : [];
  }

  #press(event: KeyboardEvent) {
    const cell = cellOf(event.target);
    if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement) return this.#type(event, cell);
    if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      return this.#open(cell, '');
    }
    if (/^[\w.-]$/.test(event.key) && cell.dataset.grid?.startsWith('in')) {
      event.preventDefault();
      return this.#open(cell, event.key);
    }
    const dims = this.#dimsOf(cell);
    const at = Number(cell.dataset.k);
    const to = walk(event.key, at, dims);
    if (to === null) return;
    event.preventDefault();
    const grid = cell.dataset.grid as string;
    if (event.shiftKey && grid === 'in0' && this.#result?.ranges) {
      this.#anchor ??= { grid, k: at };
      this.#focus = { grid, k: to };
      this.#select(this.#anchor.k, to, 'keys');
    } else this.#anchor = null;
    this.#focus = { grid, k: to };
    const next = this.#cell(this.#focus);
    cell.tabIndex = -1;
    if (next) {
      next.tabIndex = 0;
      next.focus();
    }
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

  #point(event: PointerEvent) {
    const { type, pointerId } = event;
    if (type === 'pointerdown') {
      const cell = cellOf(event.target);
      if (cell === null || event.button !== 0 || event.target instanceof HTMLInputElement) return;
      const canDrag = cell.dataset.grid === 'in0' && this.#result?.ranges;
      cell.focus({ preventScroll: true });
      if (!canDrag) return;
      this.#drag = { id: pointerId, from: Number(cell.dataset.k), isLive: event.pointerType === 'mouse' };
      if (this.#drag.isLive) this.element.setPointerCapture(pointerId);
      else this.#timer = setTimeout(() => this.#hold(pointerId), HOLD_MS);
      return;
    }
    const drag = this.#drag;
    if (drag === null || drag.id !== pointerId) return;
    if (type !== 'pointermove' || event.buttons === 0) {
      clearTimeout(this.#timer);
      this.#drag = null;
      if (drag.isLive && this.#result) this.#change(this.#result.state, '');
      return;
    }
    if (!drag.isLive) return;
    const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (cell?.dataset.grid !== 'in0') return;
    const to = Number(cell.dataset.k);
    if (to === this.#focus.k || (to === drag.from && this.#focus.k === drag.from)) return;
    this.#focus = { grid: 'in0', k: to };
    this.#select(drag.from, to, 'cells');
  }

  #hold(pointerId: number) {
    if (this.#drag === null) return;
    this.#drag.isLive = true;
    this.element.setPointerCapture(pointerId);
    this.#select(this.#drag.from, this.#drag.from, 'cells');
  }

  /** Opens a field in a cell of an input. @param text typed already */
  #open(cell: HTMLElement | null, text: string) {
    if (!cell?.dataset.grid?.startsWith('in') || cell.querySelector('input')) return;
    const input = h('input', {
      type: 'text',
      value: text || heldIn(cell),
      'aria-label': 'value',
      spellcheck: false,
    });
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
    this.#focus = { grid: cell.dataset.grid ?? 'in0', k: Number(cell.dataset.k) };
    input.blur();
    this.#cell(this.#focus)?.focus();
  }

  #commit(cell: HTMLElement, text: string) {
    cell.textContent = cell.dataset.was ?? '';
    if (text === heldIn(cell)) return;
    const { tensors } = this.#result as Result;
    const i = Number(cell.dataset.grid?.replace(/\D/g, ''));
    this.#edit(startsOf(tensors)[i] + Number(cell.dataset.k), text);
  }
}

const hide = (element: HTMLElement) => {
  element.setAttribute('aria-hidden', 'true');
  return element;
};

const cellOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('.cell') : null;

/** What a cell holds: its title, where its text is shortened. */
const heldIn = (cell: HTMLElement) => cell.title || (cell.textContent ?? '');

const startsOf = (tensors: readonly { dims: readonly number[] }[]) => {
  let first = 0;
  return tensors.map(({ dims }) => {
    first += sizeOf(dims);
    return first - sizeOf(dims);
  });
};

/** Where a key leads to; null: nowhere. */
function walk(key: string, k: number, dims: readonly number[]): number | null {
  const strides = stridesOf(dims);
  const index = indexOf(k, dims);
  const [across, down] = [dims.length - 1, dims.length - 2];
  const step = (axis: number, by: number) =>
    axis >= 0 && index[axis] + by >= 0 && index[axis] + by < dims[axis] ? k + by * strides[axis] : k;
  if (dims.length === 0) return null;
  if (key === 'ArrowLeft')
    return index[across] > 0 || dims.length < 3
      ? step(across, -1)
      : Math.max(0, step(across - 2, -1) + (step(across - 2, -1) === k ? 0 : dims[across] - 1));
  if (key === 'ArrowRight')
    return index[across] < dims[across] - 1 || dims.length < 3
      ? step(across, 1)
      : step(across - 2, 1) === k
        ? k
        : step(across - 2, 1) - index[across];
  if (key === 'ArrowUp') return step(down, -1);
  if (key === 'ArrowDown') return step(down, 1);
  if (key === 'Home') return k - index[across];
  if (key === 'End') return k - index[across] + dims[across] - 1;
  if (key === 'PageUp') return step(down - 1, -1);
  return key === 'PageDown' ? step(down - 1, 1) : null;
}

/** Is an index of an axis taken? */
function takes({ ranges, taken, axis: along, sizes }: Result, axis: number, i: number) {
  if (ranges?.[axis]) {
    const { from, step, count } = ranges[axis];
    const at = (i - from) / step;
    return Number.isInteger(at) && at >= 0 && at < count;
  }
  if (taken) return axis !== along || taken.includes(i);
  return sizes.length === 0 || axis === along;
}

/** Where a slice goes backwards: an arrow stands at the indices that it turns around. */
function arrowOf({ ranges }: Result) {
  const [across, down] = [...(ranges ?? [])].reverse();
  return `${down && down.step < 0 && down.count > 1 ? '↑' : ''}${across && across.step < 0 && across.count > 1 ? '←' : ''}`;
}

/** Whose cell it is, as a class. */
const ownClass = ({ row, count }: Result, part: number) =>
  count > 1 || isJoin(row) ? colour('piece', part) : 't';

function inputGrids(result: Result, sources: readonly Float32Array[]): Grid[] {
  const { tensors, state, row, order, ranges, taken } = result;
  const owners = new Map<number, number>();
  for (const [output, source] of sources.entries()) {
    const plane = source.length / Math.max(1, result.outputs[output].dims[0] ?? 1);
    for (const [at, number] of source.entries())
      owners.set(number - 1, order ? Math.floor(at / plane) : output);
  }
  const starts = startsOf(tensors);
  return tensors.map(({ name, dims }, i) => {
    const size = sizeOf(dims);
    const keys = Array.from({ length: size }, (_, k) => starts[i] + k);
    const classOf = (k: number) => {
      if (isJoin(row))
        return takesAny(row) || i > 0 ? colour('piece', takesAny(row) ? i : 1) : owners.has(k) ? '' : 't';
      if (order) return owners.has(k) ? colour('piece', owners.get(k) ?? 0) : '';
      return owners.has(k) ? (ranges || taken ? 't' : ownClass(result, owners.get(k) ?? 0)) : '';
    };
    return {
      dims,
      texts: keys.map((k) => heldBy(state, k)),
      classes: keys.map(classOf),
      label: `${name} [${dims.join(', ')}]`,
      side: 'in' as const,
      first: i,
      axes: dims.map((_, axis) => axis),
    };
  });
}

function outputGrids(result: Result, sources: readonly Float32Array[]): Grid[] {
  const { outputs, state, row, tensors, order, pads } = result;
  const converts = Boolean(state.values.to) || Boolean(state.values.value);
  const made = converts ? runShown(result) : null;
  const starts = startsOf(tensors);
  const axes = axesOf(result);
  return outputs.slice(0, MOST_OUTPUTS).map(({ dims }, i) => {
    const source = sources[i] ?? new Float32Array();
    const plane = source.length / Math.max(1, dims[0] ?? 1);
    const size = sizeOf(dims);
    const texts = Array.from({ length: size }, (_, at) =>
      made ? String(made[i].data[at]) : source[at] > 0 ? heldBy(state, source[at] - 1) : '0',
    );
    const classes = Array.from({ length: size }, (_, at) => {
      const number = source[at] - 1;
      if (number < 0) return 'fill';
      if (isJoin(row)) {
        const part = starts.findLastIndex((start) => start <= number);
        return takesAny(row) ? colour('piece', part) : part > 0 ? colour('piece', 1) : '';
      }
      if (order) return colour('piece', Math.floor(at / plane));
      if (pads) return isInner(indexOf(at, dims), pads, tensors[0].dims) ? 't' : '';
      return ownClass(result, i);
    });
    const name = result.count > 1 ? letterOf(i) : resultName(row);
    return {
      dims,
      texts,
      classes,
      label: `${name} [${dims.join(', ')}]`,
      side: 'out' as const,
      first: i,
      axes: isJoin(row) || pads || result.taken ? axes : axes,
    };
  });
}

const isInner = (index: readonly number[], pads: readonly [number, number][], dims: readonly number[]) =>
  index.every((i, axis) => i >= pads[axis][0] && i < pads[axis][0] + dims[axis]);

const pieceCaption = (i: number, { outputs }: Result) =>
  h(
    'div.cap',
    h(`span.badge.${colour('piece', i)}`, letterOf(i)),
    h('span.dims', `[${outputs[i].dims.join(', ')}]`),
  );

function whyEmpty({ ranges, outputs, count }: Result) {
  if (count === 0) return 'There are no pieces: the axis has size 0.';
  const axis = ranges?.findIndex((range) => range.count === 0) ?? -1;
  return `[${outputs[0].dims.join(', ')}]: nothing is taken${axis >= 0 ? `, because the slice of axis ${axis} is empty` : ''}.`;
}
