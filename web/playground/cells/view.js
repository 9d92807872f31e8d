// The cells of a result: the inputs, the outputs, and below them how the selected cell relates to its twin. Small tensors are HTML
// elements; large ones are drawn on a canvas, whose code is loaded with the first of them.
import { h } from '../dom.js';
import { COLOURS, MOST_OUTPUTS } from '../model/cut.js';
import { withRectangle } from '../model/drag.js';
import { formatHash } from '../model/hash.js';
import { indexOf, sizeOf } from '../model/integers.js';
import { inverseOf } from '../model/inverse.js';
import { tensorsOf, versions } from '../model/rows.js';
import { takesSlice } from '../model/slice.js';
import { startOf, twinsOf } from '../model/twins.js';
import { nextFrame } from '../pieces.js';
import { editCell } from './edit.js';
import { Filling } from './filling.js';
import { viewHeight } from './geometry.js';
import { drawGrid, MOST_ELEMENTS } from './grid.js';
import { drawInspector } from './inspector.js';
import { selectCells } from './rectangle.js';
import { brackets, toDrawn } from './tensor.js';

/** @import { Result } from '../model/cut.js' */
/** @import { Work } from '../pieces.js' */
/** @import { Drawn } from './tensor.js' */
/** @import { Cell } from '../model/twins.js' */
/** @import { Change } from '../stage/stage.js' */

/**
 * One tensor on the page, drawn either way.
 * @typedef {object} Shown
 * @property {readonly HTMLElement[]} [cells] of a grid
 * @property {(place: number) => void} light -1: none
 * @property {(place: number) => void} reveal
 */

/**
 * Everything on the page.
 * @typedef {object} Scene
 * @property {Result} result
 * @property {Map<number | null, Shown>} shown by part; -1: the base of a join, null: the whole
 * @property {Map<number | null, Shown>} before what was shown before: a canvas of the same tensor stays where it was
 * @property {(() => Work)[]} fills of the grids, in the order of the page
 * @property {{ drawn: Drawn, label: string, place: HTMLElement }[]} large tensors that will replace their placeholders
 */

/** @typedef {(place: number, text: string) => string} Edit returns what is wrong; '' if nothing is */

const HINT = 'Point at a cell, tap it, or move to it with Tab and the arrow keys.';
const HINT_SELECT =
  ' Drag over cells to slice them; hold first on a touch screen, or press Shift and arrow keys.';

export class CellsView {
  #input = h('div', { className: 'tensor' });
  #outputs = h('div', { className: 'outputs' });
  #inspector = h('div', { className: 'inspector', role: 'status' }, HINT);
  #caption = h('span', { className: 'shape' });
  #wholeTitle = h('span', {}, 'Input');
  #partsTitle = h('span', {}, 'Outputs');
  #whole = h(
    'section',
    { className: 'input' },
    h('h2', {}, this.#wholeTitle, ' ', this.#caption),
    this.#input,
  );
  #parts = h('section', {}, h('h2', {}, this.#partsTitle), this.#outputs);
  #inverse = h('p', { className: 'inverse' });
  #filling = new Filling((isPlaying) =>
    this.#inspector.setAttribute('aria-live', isPlaying ? 'off' : 'polite'),
  );
  element = h(
    'div',
    { className: 'io' },
    this.#whole,
    this.#parts,
    this.#filling.element,
    this.#inverse,
    this.#inspector,
  );
  /** @type {Scene | null} */ #scene = null;
  /** @type {Cell | null} the selected one */ #seen = null;
  /** A cell whose value was typed, or to which a rectangle was drawn with keys: it gets the focus again after everything is redrawn. */
  #edited = /** @type {Cell | null} */ (null);
  #edit;
  #change;
  #onLook;

  /**
   * @param {Edit} edit
   * @param {Change} change
   * @param {(index: readonly number[]) => void} onLook told the index of the selected cell in the whole
   */
  constructor(edit, change, onLook) {
    this.#edit = edit;
    this.#change = change;
    this.#onLook = onLook;
    const canSelect = () => takesSlice(this.#scene?.result.state.op ?? '');
    selectCells(this.#input, canSelect, (...corners) => this.#select(...corners));
  }

  /**
   * Lays out everything but the cells.
   * @param {Result} result
   * @returns {Work}
   */
  *place(result) {
    const { row, state, dims, parts, count, joins, hasBase } = result;
    /** @type {Scene} */
    const scene = { result, shown: new Map(), fills: [], large: [], before: this.#scene?.shown ?? new Map() };
    const figures = hasBase ? [this.#drawPart(scene, dims, -1)] : [];
    const drawWhole = () => this.#draw(scene, null, dims, `${joins ? 'output' : 'input'} ${brackets(dims)}`);
    const input = joins ? [] : drawWhole();
    for (const [i, shape] of parts.entries()) {
      yield;
      figures.push(this.#drawPart(scene, shape, i));
    }
    if (joins) input.push(...drawWhole());
    this.#wholeTitle.textContent = joins ? 'Output' : 'Input';
    this.#partsTitle.textContent = joins ? 'Inputs' : 'Outputs';
    const [first, second] = joins ? [this.#parts, this.#whole] : [this.#whole, this.#parts];
    if (this.element.firstChild !== first) second.before(first); // a drag goes on in what is not moved
    this.#inverse.replaceChildren(...drawInverse(result));
    this.#scene = scene;
    this.#seen = null;
    this.#filling.expect(scene.large.length === 0 && count > 0);
    this.#inspector.replaceChildren(HINT, takesSlice(state.op) ? HINT_SELECT : '');
    this.#caption.textContent = `${joins ? '' : `${row.inputs[0].name}, `}${state.type} ${brackets(dims)}`;
    this.#input.replaceChildren(...input);
    this.#outputs.replaceChildren(...figures);
    if (count > MOST_OUTPUTS)
      this.#outputs.append(
        h('p', { className: 'note' }, `and ${(count - MOST_OUTPUTS).toLocaleString('en')} more`),
      );
    if (count === 0 && !joins)
      this.#outputs.append(h('p', { className: 'note' }, 'none: the sequence is empty'));
  }

  /**
   * Fills the layout with cells: elements first, then canvases, one per frame.
   * @returns {Work}
   */
  *fill() {
    const { fills, large, shown, result, before } = /** @type {Scene} */ (this.#scene);
    for (const fill of fills) yield* fill();
    this.#refocus();
    this.#filling.begin(this.#inOrder());
    if (large.length === 0) return;
    /** @type {typeof import('../canvas/view.js')} */
    const { CanvasView } = yield import('../canvas/view.js');
    for (const { drawn, label, place } of large) {
      const onSelect =
        drawn.output === null && takesSlice(result.state.op)
          ? (/** @type {number} */ corner, /** @type {number} */ other) => this.#select(corner, other, '')
          : null;
      const onLook = (/** @type {number} */ at) => this.#look({ output: drawn.output, place: at });
      const view = new CanvasView(drawn, label, onLook, onSelect, before.get(drawn.output));
      place.replaceWith(view.element);
      shown.set(drawn.output, view);
      yield nextFrame();
    }
  }

  /**
   * @param {Scene} scene
   * @param {readonly number[]} dims
   * @param {number} output
   */
  #drawPart(scene, dims, output) {
    const { joins, hasBase, row } = scene.result;
    const name = hasBase ? tensorsOf(row)[output + 1].name : String(output);
    const badge = h(
      'span',
      { className: `badge ${output < 0 ? 'untaken' : `output-${output % COLOURS}`}` },
      name,
    );
    const caption = h('figcaption', {}, badge, ' ', h('span', { className: 'shape' }, brackets(dims)));
    return h(
      'figure',
      { className: 'output' },
      caption,
      ...this.#draw(
        scene,
        output,
        dims,
        `${hasBase ? '' : joins ? 'input ' : 'output '}${name} ${brackets(dims)}`,
      ),
    );
  }

  /**
   * @param {Scene} scene
   * @param {number | null} output
   * @param {readonly number[]} dims
   * @param {string} label
   * @returns {Node[]}
   */
  #draw({ result, shown, fills, large }, output, dims, label) {
    const size = sizeOf(dims);
    if (size === 0) return [h('p', { className: 'note' }, 'no cells')];
    const drawn = toDrawn(result, output);
    if (size > MOST_ELEMENTS) {
      const place = h('div', { className: 'canvas-place' });
      place.style.height = `${viewHeight(dims)}px`;
      large.push({ drawn, label, place });
      return [place];
    }
    const onLook = (/** @type {number} */ place) => this.#look({ output, place });
    const isInput = result.joins === (output !== null);
    const onEdit = isInput ? (/** @type {number} */ place) => this.#open({ output, place }) : null;
    const { element, cells, fill } = drawGrid(drawn, label, onLook, onEdit);
    fills.push(fill);
    shown.set(output, {
      cells,
      light: (place) => {
        for (const cell of element.querySelectorAll('.lit')) cell.classList.remove('lit');
        cells[place]?.classList.add('lit');
      },
      reveal: (place) => cells[place]?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    });
    return [h('div', { className: 'scroller' }, element)];
  }

  /** The cells of what is made, in the order of filling; none if there are too many to be elements. */
  #inOrder() {
    const { result, shown } = /** @type {Scene} */ (this.#scene);
    const made = result.joins ? [null] : [...result.parts.keys()];
    const isAll = made.every((output) => shown.get(output)?.cells ?? sizeOf(result.parts[output ?? 0]) === 0);
    if (!isAll || result.count > result.parts.length) return [];
    return made.flatMap((output) =>
      (shown.get(output)?.cells ?? []).map((element, place) => ({
        element,
        show: () => this.#look({ output, place }),
      })),
    );
  }

  /** Highlights a cell and its twin, and explains how they relate. @param {Cell} cell */
  #look(cell) {
    const { result, shown } = /** @type {Scene} */ (this.#scene);
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
    this.#onLook(twins.index);
    this.#inspector.replaceChildren(...drawInspector(result, twins, cell.output));
  }

  /**
   * Cuts a rectangle.
   * @param {number} corner place in the whole
   * @param {number} other
   * @param {string} gesture
   * @param {boolean} [isKey] the other corner gets the focus again
   */
  #select(corner, other, gesture, isKey = false) {
    const { result } = /** @type {Scene} */ (this.#scene);
    if (isKey) this.#edited = { output: null, place: other };
    this.#change(withRectangle(result, indexOf(corner, result.dims), indexOf(other, result.dims)), gesture);
  }

  /** Opens a cell of an input for editing. @param {Cell} at */
  #open(at) {
    const { result } = /** @type {Scene} */ (this.#scene);
    const cell = this.#elementOf(at);
    if (!cell) return;
    editCell(cell, (text) => {
      if (document.activeElement === cell) this.#edited = at;
      const wrong = this.#edit(at.place + (at.output === null ? 0 : startOf(result, at.output)), text);
      if (wrong === '') return;
      this.#edited = null;
      this.#inspector.replaceChildren(h('span', { className: 'wrong' }, wrong));
    });
  }

  #refocus() {
    if (this.#edited && document.activeElement === document.body) this.#elementOf(this.#edited)?.focus();
    this.#edited = null;
  }

  /** @param {Cell} cell */
  #elementOf({ output, place }) {
    return this.#scene?.shown.get(output)?.cells?.[place] ?? null;
  }
}

/** A link to what undoes a result. @param {Result} result */
function drawInverse(result) {
  const inverse = inverseOf(result);
  if (inverse === null) return [];
  const says = result.joins ? 'Take it apart again' : 'Put it back together';
  if ('why' in inverse) return [h('span', { className: 'note' }, `${says}: ${inverse.why}`)];
  const { op } = inverse.state;
  return [h('a', { href: `#${formatHash(inverse.state, versions())}` }, `${says}, with ${op}`)];
}
