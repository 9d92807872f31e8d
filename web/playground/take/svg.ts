// Writes a diagram as SVG.
import type { Diagram } from './diagram.ts';

/** Values of style/tokens.css. */
export type Token = (name: string) => string;

const RADIUS = 5;
/** From the middle of a line to its baseline, as a share of the size. */
const BASELINE = 0.35;

export function toSvg({ width, height, title, boxes, texts }: Diagram, token: Token) {
  const ground = { x: 0, y: 0, width, height, fill: 'panel' };
  const rects = [ground, ...boxes].map(({ fill, ...box }) =>
    element('rect', { ...box, rx: RADIUS, fill: token(fill) }),
  );
  const lines = texts.map(({ text, x, y, fill, size, anchor, bold }) =>
    element(
      'text',
      {
        x,
        y: y + size * BASELINE,
        'font-size': size,
        fill: token(fill),
        ...(anchor !== 'start' && { 'text-anchor': anchor }),
        ...(bold && { 'font-weight': 600 }),
      },
      escapeMarkup(text),
    ),
  );
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'font-family': token('mono'),
    'xml:space': 'preserve',
  };
  return element(
    'svg',
    attributes,
    [element('title', {}, escapeMarkup(title)), ...rects, ...lines].join('\n'),
  );
}

/** @param content escaped */
const element = (name: string, attributes: Record<string, string | number>, content = '') =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeMarkup(String(value))}"`)
    .join('')}>${content}</${name}>`;

/** What markup has for these. */
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as markup has it, without the characters that XML forbids. */
export const escapeMarkup = (text: string) =>
  text
    .replace(/[&<>"]/g, (each) => ENTITIES[each])
    .replace(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, '\ufffd');
