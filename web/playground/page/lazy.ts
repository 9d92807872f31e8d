// Parts of the page that are loaded when they are needed. If one cannot be loaded, the page stays, and offers a reload: it may be of a
// version that the server no longer has.
import { find, h } from './dom.ts';
import { messageOf } from './say.ts';

/** @param load a dynamic import @returns null: it failed, and the page says so */
export async function lazy<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await load();
  } catch (error) {
    fail('A part of the page could not be loaded. Reload it, with a network: there may be a newer version.', error); // biome-ignore format: a call
    return null;
  }
}

/** A part that is made once, when it is needed first. */
export class Later<T> {
  part: T | null = null;
  #make;
  #making: Promise<T | null> | null = null;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  /** @returns null: it could not be loaded, and the page says so */
  async load() {
    this.#making ??= lazy(this.#make);
    this.part = await this.#making;
    if (this.part === null) this.#making = null; // it may be tried again
    return this.part;
  }
}

/** Says what went wrong, and hides nothing. */
export function fail(text: string, error?: unknown) {
  const failure = find(document, '#failure', HTMLElement);
  const reload = h('button.btn', { onclick: () => location.reload() }, 'Reload');
  failure.replaceChildren(h('p', text, ' ', reload), error ? h('small', messageOf(error)) : '');
  failure.hidden = false;
}

/**
 * Adds a style sheet that only a part of the page needs, and waits for it. A link, because the policy forbids inline styles.
 * @param url `new URL('./part.css', import.meta.url)`, which Vite understands
 */
export function loadStyle(url: URL): Promise<void> {
  const known = document.head.querySelector(`link[href="${url.href}"]`);
  if (known) return Promise.resolve();
  const link = h('link', { rel: 'stylesheet', href: url.href });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`the style sheet ${url} could not be loaded`)));
    document.head.append(link);
  });
}
