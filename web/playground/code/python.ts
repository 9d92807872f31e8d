// The cut in NumPy and in PyTorch: a program that makes the inputs, and cuts or joins them.
import type { Type } from '../../lib/index.ts';
import { sizeOf } from '../model/integers.ts';
import type { Order } from '../model/pattern.ts';
import { takesAny } from '../model/rows.ts';
import { joinItems, type Range, reversed, toItem } from '../model/slice.ts';
import { KINDS } from '../model/values.ts';
import { type Cut, isWritten, sizesOf, type Tensor } from './cut.ts';

/** A library for arrays. */
interface Library {
  name: string; // in the code
  imports: string;
  types: Partial<Record<Type, string>>; // that it calls otherwise
  viewed: readonly Type[]; // types of 16 bits whose values are given as bits
  array: string; // makes one from a list
  cast: string; // method that changes the type
  index: (cut: Cut) => string; // of what is taken or written
  flips: (cut: Cut) => string; // methods that turn axes around, if an index cannot
  split: (cut: Cut, input: string) => string;
  permute: string; // method that reorders axes
  repeat: (input: string, shape: string) => string;
  concat: string;
  axis: string; // what it calls one
  copy: string; // method that copies
}

const NUMPY: Library = {
  name: 'np',
  imports: 'import numpy as np',
  types: { bool: 'bool_', string: 'object_' },
  viewed: ['float16'],
  array: 'array',
  cast: 'astype',
  index: (cut) => indexOfCut(cut),
  flips: () => '',
  permute: 'transpose',
  repeat: (input, shape) => `np.broadcast_to(${input}, [${shape}])`,
  concat: 'concatenate',
  axis: 'axis',
  copy: 'copy',
  split({ walk: [walk], count }, input) {
    const { axis, size, drops } = walk;
    if (count === 0) return '[]';
    if (drops) return `[${input}.take(i, axis=${axis}) for i in range(${size})]`;
    const { sizes, even, begins } = sizesOf(walk);
    const where = even && sizes[0] > 0 ? String(count) : `[${begins.join(', ')}]`;
    return `np.split(${input}, ${where}, axis=${axis})`;
  },
};

/** It has no negative steps: what goes backwards is taken forwards and flipped. */
const PYTORCH: Library = {
  name: 'torch',
  imports: 'import torch',
  types: {},
  viewed: ['float16', 'bfloat16'],
  array: 'tensor',
  cast: 'to',
  index: (cut) => indexOfCut(cut, (range) => (range.step < 0 ? reversed(range) : range)),
  flips,
  permute: 'permute',
  repeat: (input, shape) => `${input}.expand(${shape})`,
  concat: 'cat',
  axis: 'dim',
  copy: 'clone',
  split({ walk: [walk], count }, input) {
    const { axis, drops } = walk;
    if (count === 0) return '()';
    if (drops) return `torch.unbind(${input}, dim=${axis})`;
    const { sizes, even } = sizesOf(walk);
    return `torch.split(${input}, ${even && sizes[0] > 0 ? sizes[0] : `[${sizes.join(', ')}]`}, dim=${axis})`;
  },
};

export const toNumPy = (cut: Cut) => toPython(cut, NUMPY);

export const toPyTorch = (cut: Cut) =>
  cut.type === 'string' ? '# PyTorch has no tensors of strings.\n' : toPython(cut, PYTORCH);

/** What a library calls a type, and a comment on it: a type that it lacks is held as its bits. */
function nameOf(type: Type, { types, viewed }: Library) {
  const { is, array } = KINDS[type];
  const isLacking = is === 'packed' || (is === 'bits' && !viewed.includes(type));
  if (!isLacking) return { name: types[type] ?? type, says: '' };
  const says =
    is === 'bits'
      ? `the bits of ${type}`
      : type.startsWith('u')
        ? `one element of ${type} per byte`
        : `the bits of ${type}, one element per byte`;
  return { name: array.replace('Array', '').toLowerCase(), says: `  # ${says}` };
}

function toPython(cut: Cut, library: Library) {
  const { row, tensors, joins, order, dims } = cut;
  const names = tensors.map(({ name }) => name);
  const inputs = tensors.map((tensor) => `${tensor.name} = ${dataOf(cut, tensor, library)}`);
  const lines = [
    ...(/\b(nan|inf)\b/.test(inputs.join()) ? ['from math import inf, nan'] : []), // names that Python itself lacks
    library.imports,
    '',
    ...inputs,
    ...(order
      ? [`output = ${reorder(order, dims, names[0], library)}`]
      : joins
        ? joinIn(cut, names, library)
        : row.op_type === 'Slice'
          ? [`output = ${names[0]}[${library.index(cut)}]${library.flips(cut)}`]
          : [`outputs = ${library.split(cut, names[0])}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Splits axes into those with names, reorders them, repeats new ones, and merges. */
function reorder({ input, output, sizes }: Order, dims: readonly number[], name: string, library: Library) {
  const [from, to] = [input, output].map((axes) => axes.flatMap((axis) => axis.names));
  const known = to.filter((each) => from.includes(each));
  const reshape = (text: string, was: readonly number[], shape: readonly number[]) =>
    String(was) === String(shape) && was.length === shape.length
      ? text
      : `${text}.reshape(${shape.join(', ') || '()'})`;
  const axes = input.flatMap((axis) => axis.sizes);
  let text = reshape(name, dims, axes);
  if (String(known) !== String(from))
    text += `.${library.permute}(${known.map((each) => from.indexOf(each)).join(', ')})`;
  if (known.length < to.length) {
    const alone = to.map((each, i) => (from.includes(each) ? sizes[i] : 1));
    text = library.repeat(reshape(text, [], alone), sizes.join(', '));
  }
  return reshape(
    text,
    sizes,
    output.map((axis) => sizeOf(axis.sizes)),
  );
}

/** The values of an input, in its shape. */
function dataOf(cut: Cut, tensor: Tensor, library: Library) {
  const { type } = cut;
  const { start, size, dims } = tensor;
  const { name: module, viewed, array, cast } = library;
  const { name, says } = nameOf(type, library);
  const { is, size: bits = 8 } = KINDS[type];
  const isViewed = viewed.includes(type);
  const dtype = `${module}.${isViewed ? 'uint16' : name}`;
  const shaped = `${isViewed ? `.view(${module}.${name})` : ''}.reshape(${dims.join(', ') || '()'})${says}`;
  const range = start === 0 ? `${size}` : `${start}, ${start + size}`;
  const list = listOf(cut, tensor) ?? (is === 'string' ? `[str(i) for i in range(${range})]` : null);
  if (list !== null) return `${module}.${array}(${list}, dtype=${dtype})${shaped}`;
  const places = `${module}.arange(${range})`;
  if (is === 'bool') return `(${places} % 2 == 1)${shaped}`;
  const wrapped = is === 'packed' ? `(${places} % ${2 ** bits})` : places;
  return `${wrapped}.${cast}(${dtype})${shaped}`;
}

/**
 * @param cut that joins
 * @param names of the inputs
 */
function joinIn(cut: Cut, names: readonly string[], library: Library) {
  const { row, walk, dims, shift } = cut;
  const { name, axis: word, copy, concat } = library;
  const begin = `output = ${names[0]}.${copy}()`;
  if (!takesAny(row) && shift === null)
    return [begin, `output[${library.index(cut)}] = ${names[1]}${library.flips(cut)}`];
  const [{ axis, drops, pieces }] = walk;
  if (shift === null)
    return [`output = ${name}.${drops ? 'stack' : concat}([${names.join(', ')}], ${word}=${axis})`];
  const at = (index: string) =>
    dims.slice(0, axis + 1).map((_, i) => (i === 0 ? 'b' : i === axis ? index : ':'));
  return [
    begin,
    `for b, start in enumerate([${shift.by.join(', ')}]):`,
    `    for i in range(${pieces[0].count}):`,
    `        output[${at(`(start + i) % ${dims[axis]}`).join(', ')}] = ${names[1]}[${at('i').join(', ')}]`,
  ];
}

/** An index of as few items as say the cut. @param change of what is taken of each axis */
function indexOfCut({ dims, walk }: Cut, change: (range: Range) => Range = (range) => range) {
  const items = dims.map((size, axis) => {
    const its = walk.find((each) => each.axis === axis);
    return its ? toItem(change({ ...its.pieces[0], drops: its.drops }), size) : ':';
  });
  return joinItems(items);
}

/** The values that were typed, as a list; null if there are none. */
function listOf(cut: Cut, { start, size }: Tensor) {
  const { data, type } = cut;
  if (data === null) return null;
  const { is } = KINDS[type];
  if (!isWritten(cut)) return '[...]';
  const values = data.slice(start, start + size).map((value) => {
    if (is === 'string') return JSON.stringify(value);
    if (is === 'bool') return value === 'T' ? 'True' : 'False';
    return { NaN: 'nan', Infinity: 'inf', '-Infinity': '-inf' }[value] ?? value;
  });
  return `[${values.join(', ')}]`;
}

function flips({ walk }: Cut) {
  const dropped = walk.filter(({ drops }) => drops).map(({ axis }) => axis);
  const axes = walk
    .filter(({ pieces: [{ step }] }) => step < 0)
    .map(({ axis }) => axis - dropped.filter((each) => each < axis).length);
  return axes.length > 0 ? `.flip(${axes.join(', ')})` : '';
}
