// What each token takes, or what is wrong with the call: in the same place, at the same height.
import type { Item } from '../model/slice_legend.ts';
import type { State } from '../model/state.ts';
import { announce } from '../page/copy.ts';
import { h } from '../page/dom.ts';
import { sayNumber } from '../page/say.ts';

/** Items that are shown. */
const MOST = 6;
/** After the last key. */
const QUIET_MS = 300;

export class Legend {
  #element;
  #go;
  #items: Item[] = [];

  /** @param go another way to say the call was chosen */
  constructor(element: HTMLElement, go: (state: State) => void) {
    this.#element = element;
    this.#go = go;
  }

  /** @param notices about the address @param other way to say the call @param forFingers what a finger can do */
  show(
    items: Item[],
    notices: readonly string[] = [],
    other: { says: string; state: State } | null = null,
    forFingers = '',
  ) {
    this.#items = items;
    const shown = items
      .slice(0, MOST)
      .map(({ badge, colour, token, says }) =>
        h(
          `li.${colour}`,
          badge ? h('span.badge', badge) : null,
          token ? h('span.m', token) : null,
          h('span', says),
        ),
      );
    const rest = items.length - shown.length;
    const notes = notices.map((notice) => h('li', h('span.error', notice)));
    const go = () => other && this.#go(other.state);
    this.#element.replaceChildren(
      ...notes,
      ...shown,
      ...(rest > 0 ? [h('li.muted', `and ${sayNumber(rest)} more`)] : []),
      ...(other ? [h('li', h('button', { onclick: go }, other.says))] : []),
      ...(forFingers ? [h('li.muted.fingers', forFingers)] : []),
    );
    const spoken = items.slice(0, MOST).map(({ badge, token, says }) => `${badge} ${token} ${says}`.trim());
    announce([...notices, ...spoken].join('; '), QUIET_MS);
    this.#settle();
  }

  /** @param hasResult an earlier, valid one is shown below */
  fail(message: string, hasResult: boolean) {
    this.#items = [];
    const stale = hasResult ? [h('li.muted', 'Below: the last valid result.')] : [];
    this.#element.replaceChildren(h('li', h('span.error', `▲ ${message}`)), ...stale);
    announce(message, QUIET_MS);
    this.#settle();
  }

  /** What scrolls can have the focus. */
  #settle() {
    requestAnimationFrame(() => {
      const { scrollHeight, clientHeight } = this.#element;
      if (scrollHeight > clientHeight) this.#element.tabIndex = 0;
      else this.#element.removeAttribute('tabindex');
    });
  }

  /** Underlines what is said of the token at the caret. */
  mark(token: string) {
    const at = token === '' ? -1 : this.#items.findIndex(({ of }) => of === token);
    const lines = this.#element.querySelectorAll('li');
    for (const [i, line] of lines.entries()) line.lastElementChild?.classList.toggle('at', i === at);
  }
}
