// A file as a bar, with the bytes that were fetched of it, and the same in words.
import { h } from '../../dom.ts';
import { sayBytes } from '../../say.ts';

/** @import { Fetched, Range } from '../files/watched.js' */

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 1000;
const HEIGHT = 16;
/** The least width of a range: otherwise a few kilobytes of a large file could not be seen. */
const LEAST = 3;

/** @param {{ requests: number, bytes: number }} cost */
export const sayRequests = ({ requests, bytes }) =>
  `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}, ${sayBytes(bytes)}`;

/**
 * @param {Fetched} fetched
 * @returns {Node[]}
 */
export function drawFetched({ size, opening, cut }) {
  const svg = document.createElementNS(SVG, 'svg');
  const box = {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    height: HEIGHT,
  };
  for (const [name, value] of Object.entries({ ...box, 'aria-hidden': true }))
    svg.setAttribute(name, `${value}`);
  for (const [kind, { ranges }] of Object.entries({ opening, cut })) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', kind);
    path.setAttribute('d', ranges.map((range) => boxOf(range, size)).join(''));
    svg.append(path);
  }
  const { requests, bytes } = cut;
  const count = `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`;
  const whole = size > 0 ? ` of ${sayBytes(size)}` : '';
  return [
    svg,
    h('p', { className: 'cut' }, `${count} fetched ${sayBytes(bytes)}${whole}.`),
    h('p', { className: 'opening' }, `Opening the file took ${sayRequests(opening)}.`),
  ];
}

/**
 * @param {Range} range
 * @param {number} size of the file
 */
function boxOf({ begin, end }, size) {
  if (end === begin || size === 0) return '';
  const width = Math.max(((end - begin) / size) * WIDTH, LEAST);
  const x = Math.min((begin / size) * WIDTH, WIDTH - width);
  return `M${x.toFixed(2)} 0h${width.toFixed(2)}v${HEIGHT}h-${width.toFixed(2)}z`;
}
