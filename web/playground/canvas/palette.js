// Reads colours and fonts from the style sheet for the canvas: style/tokens.css defines them.
import { COLOURS } from '../model/cut.js';
import { shadesOf } from './shade.js';

/**
 * @typedef {object} Palette
 * @property {string[]} fills by colour; the first is for cells that no part has
 * @property {string[][]} shades of each fill, the weakest first
 * @property {string} ink
 * @property {string} inkOfNone
 * @property {string} twin
 * @property {string} ground
 * @property {string} font
 */

/**
 * The colours of the style sheet, all written as #7cc4ee.
 * @param {CanvasRenderingContext2D} context
 * @returns {Palette}
 */
export function readPalette(context) {
  const style = getComputedStyle(context.canvas);
  const text = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const colour = (/** @type {string} */ name) => {
    context.fillStyle = text(name);
    return context.fillStyle;
  };
  const fills = [colour('untaken'), ...Array.from({ length: COLOURS }, (_, i) => colour(`output-${i}`))];
  return {
    fills,
    // Dark text stands on those of the parts; the others show no text when they are shaded.
    shades: fills.map((fill, i) =>
      i === 0 ? shadesOf(colour('line-strong'), fill, [0, 0.5]) : shadesOf(fill, '#ffffff', [0.4, 1]),
    ),
    ink: colour('on-output'),
    inkOfNone: colour('on-untaken'),
    twin: colour('twin'),
    ground: colour('panel'),
    font: `13px ${text('mono')}`,
  };
}
