// What the page needs instead of a framework: make an element, find an element, load a style sheet.

/**
 * Makes an element. A name that is a property of the element sets the property; others set attributes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [props]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  const own = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
  for (const name in props) {
    if (name in element) own[name] = props[name];
    else element.setAttribute(name, String(props[name]));
  }
  element.append(...children);
  return element;
}

/**
 * @param {() => void} onClick
 * @param {...(Node | string)} content
 */
export function button(onClick, ...content) {
  const element = h('button', { type: 'button' }, ...content);
  element.addEventListener('click', onClick);
  return element;
}

/**
 * Finds an element that must exist.
 * @template {Element} E
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} kind
 * @returns {E}
 */
export function find(root, selector, kind) {
  const element = root.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${kind.name} at ${selector}`);
}

/**
 * Adds a style sheet that only a part of the page needs, and waits for it. A link, because the policy forbids inline styles.
 * @param {URL} url `new URL('./part.css', import.meta.url)`, which Vite understands
 * @returns {Promise<void>}
 */
export function loadStyle(url) {
  const link = h('link', { rel: 'stylesheet', href: url.href });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`the style sheet ${url} could not be loaded`)));
    document.head.append(link);
  });
}
