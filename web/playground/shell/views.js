// Which view is shown: the first word of the hash, or the cut if there is none. What follows the word belongs to the view. To add a
// view, add a section to ../index.html, a link to its header, and a row here.

/** @typedef {'cut' | 'examples' | 'media'} ViewName */

/** @type {readonly ViewName[]} the first is the default */
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
