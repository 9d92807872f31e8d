// What the Python libraries have in common: a program that makes the input, and cuts it.
import type { Type } from '../../lib/types.js';
import { takesAny } from '../model/rows.ts';
import { joinItems, type Range, toItem } from '../model/slice.ts';
import { KINDS } from '../model/values.ts';
import { type Cut, isWritten, type Tensor } from './cut.ts';

/** A library for arrays. */
export interface Library {
  name: string; // in the code
  imports: string;
  types: Partial<Record<Type, string>>; // that it calls otherwise
  viewed: readonly Type[]; // types of 16 bits whose values are given as bits
  array: string; // makes one from a list
  cast: string; // method that changes the type
  index: (cut: Cut) => string; // of what is taken or written
  flips: (cut: Cut) => string; // methods that turn axes around, if an index cannot
  split: (cut: Cut, input: string) => string;
  concat: string;
  axis: string; // what it calls one
  copy: string; // method that copies
}

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

export function toPython(cut: Cut, library: Library) {
  const { row, type, tensors, joins } = cut;
  const { name, says } = nameOf(type, library);
  const made = tensors.map((tensor) => ({ ...tensor, list: listOf(cut, tensor) }));
  const names = tensors.map((each) => each.name);
  const lines = [
    ...importsFor(made.map(({ list }) => list ?? '').join()),
    library.imports,
    '',
    ...made.map(
      (each) =>
        `${each.name} = ${dataOf(type, each, name, library)}.reshape(${each.dims.join(', ') || '()'})${says}`,
    ),
    ...(joins
      ? joinIn(cut, names, library)
      : row.op_type === 'Slice'
        ? [`output = ${names[0]}[${library.index(cut)}]${library.flips(cut)}`]
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
export function indexOfCut({ dims, walk }: Cut, change: (range: Range) => Range = (range) => range) {
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

/** Imports for the words in a list that Python lacks. */
const importsFor = (list: string) => (/\b(nan|inf)\b/.test(list) ? ['from math import inf, nan'] : []);
