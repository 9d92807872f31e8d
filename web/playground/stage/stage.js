// The result beside the form: what the cut does in one sentence, its cells, and its axes one by one. The parts below are loaded when
// the page is idle.

import { Progress } from '../background/progress.js';
import { drawAxis } from '../cells/ruler.js';
import { CellsView } from '../cells/view.js';
import { h } from '../dom.js';
import { EXAMPLES, STARTERS } from '../gallery/examples.js';
import { isWhole } from '../model/walk.js';
import { Pieces } from '../pieces.js';

/** @import { Edit } from '../cells/view.js' */
/** @import { Result } from '../model/cut.js' */
/** @import { Work } from '../pieces.js' */

/** The most axes that are drawn. */
const MOST_AXES = 6;

/** A part of the page below the cells, which is loaded later. @typedef {{ draw: (result: Result) => Work, element: HTMLElement }} Part */

export class Stage {
  #sentence = h('p', { className: 'said', id: 'said', role: 'status' });
  #op = h('span', { className: 'op' });
  #lesson = h('p', { className: 'lesson' });
  #status = h('p', { className: 'status', role: 'status' });
  #axes = h('div', { className: 'axes' });
  #later = h('div', { className: 'later' });
  /** @type {Part[]} */ #parts = [];
  /** @type {Result | null} */ #result = null;
  #cells;
  #body;
  #pieces;
  progress;
  element;

  /**
   * @param {object} on
   * @param {Edit} on.edit
   * @param {() => void} on.cancel
   */
  constructor({ edit, cancel }) {
    this.#cells = new CellsView(edit);
    this.progress = new Progress('cutting', cancel);
    this.#body = h(
      'div',
      { className: 'body', hidden: true },
      h('div', { className: 'headline' }, this.#op, this.#sentence, this.#lesson),
      h('section', { className: 'panel', 'aria-label': 'Input and outputs' }, this.#cells.element),
      h(
        'section',
        { className: 'panel walk', 'aria-label': 'Axis by axis' },
        h('h2', {}, 'Axis by axis'),
        this.#axes,
      ),
      this.#later,
    );
    this.#pieces = new Pieces(this.#body);
    this.element = h(
      'div',
      { className: 'stage' },
      drawStarters(),
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
    this.#op.textContent = `${result.row.op_type}-${result.row.since_version}`;
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
    const cut = result.walk.filter((axis) => !isWhole(axis));
    const shown = (cut.length > 0 ? cut : result.walk).slice(0, MOST_AXES);
    /** @type {HTMLElement[]} */
    const axes = [];
    for (const axis of shown) {
      axes.push(drawAxis(axis));
      yield;
    }
    if (shown.length === 0) axes.push(h('p', { className: 'note' }, 'No axis is cut.'));
    this.#axes.replaceChildren(...axes);
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
