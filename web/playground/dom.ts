// What the page needs instead of a framework: make an element, find an element, load a style sheet.

/** Makes an element. A name that is a property of the element sets the property; others set attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Record<string, unknown> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const own = element as unknown as Record<string, unknown>;
  for (const name in props) {
    if (name in element) own[name] = props[name];
    else element.setAttribute(name, String(props[name]));
  }
  element.append(...children);
  return element;
}

export const button = (onclick: () => void, ...content: (Node | string)[]) =>
  h('button', { type: 'button', onclick }, ...content);

/** Finds an element that must exist. */
export function find<E extends Element>(root: ParentNode, selector: string, kind: new () => E): E {
  const element = root.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${kind.name} at ${selector}`);
}

/**
 * Adds a style sheet that only a part of the page needs, and waits for it. A link, because the policy forbids inline styles.
 * @param url `new URL('./part.css', import.meta.url)`, which Vite understands
 */
export function loadStyle(url: URL): Promise<void> {
  const link = h('link', { rel: 'stylesheet', href: url.href });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`the style sheet ${url} could not be loaded`)));
    document.head.append(link);
  });
}
