// The cells of a result: the input, the outputs, and below them what the cell that is looked at has to do with its twin. Small
// tensors are elements, large ones are drawn on a canvas, whose code is fetched when the first one comes.
import { h } from '../dom.js';
import { COLOURS, MOST_OUTPUTS } from '../model/cut.js';
import { sizeOf } from '../model/integers.js';
import { twinsOf } from '../model/twins.js';
import { editCell } from './edit.js';
import { drawGrid, MOST_ELEMENTS } from './grid.js';
import { drawInspector } from './inspector.js';
import { brackets, toDrawn } from './tensor.js';

/** @import { Result } from '../model/cut.js' */
/** @import { Cell } from '../model/twins.js' */

/**
 * One tensor as it is drawn, either way.
 * @typedef {object} Shown
 * @property {(place: number) => void} light -1: none
 * @property {(place: number) => void} reveal
 */

/** @typedef {(place: number, text: string) => string} Edit gives what is wrong, '' if nothing is */

const HINT = 'Point at a cell, tap it, or tab to it and walk with the arrow keys.';

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
  /** @type {Result | null} */ #result = null;
  /** @type {Cell | null} that was looked at last */ #seen = null;
  /** @type {Map<number | null, Shown>} by output; null: the input */ #shown = new Map();
  #edit;

  /** @param {Edit} edit */
  constructor(edit) {
    this.#edit = edit;
  }

  /** @param {Result} result */
  show(result) {
    this.#result = result;
    this.#seen = null;
    this.#shown.clear();
    this.#inspector.replaceChildren(HINT);
    const { row, state, dims, outputs, count } = result;
    this.#caption.textContent = `${row.inputs[0].name}, ${state.type} ${brackets(dims)}`;
    this.#input.replaceChildren(...this.#draw(null, dims, `input ${brackets(dims)}`));
    this.#outputs.replaceChildren(...outputs.map((shape, i) => this.#drawOutput(shape, i)));
    if (count > MOST_OUTPUTS)
      this.#outputs.append(
        h('p', { className: 'note' }, `and ${(count - MOST_OUTPUTS).toLocaleString('en')} more`),
      );
    if (count === 0) this.#outputs.append(h('p', { className: 'note' }, 'none: an empty sequence'));
  }

  /**
   * @param {readonly number[]} dims
   * @param {number} output
   */
  #drawOutput(dims, output) {
    const badge = h('span', { className: `badge output-${output % COLOURS}` }, String(output));
    const caption = h('figcaption', {}, badge, ' ', h('span', { className: 'shape' }, brackets(dims)));
    return h(
      'figure',
      { className: 'output' },
      caption,
      ...this.#draw(output, dims, `output ${output} ${brackets(dims)}`),
    );
  }

  /**
   * @param {number | null} output
   * @param {readonly number[]} dims
   * @param {string} label
   * @returns {Node[]}
   */
  #draw(output, dims, label) {
    const result = /** @type {Result} */ (this.#result);
    const size = sizeOf(dims);
    if (size === 0) return [h('p', { className: 'note' }, 'no cells')];
    if (result.cells === null) {
      const isInput = output === null ? '; too many to draw. What is below is right for any size.' : '';
      return [h('p', { className: 'note' }, `${size.toLocaleString('en')} cells${isInput}`)];
    }
    const drawn = toDrawn(result, output);
    const onLook = (/** @type {number} */ place) => this.#look({ output, place });
    if (size > MOST_ELEMENTS) return [this.#drawCanvas(drawn, label, onLook)];
    const onEdit = output === null ? (/** @type {number} */ place) => this.#open(place) : null;
    const { element, cells } = drawGrid(drawn, label, onLook, onEdit);
    this.#shown.set(output, {
      light: (place) => {
        for (const cell of element.querySelectorAll('.lit')) cell.classList.remove('lit');
        cells[place]?.classList.add('lit');
      },
      reveal: (place) => cells[place]?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    });
    return [h('div', { className: 'scroller' }, element)];
  }

  /**
   * @param {import('./tensor.js').Drawn} drawn
   * @param {string} label
   * @param {(place: number) => void} onLook
   */
  #drawCanvas(drawn, label, onLook) {
    const place = h('div', { className: 'canvas-place' });
    const { result } = { result: this.#result };
    import('../canvas/view.js').then(({ CanvasView }) => {
      if (result !== this.#result) return; // another one has come since
      const view = new CanvasView(drawn, label, onLook);
      place.replaceWith(view.element);
      this.#shown.set(drawn.output, view);
    });
    return place;
  }

  /** Lights a cell and its twin, and says what they have to do with each other. @param {Cell} cell */
  #look(cell) {
    const result = /** @type {Result} */ (this.#result);
    const isSame = cell.output === this.#seen?.output && cell.place === this.#seen.place;
    const twins = isSame ? null : twinsOf(result, cell);
    if (twins === null) return;
    this.#seen = cell;
    const { place, taken } = twins;
    for (const [output, shown] of this.#shown) {
      const its = output === null ? place : output === taken?.output ? taken.position : -1;
      shown.light(its);
      const isOther = cell.output === null ? output !== null : output === null;
      if (its >= 0 && isOther && 'zoomBy' in shown) shown.reveal(its); // the page itself never jumps
    }
    this.#inspector.replaceChildren(...drawInspector(result, twins));
  }

  /** Lets the value of a cell be typed. @param {number} place */
  #open(place) {
    const find = () => this.#input.querySelector(`[data-place="${place}"]`);
    const cell = find();
    if (!(cell instanceof HTMLElement)) return;
    editCell(cell, (text) => {
      const hadFocus = document.activeElement === cell;
      const wrong = this.#edit(place, text);
      const next = find(); // another element, if all has been drawn anew
      if (hadFocus && next instanceof HTMLElement) next.focus();
      if (wrong !== '') this.#inspector.replaceChildren(h('span', { className: 'wrong' }, wrong));
    });
  }
}
