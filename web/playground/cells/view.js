// The cells of a result: the input, the outputs, and below them how the selected cell relates to its twin. Small tensors are HTML
// elements; large ones are drawn on a canvas, whose code is loaded with the first of them.
import { h } from '../dom.js';
import { COLOURS, MOST_OUTPUTS } from '../model/cut.js';
import { sizeOf } from '../model/integers.js';
import { twinsOf } from '../model/twins.js';
import { nextFrame } from '../pieces.js';
import { editCell } from './edit.js';
import { viewHeight } from './geometry.js';
import { drawGrid, MOST_ELEMENTS } from './grid.js';
import { drawInspector } from './inspector.js';
import { brackets, toDrawn } from './tensor.js';

/** @import { Result } from '../model/cut.js' */
/** @import { Work } from '../pieces.js' */
/** @import { Drawn } from './tensor.js' */
/** @import { Cell } from '../model/twins.js' */

/**
 * One tensor on the page, drawn either way.
 * @typedef {object} Shown
 * @property {(place: number) => void} light -1: none
 * @property {(place: number) => void} reveal
 */

/**
 * Everything on the page.
 * @typedef {object} Scene
 * @property {Result} result
 * @property {Map<number | null, Shown>} shown by output; null: the input
 * @property {(() => Work)[]} fills of the grids, in the order of the page
 * @property {{ drawn: Drawn, label: string, place: HTMLElement }[]} large tensors that will replace their placeholders
 */

/** @typedef {(place: number, text: string) => string} Edit returns what is wrong; '' if nothing is */

const HINT = 'Point at a cell, tap it, or move to it with Tab and the arrow keys.';

export class CellsView {
  #input = h('div', { className: 'tensor' });
  #outputs = h('div', { className: 'outputs' });
  #inspector = h('div', { className: 'inspector', role: 'status' }, HINT);
  #caption = h('span', { className: 'shape' });
  element = h(
    'div',
    { className: 'io' },
    h('section', { className: 'input' }, h('h2', {}, 'Input ', this.#caption), this.#input),
    h('section', {}, h('h2', {}, 'Outputs'), this.#outputs),
    this.#inspector,
  );
  /** @type {Scene | null} */ #scene = null;
  /** @type {Cell | null} the selected one */ #seen = null;
  /** A cell whose value was typed: it gets the focus again after everything is redrawn. */
  #edited = -1;
  #edit;

  /** @param {Edit} edit */
  constructor(edit) {
    this.#edit = edit;
  }

  /**
   * Lays out everything but the cells.
   * @param {Result} result
   * @returns {Work}
   */
  *place(result) {
    const { row, state, dims, outputs, count } = result;
    /** @type {Scene} */
    const scene = { result, shown: new Map(), fills: [], large: [] };
    const input = this.#draw(scene, null, dims, `input ${brackets(dims)}`);
    const figures = [];
    for (const [i, shape] of outputs.entries()) {
      yield;
      figures.push(this.#drawOutput(scene, shape, i));
    }
    this.#scene = scene;
    this.#seen = null;
    this.#inspector.replaceChildren(HINT);
    this.#caption.textContent = `${row.inputs[0].name}, ${state.type} ${brackets(dims)}`;
    this.#input.replaceChildren(...input);
    this.#outputs.replaceChildren(...figures);
    if (count > MOST_OUTPUTS)
      this.#outputs.append(
        h('p', { className: 'note' }, `and ${(count - MOST_OUTPUTS).toLocaleString('en')} more`),
      );
    if (count === 0) this.#outputs.append(h('p', { className: 'note' }, 'none: the sequence is empty'));
  }

  /**
   * Fills the layout with cells: elements first, then canvases, one per frame.
   * @returns {Work}
   */
  *fill() {
    const { fills, large, shown } = /** @type {Scene} */ (this.#scene);
    for (const fill of fills) yield* fill();
    this.#refocus();
    if (large.length === 0) return;
    /** @type {typeof import('../canvas/view.js')} */
    const { CanvasView } = yield import('../canvas/view.js');
    for (const { drawn, label, place } of large) {
      const view = new CanvasView(drawn, label, (at) => this.#look({ output: drawn.output, place: at }));
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
  #drawOutput(scene, dims, output) {
    const badge = h('span', { className: `badge output-${output % COLOURS}` }, String(output));
    const caption = h('figcaption', {}, badge, ' ', h('span', { className: 'shape' }, brackets(dims)));
    return h(
      'figure',
      { className: 'output' },
      caption,
      ...this.#draw(scene, output, dims, `output ${output} ${brackets(dims)}`),
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
    const onEdit = output === null ? (/** @type {number} */ place) => this.#open(place) : null;
    const { element, cells, fill } = drawGrid(drawn, label, onLook, onEdit);
    fills.push(fill);
    shown.set(output, {
      light: (place) => {
        for (const cell of element.querySelectorAll('.lit')) cell.classList.remove('lit');
        cells[place]?.classList.add('lit');
      },
      reveal: (place) => cells[place]?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    });
    return [h('div', { className: 'scroller' }, element)];
  }

  /** Highlights a cell and its twin, and explains how they relate. @param {Cell} cell */
  #look(cell) {
    const { result, shown } = /** @type {Scene} */ (this.#scene);
    const isSame = cell.output === this.#seen?.output && cell.place === this.#seen.place;
    const twins = isSame ? null : twinsOf(result, cell);
    if (twins === null) return;
    this.#seen = cell;
    const { place, taken } = twins;
    for (const [output, tensor] of shown) {
      const its = output === null ? place : output === taken?.output ? taken.position : -1;
      tensor.light(its);
      const isOther = cell.output === null ? output !== null : output === null;
      if (its >= 0 && isOther && 'zoomBy' in tensor) tensor.reveal(its); // the page itself never scrolls
    }
    this.#inspector.replaceChildren(...drawInspector(result, twins));
  }

  /** Opens a cell for editing. @param {number} place */
  #open(place) {
    const cell = this.#cellAt(place);
    if (!cell) return;
    editCell(cell, (text) => {
      if (document.activeElement === cell) this.#edited = place;
      const wrong = this.#edit(place, text);
      if (wrong === '') return;
      this.#edited = -1;
      this.#inspector.replaceChildren(h('span', { className: 'wrong' }, wrong));
    });
  }

  #refocus() {
    if (this.#edited >= 0 && document.activeElement === document.body) this.#cellAt(this.#edited)?.focus();
    this.#edited = -1;
  }

  /** @param {number} place in the input @returns {HTMLElement | null} */
  #cellAt(place) {
    return this.#input.querySelector(`[data-place="${place}"]`);
  }
}
