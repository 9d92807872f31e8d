// What is open, by its name, and why something else was not opened. It stays at the bottom of the window, so it is always in view.
import { h } from '../dom.ts';
import type { Taken } from './kind.ts';

/** The last characters of a name are always shown: a part's number and the ending. A sentence has as many of the first ones. */
const TAIL = 18;

export function makeOpened(id: string) {
  const name = h('b.name');
  const error = h('p.error', { id: `${id}-file-error`, 'aria-live': 'polite' });
  let stays = '';
  return {
    element: h('div.opened', name, error),
    show(taken: Taken) {
      const text = nameOf(taken);
      const cut = Math.max(0, text.length - TAIL);
      name.replaceChildren(h('small', 'File: '), h('span', text.slice(0, cut)), h('span', text.slice(cut)));
      name.title = taken.url ?? text;
      const short = cut > TAIL ? `${text.slice(0, TAIL)}…${text.slice(cut)}` : text;
      stays = ` ${short} is still open.`;
    },
    /** @param message why something was not opened, so that what is open stays; '' for none */
    setError(message: string) {
      error.textContent = message && stays ? message.replace(/\.?$/, `.${stays}`) : message;
    },
  };
}

/** Of an address, the last part of its path. */
function nameOf({ file, example, url, note = '' }: Taken): string {
  if (file instanceof File) return file.name;
  if (url === undefined) return example ?? note;
  const { pathname, host } = new URL(url);
  const last = pathname.split('/').filter(Boolean).at(-1) ?? host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // a lone %
  }
}
