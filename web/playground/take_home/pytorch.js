// The cut in PyTorch, which has no steps below 1: what goes backwards is taken forwards and flipped.
import { KINDS } from '../model/values.js';
import { sizesOf } from './cut.js';
import { importsFor, indexOfCut, listOf, range, shapeOf, typeIn } from './python.js';

/** @import { Type } from '../../lib/types.js' */
/** @import { Piece } from '../model/walk.js' */
/** @import { Cut } from './cut.js' */

/** Types that lack. @type {Partial<Record<Type, { type: string, says: string }>>} */
const TYPES = {
  bool: { type: 'bool', says: '' },
};

/** @param {Cut} cut */
export function toPyTorch(cut) {
  const { row, dims, type } = cut;
  if (type === 'string') return '# PyTorch has no tensors of strings.\n';
  const list = listOf(cut);
  const { name, comment } = typeIn(type, TYPES);
  const input = row.inputs[0].name;
  const data = list ? listed(list, type, name) : counting(cut, name);
  const lines = [
    ...importsFor(list),
    'import torch',
    '',
    `${input} = ${data}.reshape(${shapeOf(dims)})${comment}`,
    ...(row.op_type === 'Slice'
      ? [`output = ${input}[${indexOfCut(cut, forwards)}]${flips(cut)}`]
      : [`outputs = ${split(cut, input)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * @param {string} list
 * @param {Type} type
 * @param {string} name
 */
const listed = (list, type, name) =>
  type.endsWith('float16')
    ? `torch.tensor(${list}, dtype=torch.uint16).view(torch.${name})`
    : `torch.tensor(${list}, dtype=torch.${name})`;

/**
 * @param {Cut} cut
 * @param {string} name
 */
function counting({ type, size }, name) {
  const { is, size: bits = 8 } = KINDS[type];
  if (is === 'bool') return `(torch.arange(${size}) % 2 == 1)`;
  if (is === 'bits' && type.endsWith('float16'))
    return `torch.arange(${size}).to(torch.int16).view(torch.${name})`;
  return `${is === 'packed' ? `(torch.arange(${size}) % ${2 ** bits})` : `torch.arange(${size})`}.to(torch.${name})`;
}

/** @type {(piece: Piece, size: number, drops: boolean) => string} */
function forwards({ from, step, count }, size, drops) {
  if (step > 0 || count < 2) return range({ from, step: Math.abs(step), count }, size, drops);
  return range({ from: from + (count - 1) * step, step: -step, count }, size, drops);
}

/** @param {Cut} cut */
function flips({ walk }) {
  const dropped = walk.filter(({ drops }) => drops).map(({ axis }) => axis);
  const axes = walk
    .filter(({ pieces: [{ step, count }], drops }) => step < 0 && count > 1 && !drops)
    .map(({ axis }) => axis - dropped.filter((each) => each < axis).length);
  return axes.length > 0 ? `.flip(${axes.join(', ')})` : '';
}

/**
 * @param {Cut} cut
 * @param {string} input
 */
function split({ walk: [walk], count }, input) {
  const { axis, drops } = walk;
  if (count === 0) return '()';
  if (drops) return `torch.unbind(${input}, dim=${axis})`;
  const { sizes, even } = sizesOf(walk);
  return `torch.split(${input}, ${even && sizes[0] > 0 ? sizes[0] : `[${sizes.join(', ')}]`}, dim=${axis})`;
}
