// Which part of the page is shown: the first word of the address' hash says so, and what has none is a cut. To add a view,
// add a section to ../index.html, a link to its header, and a row here. What follows the word is the view's own.

/** @typedef {'cut' | 'examples' | 'media'} ViewName */

/** @type {readonly ViewName[]} the first is shown where the hash names none */
export const VIEWS = ['cut', 'examples', 'media'];

/**
 * `#media`, `#media&picture=planes`, `#op=Split&...`, ``.
 * @param {string} hash with or without its '#'
 * @returns {ViewName}
 */
export function viewOf(hash) {
  const [word] = hash.replace(/^#/, '').split('&');
  return VIEWS.find((name) => name === word) ?? VIEWS[0];
}
