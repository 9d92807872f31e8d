// What the page needs instead of a framework: make an element, find an element, load a style sheet.

type Tag = keyof HTMLElementTagNameMap;
type Named = Tag | `${Tag}.${string}`;
type TagOf<N extends Named> = N extends Tag ? N : N extends `${infer T extends Tag}.${string}` ? T : never;

/**
 * Makes an element with properties and content, in any order. A name that is no property of the element becomes an attribute.
 * @param name a tag and classes, such as `p.note`
 */
export function h<N extends Named>(name: N, ...parts: (Record<string, unknown> | Node | string)[]) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag as TagOf<N>);
  const own = element as unknown as Record<string, unknown>;
  if (classes.length > 0) element.className = classes.join(' ');
  for (const part of parts) {
    if (part instanceof Node || typeof part === 'string') element.append(part);
    else
      for (const key in part) {
        if (key in element) own[key] = part[key];
        else element.setAttribute(key, String(part[key]));
      }
  }
  return element;
}

/** Makes an element of a drawing. */
export function svg(tag: string, attributes: Record<string, unknown>, ...children: Node[]) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const name in attributes) element.setAttribute(name, String(attributes[name]));
  element.append(...children);
  return element;
}

export const button = (onclick: () => void, ...content: (Node | string)[]) =>
  h('button', { type: 'button', onclick }, ...content);

/** Text with `code` between backticks. */
export const withCode = (text: string) =>
  text.split('`').map((part, i) => (i % 2 === 1 ? h('code', part) : part));

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
