// The cut in NumPy.
import { KINDS } from '../model/values.js';
import { sizesOf } from './cut.js';
import { importsFor, indexOfCut, listOf, range, shapeOf, typeIn } from './python.js';

/** @import { Type } from '../../lib/types.js' */
/** @import { Cut } from './cut.js' */

/** Types that are called otherwise, or lack. @type {Partial<Record<Type, { type: string, says: string }>>} */
const TYPES = {
  bool: { type: 'bool_', says: '' },
  bfloat16: { type: 'uint16', says: 'the bits of bfloat16' },
};

/** @param {Cut} cut */
export function toNumPy(cut) {
  const { row, dims, type } = cut;
  const list = listOf(cut);
  const { name, comment } = typeIn(type, TYPES);
  const input = row.inputs[0].name;
  const dtype = type === 'string' ? 'object' : `np.${name}`;
  const data = list ? listed(list, type, dtype) : counting(cut, dtype);
  const lines = [
    ...importsFor(list),
    'import numpy as np',
    '',
    `${input} = ${data}.reshape(${shapeOf(dims)})${comment}`,
    ...(row.op_type === 'Slice'
      ? [`output = ${input}[${indexOfCut(cut, range)}]`]
      : [`outputs = ${split(cut, input)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * @param {string} list
 * @param {Type} type
 * @param {string} dtype
 */
const listed = (list, type, dtype) =>
  type === 'float16'
    ? `np.array(${list}, dtype=np.uint16).view(np.float16)`
    : `np.array(${list}, dtype=${dtype})`;

/**
 * An input that holds the place of each element.
 * @param {Cut} cut
 * @param {string} dtype
 */
function counting({ type, size }, dtype) {
  const { is, size: bits = 8 } = KINDS[type];
  if (is === 'string') return `np.array([str(i) for i in range(${size})], dtype=object)`;
  if (is === 'bool') return `(np.arange(${size}) % 2 == 1)`;
  if (type === 'float16') return `np.arange(${size}).astype(np.uint16).view(np.float16)`;
  return `${is === 'packed' ? `(np.arange(${size}) % ${2 ** bits})` : `np.arange(${size})`}.astype(${dtype})`;
}

/**
 * @param {Cut} cut
 * @param {string} input
 */
function split({ walk: [walk], count }, input) {
  const { axis, size, drops } = walk;
  if (count === 0) return '[]';
  if (drops) return `[${input}.take(i, axis=${axis}) for i in range(${size})]`;
  const { sizes, even, begins } = sizesOf(walk);
  const where = even && sizes[0] > 0 ? String(count) : `[${begins.join(', ')}]`;
  return `np.split(${input}, ${where}, axis=${axis})`;
}
