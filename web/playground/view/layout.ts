// How large cells are, and whether the result is beside the inputs or below them: the largest cells for which the stage has room.
import { sizeOf } from '../model/integers.ts';
import type { Result } from '../model/result.ts';
import { takesAny } from '../model/rows.ts';
import type { Room } from './images.ts';

export interface Layout {
  cell: number;
  cellh: number;
  left: number; // width of the inputs; 0: the result is below them
  inside: number; // room of a grid of the inputs
  outside: number; // and of the result
}

/** Outputs that are drawn. */
export const MOST_OUTPUTS = 12;
const SIZES = [36, 32, 28, 24, 21];
/** Widths of cells whose texts do not fit. */
const SHORT = [56, 48, 42, ...SIZES];
const HEIGHTS = [30, 26, 22];
/** Pixels of a character, and of what is beside the text of a cell. */
const CHARACTER = 7.4;
const BESIDE = 4;
/** The widest cell. */
const WIDEST = 64;
/** Between inputs and result, and between two tensors. */
const ARROW = 44;
const GAP = 16;

/** How wide cells must be to show texts. */
const leastFor = (texts: readonly string[]) =>
  Math.min(WIDEST, Math.max(20, ...texts.map((text) => text.length * CHARACTER + BESIDE)));

/** As much of a text as a cell has room for. */
export function shortened(text: string, cell: number) {
  const room = Math.max(2, Math.floor((cell - BESIDE + 0.1) / CHARACTER));
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}

/** @returns null: the cells have no room */
export function layoutOf(result: Result, { across: room, down, isNarrow }: Room): Layout | null {
  const { tensors, outputs, state, row, count } = result;
  const tall = down - 84;
  const bare = leastFor([String(sizeOf(tensors[0].dims))]);
  const least = state.data ? leastFor(state.data) : bare;
  const lowest = Math.min(bare, least);
  // Typed values are shortened rather than that the cells go away.
  const widths = [
    ...SIZES.filter((each) => each >= least),
    least,
    ...SHORT.filter((each) => each < least),
    lowest,
  ];
  const heads = tensors.map((_, i) => (i === 0 ? 184 : takesAny(row) ? 130 : 110));
  const after = count > 1 ? 28 : 0;
  for (const cell of widths.filter((each) => each >= lowest))
    for (const cellh of HEIGHTS) {
      const input = boxes(tensors, heads, cell, cellh);
      const output = boxes(outputs.slice(0, MOST_OUTPUTS), [0], cell, cellh);
      const natural = input.reduce((sum, { width }) => sum + width + GAP, -GAP);
      const left = Math.min(Math.max(natural, 0), room * 0.66);
      const outside = room - left - ARROW;
      if (!isNarrow && flow(input, left) <= tall && flow(output, outside) + after <= tall)
        return { cell, cellh, left, inside: left, outside };
      if (flow(input, room) + flow(output, room) + after <= tall)
        return { cell, cellh, left: 0, inside: room, outside: room };
    }
  return null;
}

type Box = { width: number; height: number; planes: number; one: number };

/** @param heads the widths of captions */
const boxes = (
  all: readonly { dims: readonly number[] }[],
  heads: readonly number[],
  cell: number,
  cellh: number,
): Box[] =>
  all.map(({ dims }, i) => {
    const [columns = 1, rows = 1] = [...dims].reverse();
    const planes = sizeOf(dims.slice(0, -2));
    const one = columns * (cell + 2) + 20;
    const height = rows * (cellh + 2) + (dims.length > 2 ? 46 : 24);
    // One line of planes has one column of indices.
    return { planes, one, width: Math.max(heads[i] ?? 0, planes * (one - 16) + 16), height };
  });

/** How high boxes are that flow into lines. */
function flow(all: readonly Box[], width: number) {
  let [x, y, line] = [0, 0, 0];
  for (const box of all) {
    if (box.one > width) return Number.POSITIVE_INFINITY;
    const perLine = box.width <= width ? box.planes : Math.max(1, Math.floor((width + 8) / (box.one + 8)));
    const own = Math.min(box.width, width);
    const high = 28 + Math.ceil(box.planes / perLine) * (box.height + 8);
    if (x > 0 && x + own > width) [x, y, line] = [0, y + line, 0];
    x += own + GAP;
    line = Math.max(line, high);
  }
  return y + line;
}

/** Whether the planes of a grid are beside each other. */
export const isAbreast = (planes: number, columns: number, cell: number, room: number) =>
  planes * (columns * (cell + 2) + 4) + 14 <= room;
