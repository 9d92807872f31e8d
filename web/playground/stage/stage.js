// The result beside the form: what the cut does in one sentence, its cells, and its axes one by one. The parts below are loaded when
// the page is idle.

import { Progress } from '../background/progress.js';
import { drawRuler } from '../cells/ruler.js';
import { Rulers } from '../cells/rulers.js';
import { CellsView } from '../cells/view.js';
import { h } from '../dom.js';
import { EXAMPLES, STARTERS } from '../gallery/examples.js';
import { rulersOf } from '../model/drag.js';
import { Pieces } from '../pieces.js';

/** @import { OperatorRow } from '../../lib/types.js' */
/** @import { Edit } from '../cells/view.js' */
/** @import { Result } from '../model/cut.js' */
/** @import { State } from '../model/state.js' */
/** @import { Work } from '../pieces.js' */

/** The most axes that are drawn. */
const MOST_AXES = 6;

/** A state that was made by hand, and which gesture: all states of one gesture are one step back. @typedef {(state: State, gesture: string) => void} Change */

/** A part of the page below the cells, which is loaded later. @typedef {{ draw: (result: Result) => Work, element: HTMLElement }} Part */

export class Stage {
  #sentence = h('p', { className: 'said', id: 'said', role: 'status' });
  #op = h('a', { className: 'op' });
  #lesson = h('p', { className: 'lesson' });
  #status = h('p', { className: 'status', role: 'status' });
  tools = h('div', { className: 'tools' });
  #later = h('div', { className: 'later' });
  /** @type {Part[]} */ #parts = [];
  /** @type {Result | null} */ #result = null;
  #cells;
  #rulers;
  #body;
  #pieces;
  progress;
  element;

  /**
   * @param {object} on
   * @param {Edit} on.edit
   * @param {Change} on.change
   * @param {() => void} on.cancel
   */
  constructor({ edit, change, cancel }) {
    this.#rulers = new Rulers(change);
    this.#cells = new CellsView(edit, change, (index) => this.#rulers.light(index));
    this.progress = new Progress('cutting', cancel);
    this.#body = h(
      'div',
      { className: 'body', hidden: true },
      h('div', { className: 'headline' }, this.#op, this.#sentence, this.#lesson),
      h('section', { className: 'panel picture', 'aria-label': 'Input and outputs' }, this.#cells.element),
      h(
        'section',
        { className: 'panel walk', 'aria-label': 'Axis by axis' },
        h('h2', {}, 'Axis by axis'),
        h('p', { className: 'note' }, 'Drag a mark, or move to it with Tab and press the arrow keys.'),
        this.#rulers.element,
      ),
      this.#later,
    );
    this.#pieces = new Pieces(this.#body);
    this.element = h(
      'div',
      { className: 'stage' },
      h('div', { className: 'bar' }, drawStarters(), this.tools),
      h('div', { className: 'statusline' }, this.#status, this.progress.element),
      this.#body,
    );
  }

  /**
   * @param {Result} result
   * @param {string} hash of its address
   */
  show(result, hash) {
    this.#result = result;
    const example = EXAMPLES.find((each) => each.hash === hash);
    this.#lesson.replaceChildren(...(example ? [h('b', {}, `${example.title}.`), ` ${example.says}`] : []));
    const { op_type, since_version } = result.row;
    this.#op.textContent = `${op_type}-${since_version}`;
    this.#op.href = documentOf(result.row);
    this.#sentence.textContent = result.sentence;
    this.setStale('');
    this.#pieces.begin(this.#draw(result));
  }

  /**
   * @param {Result} result
   * @returns {Work}
   */
  *#draw(result) {
    yield* this.#cells.place(result);
    /** @type {HTMLElement[]} */
    const axes = [];
    const rulers = rulersOf(result).slice(0, MOST_AXES);
    for (const ruler of rulers) {
      axes.push(drawRuler(ruler, result.joins));
      yield;
    }
    if (axes.length === 0) axes.push(h('p', { className: 'note' }, 'There is no axis.'));
    this.#rulers.show(axes, rulers, result);
    this.#body.hidden = false; // from now on nothing moves
    yield* this.#cells.fill();
    for (const part of this.#parts) yield* part.draw(result);
  }

  /** @param {string} why the result is old; '' if it is not */
  setStale(why) {
    this.#status.textContent = why;
    this.#body.classList.toggle('stale', why !== '');
  }

  /** Resolves when all of it is on the page. */
  get drawn() {
    return this.#pieces.done;
  }

  /** @param {Part} part */
  add(part) {
    this.#parts.push(part);
    this.#later.append(part.element);
    if (this.#result) this.#pieces.add(part.draw(this.#result));
  }
}

/** Its document, by domain. @type {Record<string, (row: OperatorRow) => string>} */
const DOCUMENTS = {
  'ai.onnx': ({ op_type }) => `https://onnx.ai/onnx/operators/onnx__${op_type}.html`,
  openvino: ({ op_type, since_version }) =>
    `https://docs.openvino.ai/2025/documentation/openvino-ir-format/operation-sets/operation-specs/movement/${op_type
      .replace(/(?<=.)[A-Z]/g, '-$&')
      .toLowerCase()}-${since_version}.html`,
};

/** @param {OperatorRow} row */
const documentOf = (row) => DOCUMENTS[row.domain](row);

/** Links to examples, for those who have nothing to cut yet. */
function drawStarters() {
  const links = STARTERS.map(({ name, hash }) => h('a', { href: `#${hash}` }, name));
  return h(
    'nav',
    { className: 'starters', 'aria-label': 'Examples to begin with' },
    h('span', {}, 'Try'),
    ...links,
  );
}
