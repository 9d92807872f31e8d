// The cells of a result: the inputs, the outputs, and below them how the selected cell relates to its twin. Small tensors are HTML
// elements; large ones are drawn on a canvas, whose code is loaded with the first of them.
import { h } from '../dom.ts';
import { MOST_OUTPUTS, type Result } from '../model/cut.ts';
import { indexOf, sizeOf } from '../model/integers.ts';
import { withRectangle } from '../model/rectangle.ts';
import { tensorsOf } from '../model/rows.ts';
import { takesSlice } from '../model/slice.ts';
import type { Change } from '../model/state.ts';
import { type Cell, startOf, twinsOf } from '../model/twins.ts';
import { nextFrame, type Work } from '../pieces.ts';
import { editCell } from './edit.ts';
import { viewHeight } from './geometry.ts';
import { Grid, MOST_ELEMENTS } from './grid.ts';
import { drawInspector } from './inspector.ts';
import { selectCells } from './rectangle.ts';
import { brackets, colourOf, type Drawn, shapeOf, toDrawn } from './tensor.ts';

/** One tensor on the page, drawn either way. */
interface Shown {
  grid?: Grid;
  light: (place: number) => void; // -1: none
  reveal: (place: number) => void;
}

/** Everything on the page. */
interface Scene {
  result: Result;
  shown: Map<number | null, Shown>; // by part; -1: the base of a join, null: the whole
  /** What was shown before: a canvas of the same tensor stays where it was. */
  before: Map<number | null, Shown>;
  fills: (() => Work)[]; // of the grids, in the order of the page
  /** Tensors that will replace their placeholders. */
  large: { drawn: Drawn; label: string; place: HTMLElement }[];
}

/** Returns what is wrong; '' if nothing is. */
export type Edit = (place: number, text: string) => string;

const HINT = 'Point at a cell, tap it, or move to it with Tab and the arrow keys.';
const HINT_SELECT =
  ' Drag over cells to slice them, or press Shift and arrow keys. On a touch screen, hold a cell first.';

export class CellsView {
  #input = h('div.tensor');
  #outputs = h('div.parts.row');
  #inspector = h('div.inspector.row.note', { role: 'status' }, HINT);
  #caption = h('span.shape');
  #wholeTitle = h('span', 'Input');
  #partsTitle = h('span', 'Outputs');
  #whole = h('section.whole', h('h2', this.#wholeTitle, ' ', this.#caption), this.#input);
  #parts = h('section', h('h2', this.#partsTitle), this.#outputs);
  element = h('div.io.row', this.#whole, this.#parts, this.#inspector);
  #scene: Scene | null = null;
  /** The selected one. */ #seen: Cell | null = null;
  /** A cell whose value was typed, or to which a rectangle was drawn with keys: it gets the focus again after everything is redrawn. */
  #edited: Cell | null = null;
  #edit;
  #change;

  constructor(edit: Edit, change: Change) {
    this.#edit = edit;
    this.#change = change;
    const canSelect = () => takesSlice(this.#scene?.result.state.op ?? '');
    selectCells(this.#input, canSelect, (...corners) => this.#select(...corners));
  }

  /** Lays out everything but the cells. */
  *place(result: Result): Work {
    const { row, state, dims, parts, count, joins, hasBase } = result;
    const before = this.#scene?.shown ?? new Map();
    const scene: Scene = { result, shown: new Map(), fills: [], large: [], before };
    const figures = hasBase ? [this.#drawPart(scene, dims, -1)] : [];
    const drawWhole = () => this.#draw(scene, null, dims, `${joins ? 'output' : 'input'} ${brackets(dims)}`);
    const input = joins ? [] : drawWhole();
    for (const [i, shape] of parts.entries()) {
      yield;
      figures.push(this.#drawPart(scene, shape, i));
    }
    if (joins) input.push(...drawWhole());
    this.#wholeTitle.textContent = joins ? 'Output' : 'Input';
    this.#partsTitle.textContent = `${joins ? 'Input' : 'Output'}${figures.length === 1 ? '' : 's'}`;
    const [first, second] = joins ? [this.#parts, this.#whole] : [this.#whole, this.#parts];
    if (this.element.firstChild !== first) second.before(first); // a drag goes on in what is not moved
    this.#scene = scene;
    this.#seen = null;
    this.#inspector.replaceChildren(HINT, takesSlice(state.op) ? HINT_SELECT : '');
    this.#caption.textContent = `${joins ? '' : `${row.inputs[0].name}, `}${state.type} ${shapeOf(result, null, dims)}`;
    if (this.#input.firstChild !== input[0]) this.#input.replaceChildren(...input); // a cell may have the focus
    this.#outputs.replaceChildren(...figures);
    if (count > MOST_OUTPUTS)
      this.#outputs.append(h('p.note', `and ${(count - MOST_OUTPUTS).toLocaleString('en')} more`));
    if (count === 0 && !joins) this.#outputs.append(h('p.note', 'none: the sequence is empty'));
  }

  /** Fills the layout with cells: elements first, then canvases, one per frame. */
  *fill(): Work {
    const { fills, large, shown, result, before } = this.#scene as Scene;
    for (const fill of fills) yield* fill();
    this.#refocus();
    if (large.length === 0) return;
    const { CanvasView } = (yield import('../canvas/view.ts')) as typeof import('../canvas/view.ts');
    for (const { drawn, label, place } of large) {
      const onSelect =
        drawn.output === null && takesSlice(result.state.op)
          ? (corner: number, other: number) => this.#select(corner, other, '')
          : null;
      const onLook = (at: number) => this.#look({ output: drawn.output, place: at });
      const view = new CanvasView(drawn, label, onLook, onSelect, before.get(drawn.output));
      place.replaceWith(view.element);
      shown.set(drawn.output, view);
      yield nextFrame();
    }
  }

  #drawPart(scene: Scene, dims: readonly number[], output: number) {
    const { joins, hasBase, row } = scene.result;
    const name = hasBase ? tensorsOf(row)[output + 1].name : String(output);
    const isOnly = scene.result.count === 1 && !hasBase; // its number says nothing
    const badge = h('span', { className: `badge ${colourOf(output)}` }, isOnly ? '' : name);
    const caption = h(
      'figcaption',
      ...(scene.result.order ? [] : [badge, ' ']),
      h('span.shape', shapeOf(scene.result, output, dims)),
    );
    const label = `${hasBase ? '' : joins ? 'input ' : 'output '}${name} ${brackets(dims)}`;
    return h('figure.part', caption, ...this.#draw(scene, output, dims, label));
  }

  #draw(scene: Scene, output: number | null, dims: readonly number[], label: string): Node[] {
    const { result, shown, fills, large } = scene;
    const size = sizeOf(dims);
    if (size === 0) return [h('p.note', 'no cells')];
    const drawn = toDrawn(result, output);
    if (size > MOST_ELEMENTS) {
      const place = h('div.canvas-place');
      place.style.height = `${viewHeight(dims)}px`;
      large.push({ drawn, label, place });
      return [place];
    }
    const isInput = result.joins === (output !== null);
    const old = scene.before.get(output)?.grid;
    const grid = old?.fits(drawn, isInput) ? old : this.#newGrid(output, isInput);
    fills.push(grid.show(drawn, label));
    shown.set(output, {
      grid,
      light: (place) => {
        for (const cell of grid.element.querySelectorAll('.lit')) cell.classList.remove('lit');
        grid.cells[place]?.classList.add('lit');
      },
      reveal: (place) => grid.cells[place]?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    });
    return [grid === old ? (grid.element.parentElement as HTMLElement) : h('div.scroller', grid.element)];
  }

  #newGrid(output: number | null, isInput: boolean) {
    const onLook = (place: number) => this.#look({ output, place });
    return new Grid(onLook, isInput ? (place) => this.#open({ output, place }) : null);
  }

  /** Highlights a cell and its twin, and explains how they relate. */
  #look(cell: Cell) {
    const { result, shown } = this.#scene as Scene;
    const isSame = cell.output === this.#seen?.output && cell.place === this.#seen.place;
    const twins = isSame ? null : twinsOf(result, cell);
    if (twins === null) return;
    this.#seen = cell;
    const { place, taken } = twins;
    const isLost = cell.output === -1 && taken === null; // it is overwritten, and has no twin
    for (const [output, tensor] of shown) {
      const twin = output === null && !isLost ? place : output === taken?.output ? taken.position : -1;
      const its = output === cell.output ? cell.place : twin;
      tensor.light(its);
      const isOther = cell.output === null ? output !== null : output === null;
      if (its >= 0 && isOther && 'zoomBy' in tensor) tensor.reveal(its); // the page itself never scrolls
    }
    this.#inspector.replaceChildren(...drawInspector(result, twins, cell.output));
  }

  /**
   * Cuts a rectangle.
   * @param corner place in the whole
   * @param isKey the other corner gets the focus again
   */
  #select(corner: number, other: number, gesture: string, isKey = false) {
    const { result } = this.#scene as Scene;
    if (isKey) this.#edited = { output: null, place: other };
    this.#change(withRectangle(result, indexOf(corner, result.dims), indexOf(other, result.dims)), gesture);
  }

  /** Opens a cell of an input for editing. */
  #open(at: Cell) {
    const { result } = this.#scene as Scene;
    const cell = this.#elementOf(at);
    if (!cell) return;
    editCell(cell, (text) => {
      if (document.activeElement === cell) this.#edited = at;
      const wrong = this.#edit(at.place + (at.output === null ? 0 : startOf(result, at.output)), text);
      if (wrong === '') return;
      this.#edited = null;
      this.#inspector.replaceChildren(h('span.wrong', wrong));
    });
  }

  #refocus() {
    const { activeElement } = document;
    if (this.#edited && activeElement === document.body) this.#elementOf(this.#edited)?.focus();
    else if (this.#input.contains(activeElement))
      activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    this.#edited = null;
  }

  #elementOf({ output, place }: Cell) {
    return this.#scene?.shown.get(output)?.grid?.cells[place] ?? null;
  }
}
