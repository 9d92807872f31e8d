// The legend: each token in words, or what is wrong with the call, in the same place and at the same height.
import type { Item } from '../model/slice_words.ts';
import type { State } from '../model/state.ts';
import { h } from '../page/dom.ts';
import { announce } from '../page/live.ts';
import { sayNumber } from '../page/say.ts';

/** Items that are shown. */
const MOST = 6;
/** After the last key. */
const QUIET_MS = 300;

type Other = { says: string; state: State };

/** @param go another way to say the call was chosen */
export function makeLegend(element: HTMLElement, go: (state: State) => void) {
  let shown: Item[] = [];
  function fill(items: Item[], lines: HTMLElement[], says: string) {
    shown = items;
    element.replaceChildren(...lines);
    announce(says, QUIET_MS);
    requestAnimationFrame(() => {
      const { scrollHeight, clientHeight } = element;
      if (scrollHeight > clientHeight)
        element.tabIndex = 0; // what scrolls can have the focus
      else element.removeAttribute('tabindex');
    });
  }
  return {
    /** @param notices about the address @param other way to say the call @param forFingers what a finger can do */
    show(items: Item[], notices: readonly string[], other: Other | null = null, forFingers = '') {
      const first = items.slice(0, MOST);
      const rest = items.length - first.length;
      const lines = first.map(({ badge, colour, token, says }) =>
        h(`li.${colour}`, badge && h('span.badge', badge), token && h('span.m', token), h('span', says)),
      );
      if (rest > 0) lines.push(h('li.muted', `and ${sayNumber(rest)} more`));
      if (other) lines.push(h('li', h('button', { onclick: () => go(other.state) }, other.says)));
      if (forFingers) lines.push(h('li.muted.fingers', forFingers));
      const notes = notices.map((notice) => h('li', h('span.error.notice', notice)));
      const spoken = first.map(({ badge, token, says }) => `${badge} ${token} ${says}`.trim());
      fill(items, [...notes, ...lines], [...notices, ...spoken].join('; '));
    },

    /** @param below what is shown below */
    fail(message: string, below = '') {
      const stale = below ? [h('li.muted', below)] : [];
      fill([], [h('li', h('span.error', `▲ ${message}`)), ...stale], message);
    },

    /** Underlines what is said of the token at the caret. */
    mark(token: string) {
      const at = token === '' ? -1 : shown.findIndex(({ of }) => of === token);
      const lines = element.querySelectorAll('li');
      for (const [i, line] of lines.entries()) line.lastElementChild?.classList.toggle('at', i === at);
    },
  };
}
