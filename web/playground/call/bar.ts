// The bar: calls, kinds of data, and the version of the operator with what else the call can have.

import { more } from '../known.ts';
import { rowOf, versionOf } from '../model/rows.ts';
import type { State } from '../model/state.ts';
import { find, h, isPlain } from '../page/dom.ts';

interface Choices {
  op: (op: string) => void;
  on: (on: State['on']) => void;
  version: (op: string, opset: number) => void;
  notation: (isNotation: boolean) => void;
  add: (parameter: string) => void;
}

/** @returns shows a state */
export function makeBar(ops: HTMLElement, on: HTMLElement, version: HTMLSelectElement, choices: Choices) {
  const menu = find(ops, 'details', HTMLDetailsElement);
  const summary = find(menu, 'summary', HTMLElement);
  const close = (isLeft: boolean) => {
    if (isLeft && menu.open) summary.focus(); // what had the focus is about to be hidden
    menu.open = false;
  };
  const markOp = onLinks(ops, 'op', (op) => {
    close(true);
    choices.op(op);
  });
  const markOn = onLinks(on, 'on', (name) => choices.on(name as State['on']));
  menu.addEventListener('keydown', ({ key }) => key === 'Escape' && close(true));
  document.addEventListener('pointerdown', ({ target }) => menu.contains(target as Node) || close(false));
  version.addEventListener('change', () => {
    const [what, name, opset] = version.value.split(' ');
    if (what === 'version') choices.version(name, Number(opset));
    else if (what === 'add') choices.add(name);
    else choices.notation(name === 'string');
  });
  let shown = '';
  return (state: State) => {
    const { op, opset } = state;
    markOp(op.replace(/^.*\./, ''));
    markOn(state.on);
    mark(summary, menu.querySelector('a[aria-current]') !== null);
    const groups = more.part?.optionsOf(state) ?? { Version: [versionOf(rowOf(state))] };
    if (JSON.stringify(groups) !== shown) version.replaceChildren(...Object.entries(groups).map(groupOf));
    shown = JSON.stringify(groups);
    version.value = `version ${op} ${opset}`;
  };
}

const groupOf = ([label, options]: [string, [value: string, text: string][]]) =>
  h('optgroup', { label }, ...options.map(([value, text]) => h('option', { value }, text)));

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
