// The code beside the stage: the call in four languages, what it prints, and what can be copied.
import type { Result } from '../model/result.ts';
import { copyText } from '../page/copy.ts';
import { ARROWS, h, set, write } from '../page/dom.ts';
import { sayDims } from '../page/say.ts';
import type { Where } from './data.ts';
import { toJavaScript } from './javascript.ts';
import { NUMPY, PYTORCH } from './libraries.ts';
import { toOnnx } from './onnx.ts';
import { prints } from './prints.ts';
import { type Line, textOf } from './program.ts';
import { toPython } from './python.ts';

type Writer = (result: Result, where: Where, isPlanned: boolean) => Line[];

/** One row per language. */
const LANGUAGES: Record<string, Writer> = {
  JavaScript: toJavaScript,
  NumPy: (result, where) => toPython(result, NUMPY, where),
  PyTorch: (result, where) => toPython(result, PYTORCH, where),
  ONNX: toOnnx,
};

/** Comments, texts and words. */
const WORDS =
  /(\/\/.*|#.*)|('(?:[^'\\]|\\.)*'|"[^"]*")|\b(import|from|const|await|new|for|of|in|def|print|as)\b/g;

export class CodePanel {
  #language = 'JavaScript';
  #tabs: HTMLButtonElement[];
  #pre = h('pre', { tabIndex: 0, role: 'tabpanel', id: 'program', 'aria-label': 'JavaScript code' });
  #copy = h('button.btn.main', 'Copy');
  #title = h('b', 'prints');
  #prints = h('output');
  #once = h('input', { type: 'checkbox' });
  #frames = h('label', this.#once, 'For every frame: plan once');
  #element;
  #result: Result | null = null;
  #where: Where | null = null;
  #after = '';
  /** Where the call was when the code was scrolled last. */ #seen = '';

  /** @param link of what is shown @param lacks what is not in it */
  constructor(element: HTMLElement, link: () => string, lacks: () => string) {
    this.#element = element;
    this.#tabs = Object.keys(LANGUAGES).map((name) =>
      h('button', { role: 'tab', 'aria-controls': 'program', onclick: () => this.#choose(name) }, name),
    );
    const list = h('div.langs', { role: 'tablist', 'aria-label': 'Language' }, ...this.#tabs);
    list.addEventListener('keydown', (event) => this.#walk(event));
    this.#copy.addEventListener('click', () => copyText(this.#copy, () => this.text));
    this.#once.addEventListener('change', () => this.#draw());
    const missing = h('span.lacks');
    const share = h('button.btn', 'Copy link');
    share.addEventListener('click', () => copyText(share, link, lacks, missing));
    element.append(
      h('div.bar', list, this.#copy),
      this.#pre,
      h(
        'div.prints',
        { tabIndex: 0, role: 'group', 'aria-label': 'what it prints' },
        this.#title,
        this.#prints,
      ),
      h('div.foot', this.#frames, missing, share),
    );
    set(element, { 'aria-busy': 'false' });
    this.#choose(this.#language);
  }

  /** What is shown, as it is copied. */
  get text() {
    return textOf(this.#lines());
  }

  /** @param after what is said of a file: its cost, and what follows */
  show(result: Result | null, where: Where, after = '') {
    this.#result = result;
    this.#where = where;
    this.#after = after;
    this.setStale(false);
    this.#draw();
  }

  /** The call is wrong: the code stays that of the last valid one, and says so. */
  setStale(isStale: boolean) {
    this.#element.classList.toggle('stale', isStale);
    write(this.#copy, isStale ? 'Copy last' : 'Copy');
    set(this.#copy, { 'aria-label': isStale ? 'Copy last valid call' : 'Copy the code' });
    write(this.#title, isStale ? 'printed by the last valid call' : 'prints');
  }

  #lines(): Line[] {
    if (!this.#result || !this.#where) return [];
    const planned = this.#once.checked && !this.#frames.hidden;
    return LANGUAGES[this.#language](this.#result, this.#where, planned);
  }

  #draw() {
    const result = this.#result;
    this.#frames.hidden = this.#language !== 'JavaScript' || result?.state.on === 'file' || result === null;
    this.#copy.disabled = result === null;
    const none = this.#where ? '// first open a file, or try an example' : '// the call is not valid yet';
    const lines = result === null ? [{ bits: [none], hot: false }] : this.#lines();
    this.#fill(lines);
    const text = result === null ? '' : this.#printed(result);
    if (text !== this.#prints.textContent)
      this.#prints.replaceChildren(...text.split(/(?<=,)/).flatMap((part) => [part, h('wbr')]));
  }

  #fill(lines: readonly Line[]) {
    const rows = lines.map(rowOf);
    this.#pre.replaceChildren(...rows);
    const called = lines.findIndex(({ hot }) => hot);
    const key = [this.#language, this.#result?.row.op, lines.length, called].join();
    if (this.#seen === key) return;
    this.#seen = key;
    requestAnimationFrame(() => {
      const row = rows.findLast((_, i) => lines[i].hot);
      // All of the call is seen, and as much as can be of what is before it.
      const end = row ? row.offsetTop - this.#pre.offsetTop + row.offsetHeight : 0;
      this.#pre.scrollTop = end - this.#pre.clientHeight;
    });
  }

  #printed(result: Result) {
    if (this.#language === 'JavaScript') return this.#after || prints(result);
    return this.#language === 'ONNX' ? '' : prints(result, { values: false }, sayDims);
  }

  #choose(name: string) {
    this.#language = name;
    for (const tab of this.#tabs) {
      const isIt = tab.textContent === name;
      set(tab, { 'aria-selected': String(isIt), tabIndex: isIt ? 0 : -1 });
    }
    this.#pre.setAttribute('aria-label', `${name} code`);
    this.#draw();
  }

  #walk({ key }: KeyboardEvent) {
    const [, by] = ARROWS[key] ?? [0, 0];
    if (by === 0) return;
    const at = this.#tabs.findIndex((tab) => tab.tabIndex === 0);
    const next = this.#tabs[(at + by + this.#tabs.length) % this.#tabs.length];
    next.focus();
    next.click();
  }
}

const rowOf = ({ bits, hot }: Line) =>
  h(
    `span.row${hot ? '.hot' : ''}`,
    ...bits.flatMap((bit) =>
      typeof bit === 'string' ? coloured(bit) : [h(`span.tok.${bit.colour}`, bit.text)],
    ),
  );

function coloured(text: string): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let end = 0;
  for (const { 0: word, 1: comment, 2: quoted, index } of text.matchAll(WORDS)) {
    nodes.push(text.slice(end, index), h(comment ? 'span.cm' : quoted ? 'span.st' : 'span.kw', word));
    end = index + word.length;
  }
  return [...nodes, text.slice(end)].filter((node) => node !== '');
}
