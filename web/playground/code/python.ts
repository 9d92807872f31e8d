// What the Python libraries have in common: a program that makes the input, and cuts it.
import type { Type } from '../../lib/types.js';
import { takesAny } from '../model/rows.ts';
import { type Range, toItem } from '../model/slice.ts';
import { KINDS } from '../model/values.ts';
import { type Cut, isWritten, type Tensor } from './cut.ts';

/** What a library calls a type, and a comment on it. */
type Types = Partial<Record<Type, { type: string; says?: string }>>;

/** A library for arrays. */
export interface Library {
  name: string; // in the code
  imports: string;
  types: Types; // that it calls otherwise, or lacks
  viewed: readonly Type[]; // types of 16 bits whose values are given as bits
  array: string; // makes one from a list
  cast: string; // method that changes the type
  slice: (cut: Cut, input: string) => string;
  split: (cut: Cut, input: string) => string;
  concat: string;
  axis: string; // what it calls one
  copy: string; // method that copies
  write: (cut: Cut, updates: string) => string; // into a part of `output`
}

/** Stand-ins for types that neither library has. */
const INSTEAD: Types = {
  f8e4m3: { type: 'uint8', says: 'the bits of f8e4m3' },
  f8e5m2: { type: 'uint8', says: 'the bits of f8e5m2' },
  f8e8m0: { type: 'uint8', says: 'the bits of f8e8m0' },
  u1: { type: 'uint8', says: 'one element of u1 per byte' },
  u2: { type: 'uint8', says: 'one element of u2 per byte' },
  u3: { type: 'uint8', says: 'one element of u3 per byte' },
  u4: { type: 'uint8', says: 'one element of u4 per byte' },
  u6: { type: 'uint8', says: 'one element of u6 per byte' },
  i4: { type: 'uint8', says: 'the bits of i4, one element per byte' },
  nf4: { type: 'uint8', says: 'the bits of nf4, one element per byte' },
  f4e2m1: { type: 'uint8', says: 'the bits of f4e2m1, one element per byte' },
};

export function toPython(cut: Cut, library: Library) {
  const { row, type, tensors, joins } = cut;
  const { type: name, says } = library.types[type] ?? INSTEAD[type] ?? { type };
  const made = tensors.map((tensor) => ({ ...tensor, list: listOf(cut, tensor) }));
  const names = tensors.map((each) => each.name);
  const lines = [
    ...importsFor(made.map(({ list }) => list ?? '').join()),
    library.imports,
    '',
    ...made.map(
      (each) =>
        `${each.name} = ${dataOf(type, each, name, library)}.reshape(${each.dims.join(', ') || '()'})${says ? `  # ${says}` : ''}`,
    ),
    ...(joins
      ? joinIn(cut, names, library)
      : row.op_type === 'Slice'
        ? [`output = ${library.slice(cut, names[0])}`]
        : [`outputs = ${library.split(cut, names[0])}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Values as an array, flat.
 * @param values list: null for an input that counts on from `start`
 * @param name of the type in the library
 */
function dataOf(
  type: Type,
  { list, start, size }: { list: string | null; start: number; size: number },
  name: string,
  { name: module, viewed, array, cast }: Library,
) {
  const { is, size: bits = 8 } = KINDS[type];
  const isViewed = viewed.includes(type);
  const dtype = `${module}.${isViewed ? 'uint16' : name}`;
  const view = isViewed ? `.view(${module}.${name})` : '';
  const range = start === 0 ? `${size}` : `${start}, ${start + size}`;
  if (is === 'string') list ??= `[str(i) for i in range(${range})]`;
  if (list !== null) return `${module}.${array}(${list}, dtype=${dtype})${view}`;
  const places = `${module}.arange(${range})`;
  if (is === 'bool') return `(${places} % 2 == 1)`;
  const wrapped = is === 'packed' ? `(${places} % ${2 ** bits})` : places;
  return `${wrapped}.${cast}(${dtype})${view}`;
}

/**
 * @param cut that joins
 * @param names of the inputs
 */
function joinIn(cut: Cut, names: readonly string[], { name, axis: word, copy, concat, write }: Library) {
  const { row, walk, dims, shift } = cut;
  const begin = `output = ${names[0]}.${copy}()`;
  if (!takesAny(row) && shift === null) return [begin, write(cut, names[1])];
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
export function indexOfCut({ dims, walk }: Cut, change: (range: Range) => Range = (range) => range) {
  const items = dims.map((size, axis) => {
    const its = walk.find((each) => each.axis === axis);
    return its ? toItem(change({ ...its.pieces[0], drops: its.drops }), size) : ':';
  });
  while (items.at(-1) === ':') items.pop();
  return items.length > 0 ? items.join(', ') : '...';
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

/** Imports for the words in a list that Python lacks. */
const importsFor = (list: string) => (/\b(nan|inf)\b/.test(list) ? ['from math import inf, nan'] : []);
