// Parts of the page that are loaded when they are needed. If one cannot be loaded, the page stays, and offers a reload: it may be of a
// version that the server no longer has.
import { messageOf } from '../model/mistake.ts';
import { find, h } from './dom.ts';

const LACKING =
  'A part of the page could not be loaded. Reload it, with a network: there may be a newer version.';

/** A part that is made once, when it is needed first. */
export function later<T>(make: () => Promise<T>) {
  let making: Promise<T | null> | null = null;
  const own = {
    part: null as T | null,
    /** @returns null: it could not be loaded, and the page says so */
    async load() {
      making ??= make().catch((error) => fail(LACKING, error));
      own.part = await making;
      if (own.part === null) making = null; // it may be tried again
      return own.part;
    },
  };
  return own;
}

/** Says what went wrong, and hides nothing. */
export function fail(text: string, error: unknown) {
  const failure = find(document, '#failure', HTMLElement);
  const reload = h('button.btn', { onclick: () => location.reload() }, 'Reload');
  failure.replaceChildren(h('p', text, ' ', reload), h('small', messageOf(error)));
  failure.hidden = false;
  return null;
}

/**
 * Adds a style sheet that only a part of the page needs, and waits for it. A link, because the policy forbids inline styles.
 * @param url `new URL('./part.css', import.meta.url)`, which Vite understands
 */
export function loadStyle({ href }: URL): Promise<void> {
  if (document.head.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = h('link', { rel: 'stylesheet', href });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`the style sheet ${href} could not be loaded`)));
    document.head.append(link);
  });
}
