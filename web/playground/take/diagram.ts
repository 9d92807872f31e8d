// The diagram of a small result, as the page shows it: a list of boxes and texts, which svg.ts writes.
import { cornerOf } from '../cells/geometry.ts';
import { cellOf, layOutGrid, MOST_ELEMENTS, tagWidth, ticksOf } from '../cells/grid.ts';
import { brackets, colourOf, toDrawn } from '../cells/tensor.ts';
import { type Result, toNode } from '../model/cut.ts';
import { sizeOf } from '../model/integers.ts';
import { nameOf, tensorsOf } from '../model/rows.ts';

/** In pixels. A fill is a colour of style/tokens.css, without its dashes; `y` of a text is its middle. */
export type Box = { x: number; y: number; width: number; height: number; fill: string };

export type Text = {
  x: number;
  y: number;
  text: string;
  fill: string;
  size: number;
  anchor: 'start' | 'middle' | 'end';
  bold: boolean;
};

type Figure = { width: number; height: number; boxes: Box[]; texts: Text[] };

export type Diagram = Figure & { title: string };

/** Tensors that need more room are below each other; a diagram is never narrower than the other. */
const WIDE = 960;
const NARROW = 420;
const PADDING = 20;
const APART = 28;
const LINE = 24;
const SIZE = 13;
/** How wide a character of that size is. */
const CHARACTER = 8;

/** How the text of an index is aligned in its width. */
const TICKS: Record<string, { anchor: Text['anchor']; share: number }> = {
  column: { anchor: 'middle', share: 0.5 },
  'row-tick': { anchor: 'end', share: 1 },
};

/** Are all its tensors drawn as cells? */
export const hasDiagram = ({ dims }: Result) => sizeOf(dims) <= MOST_ELEMENTS;

/** @param result that has one */
export function toDiagram(result: Result): Diagram {
  const { row, state, joins, hasBase, parts, count, sentence } = result;
  const others = [...(hasBase ? [-1] : []), ...parts.keys()];
  const figures = (joins ? [...others, null] : [null, ...others]).map((output) => drawTensor(result, output));
  const all = figures.reduce((sum, figure) => sum + figure.width + APART, -APART);
  const width = Math.max(NARROW, ...figures.map((figure) => figure.width), Math.min(WIDE, all));
  const given = Object.entries(toNode(state).values).flatMap(([name, text]) =>
    text.trim() ? [`${name}=${text}`] : [],
  );
  const title = `${nameOf(row)} ${state.notation ?? given.join(' ')}`;
  const more = count - parts.length;
  const says = `${sentence}${more > 0 ? ` The last ${more.toLocaleString('en')} are not shown.` : ''}`;
  const diagram: Diagram = {
    width: width + 2 * PADDING,
    height: 0,
    title: `${title}: ${sentence}`,
    boxes: [],
    texts: [],
  };
  const lines = [title, says].flatMap((text) => breakAt(text, width / CHARACTER));
  const at = { x: PADDING, y: PADDING, next: 0 };
  for (const [i, line] of lines.entries()) {
    diagram.texts.push(write(line, at.x, at.y + LINE / 2, i === 0 ? 'ink' : 'muted', { bold: i === 0 }));
    at.y += LINE;
  }
  at.y += LINE / 2;
  for (const { boxes, texts, ...figure } of figures) {
    if (at.x > PADDING && at.x + figure.width > width + PADDING)
      Object.assign(at, { x: PADDING, y: at.next });
    const { x, y } = at;
    const shift = <T extends Box | Text>(each: T): T => ({ ...each, x: each.x + x, y: each.y + y });
    diagram.boxes.push(...boxes.map(shift));
    diagram.texts.push(...texts.map(shift));
    at.x += figure.width + APART;
    at.next = Math.max(at.next, at.y + figure.height + APART);
  }
  diagram.height = at.next - APART + PADDING;
  return diagram;
}

/** A tensor below its name and its shape. */
function drawTensor(result: Result, output: number | null): Figure {
  const { row, state, joins, hasBase } = result;
  const drawn = toDrawn(result, output);
  const names = tensorsOf(row).map((tensor) => tensor.name);
  const number = result.count === 1 ? '' : ` ${output}`;
  const part = hasBase ? names[Number(output) + 1] : `${joins ? 'input' : 'output'}${number}`;
  const name = output === null ? (joins ? 'output' : names[0]) : part;
  const shape = `${output === null ? `${state.type} ` : ''}${brackets(drawn.dims)}`;
  const fill = colourOf(output ?? -1);
  const wide = (name.length + 2) * CHARACTER;
  const boxes = [{ x: 0, y: 0, width: wide, height: 20, fill }];
  const texts = [
    write(name, wide / 2, 10, inkOn(fill), { anchor: 'middle', bold: true }),
    write(shape, wide + CHARACTER, 10, 'muted'),
  ];
  const size = sizeOf(drawn.dims);
  const { geometry, margin, width, height } = layOutGrid(drawn);
  for (const { text, is, x, y, width: room = 0 } of ticksOf(geometry, margin, drawn.way)) {
    const { anchor, share } = TICKS[is] ?? { anchor: 'start', share: 0 };
    texts.push(write(text, x + room * share, LINE + y + 8, 'muted', { anchor, size: 12 }));
  }
  const { cellWidth, cellHeight } = geometry;
  for (let place = 0; place < size; ++place) {
    const cell = cellOf(drawn, place);
    const corner = cornerOf(geometry, place);
    const [x, y] = [corner.x + margin.x, corner.y + margin.y + LINE];
    const tag = tagWidth(drawn);
    const [ink, middle] = [inkOn(cell.fill), { x: x + (cellWidth + tag) / 2, y: y + cellHeight / 2 }];
    boxes.push({ x, y, width: cellWidth, height: cellHeight, fill: cell.fill });
    texts.push(write(cell.text, middle.x, middle.y, ink, { anchor: 'middle' }));
    if (cell.mark) {
      boxes.push({ x: x + tag, y, width: 1, height: cellHeight, fill: ink });
      texts.push(write(cell.mark, x + tag / 2, middle.y, ink, { anchor: 'middle', size: 12, bold: true }));
    }
    const struck = cell.text.length * CHARACTER;
    if (cell.isLost)
      boxes.push({ x: middle.x - struck / 2, y: middle.y, width: struck, height: 1, fill: ink });
  }
  const captioned = wide + (shape.length + 1) * CHARACTER;
  return { width: Math.max(width, captioned), height: LINE + height, boxes, texts };
}

const write = (text: string, x: number, y: number, fill: string, how?: Partial<Text>): Text => ({
  text,
  x,
  y,
  fill,
  size: SIZE,
  anchor: 'start',
  bold: false,
  ...how,
});

const inkOn = (fill: string) => (fill === 'untaken' ? 'on-untaken' : 'on-output');

/** The lines of a text; a word that is too long is broken. @param most characters of a line */
const breakAt = (text: string, most: number) =>
  text.match(new RegExp(`.{1,${Math.floor(most)}}(?:\\s|$)|\\S{1,${Math.floor(most)}}`, 'g')) ?? [];
