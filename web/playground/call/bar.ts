// The bar: calls, kinds of data, and the version of the operator with what else the call can have.

import { CALLS, MENU } from '../examples/examples.ts';
import { absentParameters } from '../model/call.ts';
import { functionOf, type Row, rowAt, versionOf, versions } from '../model/rows.ts';
import { takesSlice } from '../model/slice.ts';
import type { State } from '../model/state.ts';
import { h, isPlain } from '../page/dom.ts';

const DATA: Record<State['on'], string> = { picture: 'Picture', tensor: 'Tensor', file: 'File' };

interface Choices {
  op: (op: string) => void;
  on: (on: State['on']) => void;
  version: (op: string, opset: number) => void;
  notation: (isNotation: boolean) => void;
  add: (parameter: string) => void;
}

export class Bar {
  #links = new Map<string, HTMLAnchorElement>();
  #kinds = new Map<string, HTMLAnchorElement>();
  #more = h('details');
  #summary = h('summary', 'more');
  #version;
  #options = '';

  constructor(ops: HTMLElement, on: HTMLElement, version: HTMLSelectElement, choices: Choices) {
    const link = (op: string, ...also: Node[]) => {
      const made = h('a', { href: `#op=${op}` }, functionOf(op), ...also);
      this.#links.set(op, made);
      made.addEventListener('click', (event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        if (this.#more.open) this.#summary.focus(); // the link is about to be hidden
        this.#more.open = false;
        choices.op(op);
      });
      return made;
    };
    const menu = Object.entries(MENU).map(([op, says]) => link(op, h('small', says)));
    this.#more.append(this.#summary, h('div.menu', ...menu));
    ops.append(...CALLS.map((op) => link(op)), this.#more);
    this.#more.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape') return;
      this.#more.open = false;
      this.#summary.focus();
    });
    document.addEventListener('pointerdown', ({ target }) => {
      if (!this.#more.contains(target as Node)) this.#more.open = false;
    });
    on.append(h('span', 'on'));
    for (const [name, title] of Object.entries(DATA)) {
      const made = h(
        'a',
        { href: `#op=Slice&on=${name}` },
        title,
        name === 'file' ? h('span.wide', '\u00a0or URL') : null,
      );
      this.#kinds.set(name, made);
      made.addEventListener('click', (event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        choices.on(name as State['on']);
      });
      on.append(made);
    }
    this.#version = version;
    version.addEventListener('change', () => {
      const [what, ...rest] = version.value.split(' ');
      if (what === 'version') choices.version(rest[0], Number(rest[1]));
      else if (what === 'add') choices.add(rest[0]);
      else choices.notation(rest[0] === 'string');
    });
  }

  show(state: State) {
    const { op, on, opset } = state;
    const base = op.replace(/^.*\./, '');
    for (const [name, link] of this.#links) mark(link, name === base);
    mark(this.#summary, base in MENU);
    for (const [name, link] of this.#kinds) mark(link, name === on);
    const row = rowAt(op, opset) as Row;
    const all = versions().filter(({ op_type }) => op_type === row.op_type);
    const absent = absentParameters(state, row).map(({ name }) => name);
    const key = [op, opset, absent, state.notation !== null].join();
    if (key === this.#options) return;
    this.#options = key;
    const group = (label: string, ...options: HTMLElement[]) =>
      options.length > 0 ? [h('optgroup', { label }, ...options)] : [];
    const option = (value: string, text: string) => h('option', { value }, text);
    this.#version.replaceChildren(
      ...group(
        'Version',
        ...all.map((each) => option(`version ${each.op} ${each.since_version}`, versionOf(each))),
      ),
      ...group('Add a parameter', ...absent.map((name) => option(`add ${name}`, `${name}: …`))),
      ...(takesSlice(op)
        ? group(
            'Written as',
            state.notation === null
              ? option('as string', "NumPy's notation")
              : option('as lists', 'starts, ends, axes, steps'),
          )
        : []),
    );
    this.#version.value = `version ${op} ${opset}`;
  }
}

function mark(link: HTMLElement, isIt: boolean) {
  link.ariaCurrent = isIt ? 'page' : null;
}
