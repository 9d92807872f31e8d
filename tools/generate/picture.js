// docs/pictures/slice.svg: the first state of the playground as a drawing, for the README and the guide.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';

const AXES = ['#0b6cb3', '#b04e00'];
const MUTED = '#575b65';
/** The place of the picture, its scale, and the place of what is cut. */
const [LEFT, TOP, SCALE, RIGHT] = [72, 128, 0.6, 640];

/** @param {{ dims: string, notation: string | null }} state a slice of rows and columns */
export function picture({ dims, notation }) {
  const [height, width, channels] = dims.split(',').map(Number);
  const tokens = String(notation).split(', ');
  const [[top, bottom], [left, right]] = tokens.map((token) => token.split(':').map(Number));
  const [across, down] = [right - left, bottom - top];
  const [x, y] = [LEFT + left * SCALE, TOP + top * SCALE];
  const photo = readFileSync(inRoot('web/playground/photo.svg'), 'utf8')
    .replace(/<\/?svg[^>]*>|<title>.*<\/title>\n/g, '')
    .trim();
  const text = (/** @type {string[]} */ words) =>
    words.map((word, i) => `<tspan fill="${AXES[i]}" font-weight="700">${word}</tspan>`).join(', ');
  const ruler = (/** @type {string} */ place, /** @type {string} */ at, /** @type {number} */ axis) =>
    `<path d="${place}" stroke="${AXES[axis]}" stroke-width="5"/>${at}`;
  const label = (/** @type {number} */ axis, /** @type {number} */ value, /** @type {string} */ at) =>
    `<text ${at} font-size="13" font-weight="700" fill="${AXES[axis]}">${value}</text>`;
  const sizes = (/** @type {(string | number)[]} */ list) =>
    `[${text(list.slice(0, 2).map(String))}, ${channels}]`;
  return [
    `<defs><g id="photo">${photo}</g></defs>`,
    '<rect x="1" y="1" width="918" height="438" rx="14" fill="#fff" stroke="#e0e0db" stroke-width="2"/>',
    '<g font-family="ui-monospace,Menlo,Consolas,monospace" fill="#15171c">',
    `<text x="${LEFT}" y="58" font-size="26"><tspan fill="${MUTED}">slice(photo, '</tspan>${text(tokens)}<tspan fill="${MUTED}">')</tspan></text>`,
    `<text x="${LEFT}" y="96" font-size="15">photo ${sizes([height, width])}</text>`,
    `<text x="${RIGHT}" y="96" font-size="15">cut ${sizes([down, across])}</text>`,
    ruler(
      `M${x} ${TOP - 8}h${across * SCALE}`,
      label(1, left, `x="${x - 6}" y="${TOP - 6}" text-anchor="end"`) +
        label(1, right, `x="${x + across * SCALE + 6}" y="${TOP - 6}"`),
      1,
    ),
    ruler(
      `M${LEFT - 8} ${y}v${down * SCALE}`,
      label(0, top, `x="${LEFT - 16}" y="${y + 10}" text-anchor="end"`) +
        label(0, bottom, `x="${LEFT - 16}" y="${y + down * SCALE}" text-anchor="end"`),
      0,
    ),
    `<text x="${RIGHT - 84}" y="${TOP + (height * SCALE) / 2}" font-size="34" fill="${MUTED}">→</text>`,
    '</g>',
    `<use href="#photo" transform="translate(${LEFT} ${TOP}) scale(${SCALE})"/>`,
    `<path d="M${LEFT} ${TOP}h${width * SCALE}v${height * SCALE}h${-width * SCALE}zM${x} ${y}v${down * SCALE}h${across * SCALE}v${-down * SCALE}z" fill="#f5f5f3" fill-opacity=".68"/>`,
    `<rect x="${x}" y="${y}" width="${across * SCALE}" height="${down * SCALE}" fill="none" stroke="#fff" stroke-width="5"/>`,
    `<rect x="${x}" y="${y}" width="${across * SCALE}" height="${down * SCALE}" fill="none" stroke="#15171c" stroke-width="1.5"/>`,
    `<clipPath id="cut"><rect x="${left}" y="${top}" width="${across}" height="${down}"/></clipPath>`,
    `<g transform="translate(${RIGHT - left * SCALE} ${TOP}) scale(${SCALE})"><use href="#photo" clip-path="url(#cut)"/></g>`,
    '',
  ]
    .join('\n')
    .replace(/\d+\.\d{4,}/g, (number) => Number(number).toFixed(1)); // of sums of fractions
}
