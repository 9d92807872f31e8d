// What a drawing needs to know about one tensor: its shape, what its cells show, and which output each belongs to.
import { COLOURS, type Result } from '../model/cut.ts';
import { indexOf } from '../model/integers.ts';
import { planesOf } from '../model/pattern.ts';
import { tensorsOf } from '../model/rows.ts';
import { heldBy, ownersOf } from '../model/twins.ts';

export type Drawn = ReturnType<typeof toDrawn>;

/** @param output the part's number, -1 for the base of a join; null: the whole */
export function toDrawn(result: Result, output: number | null) {
  const { hasBase, count, order } = result;
  const isPart = output !== null && output >= 0;
  const dims = isPart ? result.parts[output] : result.dims;
  const shownAt = heldBy(result, output);
  const sayCell = (place: number) => `${brackets(indexOf(place, dims))}: ${shownAt(place)}`;
  const drawn = {
    output,
    dims,
    shownAt,
    labelOf: sayCell, // in words
    way: output === null ? wayOf(result) : '', // arrows for the rows and columns that are taken backwards
  };
  const planeOf = order && planesOf(order, output);
  if (isPart)
    return {
      ...drawn,
      ownerOf: () => output,
      hueOf: planeOf,
      colour: planeOf ? () => (place: number) => 1 + (planeOf(place) % COLOURS) : 1 + (output % COLOURS),
      isApart: planeOf === null,
      mark: 0,
    };
  const ownerOf = ownersOf(result);
  const fates = fatesOf(result, output);
  return {
    ...drawn,
    hueOf: planeOf, // whose colour a cell has; null: its owner's
    ownerOf, // part that has the cell; -1: none, or the base
    /** Of each cell, by the axes that count, or of all cells: 0 is that of no part, 1 that of part 0. */
    colour: (along?: readonly number[]) => {
      const hue = planeOf ?? ownersOf(result, along);
      return (place: number) => 1 + (hue(place) % COLOURS); // -1 % COLOURS is -1
    },
    isApart: result.shift === null && order === null, // whether a colour follows from those by columns and by rows
    labelOf: (place: number) => {
      const owner = ownerOf(place);
      const number = owner < 0 || hasBase ? '' : ` ${owner}`;
      return `${sayCell(place)}, ${fates[owner < 0 ? 0 : 1]}${number}`;
    },
    /** Characters of the longest part's number, which cells of the whole show at their left edge; 0: none. */
    mark: hasBase || count === 1 ? 0 : String(Math.max(0, count - 1)).length,
  };
}

/** What a cell of the whole or of the base is called that no part has, and one that a part has. */
function fatesOf({ joins, hasBase, row }: Result, output: number | null) {
  if (!hasBase) return ['not taken', joins ? 'from input' : 'output'];
  return output === null ? tensorsOf(row).map(({ name }) => `from ${name}`) : ['kept', 'overwritten'];
}

const wayOf = ({ walk, dims }: Result) =>
  ['↑', '←']
    .filter((_, i) =>
      walk.some(({ axis, pieces: [piece] }) => axis === dims.length - 2 + i && piece?.step < 0),
    )
    .join('');

/** The class of style sheets for the colour of a part. @param part -1: none, or the base */
export const colourOf = (part: number) => (part < 0 ? 'untaken' : `output-${part % COLOURS}`);

export const brackets = (list: readonly (number | string)[]) => `[${list.join(', ')}]`;

/** The dims of a tensor, with the names that a pattern has for them. @param output null: the whole */
export function shapeOf({ order }: Result, output: number | null, dims: readonly number[]) {
  const axes = output === null ? order?.input : order?.output;
  return brackets(axes?.map(({ label }, i) => (label === '...' ? dims[i] : `${label} ${dims[i]}`)) ?? dims);
}

/** How many characters the widest of a sample of values has. */
export function widestOf({ shownAt }: Drawn, size: number) {
  let widest = 1;
  for (let place = 0; place < size; place += Math.max(1, Math.floor(size / 600))) {
    widest = Math.max(widest, shownAt(place).length);
  }
  return Math.max(widest, size > 0 ? shownAt(size - 1).length : 1);
}
