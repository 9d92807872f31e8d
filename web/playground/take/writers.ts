// Writes a diagram as SVG, or paints it on a canvas: the page's policy lets no image be made of the SVG.
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

/** @param context scaled */
export function paintDiagram(
  { width, height, boxes, texts }: Diagram,
  token: Token,
  context: CanvasRenderingContext2D,
) {
  context.fillStyle = token('panel');
  context.fillRect(0, 0, width, height);
  for (const box of boxes) {
    context.fillStyle = token(box.fill);
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, RADIUS);
    context.fill();
  }
  for (const { text, x, y, fill, size, anchor, bold } of texts) {
    context.fillStyle = token(fill);
    context.font = `${bold ? 600 : 400} ${size}px ${token('mono')}`;
    context.textAlign = anchor === 'middle' ? 'center' : anchor;
    context.fillText(text, x, y + size * BASELINE);
  }
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
