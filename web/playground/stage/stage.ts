// The result below the slice: what the cut does in one sentence, and a photo and cells that it cuts. Nothing above the cells changes
// their place. The parts below are loaded when the page is idle.
import type { OperatorRow } from '../../lib/index.ts';
import { Progress } from '../background/progress.ts';
import { CellsView, type Edit } from '../cells/view.ts';
import { h } from '../dom.ts';
import { EXAMPLES, STARTERS } from '../gallery/examples.ts';
import type { Result } from '../model/cut.ts';
import { nameOf } from '../model/rows.ts';
import type { Change } from '../model/state.ts';
import { Pieces, type Work } from '../pieces.ts';

/** Rows and columns of a photo: more would make it larger than it is drawn. */
const MOST_TILES = 256;

/** Do the cells have a photo whose tiles they are? */
export const hasPhoto = ({ dims, joins, order }: Result) =>
  !joins &&
  order === null &&
  (dims.length === 1 || dims.length === 2) &&
  !dims.includes(0) &&
  Math.max(...dims) <= MOST_TILES;

/** A part of the page below the cells, which is loaded later. */
export type Part = { draw: (result: Result) => Work; element: HTMLElement };

export class Stage {
  #sentence = h('p.said', { id: 'said', role: 'status' });
  #op = h('a.op.chip');
  #lesson = h('p.lesson');
  #status = h('p.status', { role: 'status' });
  tools = h('div.tools.row');
  #photo = h('div.photo');
  #later = h('div.later.stack');
  #parts: Part[] = [];
  #result: Result | null = null;
  #cells;
  #body;
  #pieces;
  progress;
  element;

  constructor({
    form,
    edit,
    change,
    cancel,
  }: { form: HTMLElement; edit: Edit; change: Change; cancel: () => void }) {
    this.#cells = new CellsView(edit, change);
    this.progress = new Progress('cutting', cancel);
    this.#body = h(
      'div.body.stage.stack',
      { hidden: true },
      h('div.headline', this.#sentence),
      h(
        'section.panel.picture',
        { 'aria-label': 'Input and outputs' },
        h('div.statusline.row.note', this.#status, this.progress.element),
        this.#photo,
        this.#cells.element,
        this.#lesson,
        h('p.row.note', 'Documentation:', this.#op, h('a', { href: '#media' }, 'Cut a picture of your own')),
      ),
      h('div.bar.row', drawStarters(), this.tools),
      form,
      this.#later,
    );
    this.#pieces = new Pieces(this.#body);
    this.element = this.#body;
    addEventListener('resize', () => this.#reach());
  }

  /** @param hash of its address */
  show(result: Result, hash: string) {
    this.#result = result;
    const example = EXAMPLES.find((each) => each.hash === hash);
    this.#lesson.replaceChildren(...(example ? [h('b', `${example.title}.`), ` ${example.says}`] : []));
    this.#op.textContent = nameOf(result.row);
    this.#op.href = documentOf(result.row);
    this.#photo.hidden = !hasPhoto(result);
    this.#sentence.textContent = result.sentence;
    this.setStale('');
    this.#pieces.begin(this.#draw(result));
  }

  *#draw(result: Result): Work {
    yield* this.#cells.place(result);
    this.#body.hidden = false; // from now on nothing moves
    this.#reach();
    yield* this.#cells.fill();
    for (const part of this.#parts) yield* part.draw(result);
  }

  /** A sentence that is too long is scrolled with keys. */
  #reach() {
    const { scrollHeight, clientHeight } = this.#sentence;
    this.#sentence.tabIndex = scrollHeight > clientHeight ? 0 : -1;
  }

  /** @param why the result is old; '' if it is not */
  setStale(why: string) {
    this.#status.textContent = why;
    if (why !== '') this.#body.hidden = false;
    this.#body.classList.toggle('stale', why !== '');
  }

  /** Resolves when all of it is on the page. */
  get drawn() {
    return this.#pieces.done;
  }

  /** @param isPhoto its place is kept above the cells */
  add(part: Part, isPhoto = false) {
    this.#parts.push(part);
    (isPhoto ? this.#photo : this.#later).append(part.element);
    if (this.#result) this.#pieces.add(part.draw(this.#result));
  }
}

/** Its document, by domain. */
const DOCUMENTS: Record<string, (row: OperatorRow) => string> = {
  microtome: () => './docs/guide.html#rearranging',
  'ai.onnx': ({ op_type }) => `https://onnx.ai/onnx/operators/onnx__${op_type}.html`,
  openvino: ({ op_type, since_version }) =>
    `https://docs.openvino.ai/2025/documentation/openvino-ir-format/operation-sets/operation-specs/movement/${op_type
      .replace(/(?<=.)[A-Z]/g, '-$&')
      .toLowerCase()}-${since_version}.html`,
};

const documentOf = (row: OperatorRow) => DOCUMENTS[row.domain](row);

/** Links to examples, for those who have nothing to cut yet. */
function drawStarters() {
  const links = STARTERS.map(({ name, hash }) => h('a.chip', { href: `#${hash}` }, name));
  return h('nav.starters.row.note', { 'aria-label': 'Examples to begin with' }, h('span', 'Try'), ...links);
}
