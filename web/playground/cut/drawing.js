// Draws a result: the input with each cell in the colour of the output that takes it, each output, and how it is done.
import { h } from '../dom.js';
import { drawBlocks } from './blocks.js';
import { MOST_CELLS, sizeOf } from './call.js';

/** @import { Cells, Result } from './call.js' */

/** Outputs beyond these are only counted. */
const MOST_OUTPUTS = 64;

/** Colours in style/cells.css, which outputs take in turn. Their numbers tell apart those that share one. */
const COLOURS = 7;

/**
 * @param {HTMLElement} place
 * @param {Result} result
 */
export function drawResult(place, result) {
  place.replaceChildren(
    drawInput(result),
    drawOutputs(result),
    h('section', { className: 'how' }, h('h3', {}, 'How'), h('p', {}, result.explanation)),
  );
}

/** @param {Result} result */
function drawInput({ type, dims, cells }) {
  const section = h(
    'section',
    { className: 'input' },
    h('h3', {}, 'Input'),
    h('p', { className: 'shape' }, `${type} ${show(dims)}`),
  );
  if (cells === null) {
    const count = sizeOf(dims).toLocaleString('en');
    section.append(h('p', { className: 'note' }, `${count} cells; more than ${MOST_CELLS} are not drawn.`));
    return section;
  }
  const { owners } = cells;
  if (owners.length === 0) {
    section.append(h('p', { className: 'note' }, 'no cells'));
    return section;
  }
  const left = owners.filter((owner) => owner < 0).length;
  if (left > 0)
    section.append(
      h('p', { className: 'note' }, swatch(-1), `${left} of ${owners.length} cells are not taken`),
    );
  const name = `input, ${show(dims)}, coloured by output`;
  section.append(
    scroller(
      name,
      drawBlocks(dims, (place) => toCell(place, owners[place], true)),
    ),
  );
  return section;
}

/** @param {Result} result */
function drawOutputs({ outputs, cells }) {
  const shown = outputs.slice(0, MOST_OUTPUTS);
  const figures = shown.map((dims, i) => drawOutput(i, dims, cells));
  const section = h(
    'section',
    { className: 'outputs' },
    h('h3', {}, 'Outputs'),
    h('div', { className: 'figures' }, ...figures),
  );
  const rest = outputs.length - shown.length;
  if (rest > 0) section.append(h('p', { className: 'note' }, `and ${rest.toLocaleString('en')} more`));
  return section;
}

/**
 * @param {number} output
 * @param {readonly number[]} dims
 * @param {Cells | null} cells
 */
function drawOutput(output, dims, cells) {
  const caption = h('figcaption', {}, swatch(output), h('span', { className: 'shape' }, show(dims)));
  const figure = h('figure', { className: 'output' }, caption);
  if (sizeOf(dims) === 0) figure.append(h('p', { className: 'note' }, 'no cells'));
  else if (cells) {
    const places = cells.taken[output];
    const blocks = drawBlocks(dims, (i) => toCell(places[i], output, false));
    figure.append(scroller(`output ${output}, ${show(dims)}`, blocks));
  }
  return figure;
}

/**
 * @param {number} place in the input, which is the value
 * @param {number} owner
 * @param {boolean} tells names its output
 */
function toCell(place, owner, tells) {
  const title = owner < 0 ? `${place}: not taken` : `${place}: output ${owner}`;
  const cell = h('span', { className: `cell ${colour(owner)}`, title, 'data-output': owner }, String(place));
  if (tells && owner >= 0) cell.append(h('sup', {}, String(owner)));
  return cell;
}

/** @param {number} owner */
const swatch = (owner) => h('span', { className: `swatch ${colour(owner)}` }, owner < 0 ? '' : String(owner));

/** @param {number} owner */
const colour = (owner) => (owner < 0 ? 'untaken' : `colour-${owner % COLOURS}`);

/** @param {readonly number[]} dims */
const show = (dims) => `[${dims.join(', ')}]`;

/**
 * Wide drawings scroll for themselves; the page does not.
 * @param {string} name
 * @param {HTMLElement} content
 */
const scroller = (name, content) =>
  h('div', { className: 'scroller', role: 'img', 'aria-label': name }, content);
