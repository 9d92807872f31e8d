// The bar: calls, kinds of data, and the version of the operator with what else the call can have.
import { type Row, rowAt } from '../model/rows.ts';
import type { State } from '../model/state.ts';
import { find, isPlain } from '../page/dom.ts';
import { more } from '../page/more.ts';
import { optionOf } from './version.ts';

interface Choices {
  op: (op: string) => void;
  on: (on: State['on']) => void;
  version: (op: string, opset: number) => void;
  notation: (isNotation: boolean) => void;
  add: (parameter: string) => void;
}

export class Bar {
  #markOp;
  #markOn;
  #more;
  #version;
  #options = '';

  constructor(ops: HTMLElement, on: HTMLElement, version: HTMLSelectElement, choices: Choices) {
    const more = find(ops, 'details', HTMLDetailsElement);
    const close = (isLeft: boolean) => {
      if (isLeft && more.open) find(more, 'summary', HTMLElement).focus(); // what had the focus is about to be hidden
      more.open = false;
    };
    this.#more = more;
    this.#markOp = onLinks(ops, 'op', (op) => {
      close(true);
      choices.op(op);
    });
    this.#markOn = onLinks(on, 'on', (name) => choices.on(name as State['on']));
    more.addEventListener('keydown', ({ key }) => key === 'Escape' && close(true));
    document.addEventListener('pointerdown', ({ target }) => more.contains(target as Node) || close(false));
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
    this.#markOp(base);
    this.#markOn(on);
    mark(find(this.#more, 'summary', HTMLElement), this.#more.querySelector('a[aria-current]') !== null);
    const options = more.part?.optionsOf(state) ?? [optionOf(rowAt(op, opset) as Row)];
    const key = options.map(({ outerHTML }) => outerHTML).join();
    if (key !== this.#options) this.#version.replaceChildren(...options);
    this.#options = key;
    this.#version.value = `version ${op} ${opset}`;
  }
}

function mark(link: HTMLElement, isIt: boolean) {
  link.ariaCurrent = isIt ? 'page' : null;
}

/** Links of the page that change the state. @param name of the entry of their addresses @returns marks the one that is current */
function onLinks(nav: HTMLElement, name: string, choose: (value: string) => void) {
  const entryOf = (link: HTMLAnchorElement) => new URLSearchParams(link.hash.slice(1)).get(name) ?? '';
  nav.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    choose(entryOf(link));
  });
  return (value: string) => {
    for (const link of nav.querySelectorAll('a')) mark(link, entryOf(link) === value);
  };
}
