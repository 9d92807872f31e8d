// Used instead of a framework: makes an element, finds one, and updates one in place.

type Tag = keyof HTMLElementTagNameMap;
type Named = Tag | `${Tag}.${string}`;
type TagOf<N extends Named> = N extends Tag ? N : N extends `${infer T extends Tag}.${string}` ? T : never;
type Part = Record<string, unknown> | Node | string | null | false;

/**
 * Makes an element with properties and content, in any order. A name that is no property of the element becomes an attribute, and a
 * custom property (`--n`) becomes a style.
 * @param name a tag and classes, such as `p.note`
 */
export function h<N extends Named>(name: N, ...parts: Part[]) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag as TagOf<N>);
  if (classes.length > 0) element.className = classes.filter(Boolean).join(' ');
  if (element instanceof HTMLButtonElement) element.type = 'button'; // in a form too
  for (const part of parts) {
    if (!part) continue;
    if (part instanceof Node || typeof part === 'string') element.append(part);
    else set(element, part);
  }
  return element;
}

export function set(element: HTMLElement, parts: Record<string, unknown>) {
  const own = element as unknown as Record<string, unknown>;
  for (const [key, value] of Object.entries(parts)) {
    if (key.startsWith('--')) element.style.setProperty(key, String(value));
    else if (key in element) own[key] = value;
    else element.setAttribute(key, String(value));
  }
  return element;
}

export function find<E extends Element>(root: ParentNode, selector: string, kind: new () => E): E {
  const element = root.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${kind.name} at ${selector}`);
}

/** Does it, and gives the focus and the caret back to an element that lost them because it was moved. */
export function keepFocus(act: () => void) {
  const before = document.activeElement;
  const isField = before instanceof HTMLInputElement;
  const [start, end] = isField ? [before.selectionStart, before.selectionEnd] : [null, null];
  act();
  if (!(before instanceof HTMLElement) || document.activeElement === before || !before.isConnected) return;
  before.focus({ preventScroll: true });
  if (isField) before.setSelectionRange(start, end);
}

/** A click that follows a link here, not in a new tab or window. */
export const isPlain = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => !ctrlKey && !metaKey && !shiftKey;

/** A field for text that is no prose. */
export const PLAIN = { type: 'text', spellcheck: false, autocomplete: 'off', autocapitalize: 'off' };

/** Steps of arrow keys: down, and to the right. */
export const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Replaces the text only if it changes, so that screen readers do not read it again. */
export function write(element: Element, text: string) {
  if (element.textContent !== text) element.textContent = text;
}

/** Things that have a colour. Where there are pieces, axes have none (`.by-piece`). */
export type Kind = 'axis' | 'piece';

/** The classes of a colour. */
export const colour = (kind: Kind, i: number) => `${kind === 'piece' ? 'piece ' : ''}k${i % 7}`;

/** The same colour in shades: the planes of an axis. */
export const shade = (name: number, i: number) => `${colour('piece', Math.max(0, name))} p${i % 6}`;

/** The letter of a piece: A, B, ..., Z, then its number. */
export const letterOf = (i: number) => (i < 26 ? String.fromCharCode(65 + i) : String(i));
