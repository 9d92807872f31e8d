// The code beside the stage: the call in four languages, and what it prints.
import { elementsOf, MOST_CELLS } from '../model/elements.ts';
import type { Result } from '../model/result.ts';
import { copyText } from '../page/copy.ts';
import { ARROWS, h, set, write } from '../page/dom.ts';
import { sayDims } from '../page/say.ts';
import { toJavaScript, type Where } from './javascript.ts';
import { NUMPY, PYTORCH } from './libraries.ts';
import { toOnnx } from './onnx.ts';
import { prints } from './prints.ts';
import { type Line, plain, textOf } from './program.ts';
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

export type CodePanel = ReturnType<typeof makePanel>;

export function makePanel(element: HTMLElement) {
  let language = 'JavaScript';
  let result: Result | null = null;
  let where: Where | null = null;
  let said = '';
  /** The place of the call when the code was scrolled last. */
  let seen = '';

  const tabs = Object.keys(LANGUAGES).map((name) =>
    h('button', { role: 'tab', 'aria-controls': 'program', onclick: () => choose(name) }, name),
  );
  const list = h('div.langs', { role: 'tablist', 'aria-label': 'Language' }, ...tabs);
  const pre = h('pre', { tabIndex: 0, role: 'tabpanel', id: 'program' });
  const copy = h('button.btn.main', 'Copy');
  const title = h('b');
  const output = h('output');
  const once = h('input', { type: 'checkbox' });
  const frames = h('label', once, 'For every frame, reuse the arrays');
  list.addEventListener('keydown', ({ key }) => {
    const [, by] = ARROWS[key] ?? [0, 0];
    if (by === 0) return;
    const at = tabs.findIndex((tab) => tab.tabIndex === 0);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
  copy.addEventListener('click', () => copyText(copy, textOf(lines())));
  once.addEventListener('change', draw);
  element.replaceChildren(
    h('div.bar', list, copy),
    pre,
    h('div.said', title, frames),
    h('div.prints', { tabIndex: 0, role: 'group', 'aria-label': 'what it prints' }, output),
  );
  set(element, { 'aria-busy': 'false' });
  choose(language);
  setStale(false);
  return { show, setStale };

  /** @param after what is said of a file: its cost, and what follows */
  function show(next: Result | null, nextWhere: Where | null, after = '') {
    result = next;
    where = nextWhere;
    said = after;
    setStale(false);
    draw();
  }

  /** The call is wrong: the code stays that of the last valid one, and says so. */
  function setStale(isStale: boolean) {
    element.classList.toggle('stale', isStale);
    write(copy, isStale ? 'Copy last' : 'Copy');
    set(copy, { 'aria-label': isStale ? 'Copy last valid call' : 'Copy the code' });
    write(title, isStale ? 'printed before' : result ? 'prints' : '');
  }

  function lines(): Line[] {
    if (result && where) return LANGUAGES[language](result, where, once.checked && !frames.hidden);
    return [plain(where ? '// first open a file, or try an example' : '// the call is not valid yet')];
  }

  function draw() {
    const isTiny = result?.state.on === 'tensor' && elementsOf(result.tensors) < MOST_CELLS;
    frames.hidden = language !== 'JavaScript' || result === null || result.state.on === 'file' || isTiny;
    copy.disabled = result === null;
    fill(lines());
    const text = printed();
    title.hidden = text === '';
    if (text !== output.textContent)
      output.replaceChildren(...text.split(/(?<=,)/).flatMap((part) => [part, h('wbr')]));
  }

  function fill(program: readonly Line[]) {
    const rows = program.map(rowOf);
    pre.replaceChildren(...rows);
    const called = program.findIndex(({ hot }) => hot);
    const key = [language, result?.row.op, program.length, called].join();
    if (seen === key) return;
    seen = key;
    requestAnimationFrame(() => {
      const row = rows.findLast((_, i) => program[i].hot);
      // All of the call is seen, and as much as can be of what is before it.
      const end = row ? row.offsetTop - pre.offsetTop + row.offsetHeight : 0;
      pre.scrollTop = Math.max(0, end - pre.clientHeight);
    });
  }

  function printed() {
    if (result === null || language === 'ONNX') return '';
    return language === 'JavaScript' ? said || prints(result) : prints(result, { values: false }, sayDims);
  }

  function choose(name: string) {
    language = name;
    for (const tab of tabs) {
      const isIt = tab.textContent === name;
      set(tab, { 'aria-selected': String(isIt), tabIndex: isIt ? 0 : -1 });
    }
    pre.ariaLabel = `${name} code`;
    draw();
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
  return [...nodes, text.slice(end)];
}
