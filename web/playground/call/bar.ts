// The bar: calls and kinds of data.
import type { State } from '../model/state.ts';
import { find, isPlain, write } from '../page/dom.ts';

interface Choices {
  op: (op: string) => void;
  on: (on: State['on']) => void;
}

/** @returns shows a state */
export function makeBar(ops: HTMLElement, on: HTMLElement, choices: Choices) {
  const menu = find(ops, 'details', HTMLDetailsElement);
  const summary = find(menu, 'summary', HTMLElement);
  const name = find(summary, 'span', HTMLElement);
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
  return (state: State) => {
    const { op } = state;
    markOp(op.replace(/^.*\./, ''));
    markOn(state.on);
    const own = menu.querySelector('a[aria-current]:not(.also)');
    mark(summary, own !== null);
    write(name, own?.firstChild?.textContent ?? 'more');
  };
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
