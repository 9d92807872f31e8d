// The call in NumPy and in PyTorch: a program that makes or reads the data, calls once, and prints shapes.
import type { Type } from '../../lib/index.ts';
import { givesMany, resultName } from '../model/call.ts';
import { sizeOf } from '../model/integers.ts';
import type { Order } from '../model/order.ts';
import type { Result } from '../model/result.ts';
import { isJoin, takesAny } from '../model/rows.ts';
import { type Range, reversed, toItem } from '../model/slice.ts';
import { kindOf } from '../model/values.ts';
import { colour } from '../page/dom.ts';
import type { Where } from './javascript.ts';
import { type Bit, hot, type Line, plain } from './program.ts';

/** A library for arrays. */
interface Library {
  name: string; // in the code
  imports: string;
  types: Partial<Record<Type, string>>; // that it calls otherwise
  viewed: readonly Type[]; // types of 16 bits whose values are given as bits
  array: string; // makes one from a list
  cast: string; // method that changes the type
  flips: boolean; // it has no negative steps: what goes backwards is taken forwards and flipped
  permute: string; // method that reorders axes
  repeat: (input: string, shape: string) => string;
  concat: string;
  axis: string; // what it calls one
  copy: string; // method that copies
  split: (input: string, sizes: readonly number[], axis: number) => string;
  unbind: (input: string, size: number, axis: number) => string;
  take: (input: string, indices: string, axis: number) => string;
}

export const NUMPY: Library = {
  name: 'np',
  imports: 'import numpy as np',
  types: { bool: 'bool_', string: 'object_' },
  viewed: ['float16'],
  array: 'array',
  cast: 'astype',
  flips: false,
  permute: 'transpose',
  repeat: (input, shape) => `np.broadcast_to(${input}, [${shape}])`,
  concat: 'concatenate',
  axis: 'axis',
  copy: 'copy',
  split: (input, sizes, axis) => `np.split(${input}, [${beginsOf(sizes).join(', ')}], axis=${axis})`,
  unbind: (input, size, axis) => `[${input}.take(i, axis=${axis}) for i in range(${size})]`,
  take: (input, indices, axis) => `${input}.take(${indices}, axis=${axis})`,
};

export const PYTORCH: Library = {
  name: 'torch',
  imports: 'import torch',
  types: {},
  viewed: ['float16', 'bfloat16'],
  array: 'tensor',
  cast: 'to',
  flips: true,
  permute: 'permute',
  repeat: (input, shape) => `${input}.expand(${shape})`,
  concat: 'cat',
  axis: 'dim',
  copy: 'clone',
  split: (input, sizes, axis) => `torch.split(${input}, [${sizes.join(', ')}], dim=${axis})`,
  unbind: (input, _, axis) => `torch.unbind(${input}, dim=${axis})`,
  take: (input, indices, axis) => `${input}.index_select(${axis}, torch.tensor(${indices}))`,
};

/** One line: Python has no other without parentheses. */
const assign = (left: string, right: readonly Bit[]): Line[] => [hot(`${left} `, ...right)];

const beginsOf = (sizes: readonly number[]) =>
  sizes.slice(0, -1).map((_, i) => sizes.slice(0, i + 1).reduce((a, b) => a + b, 0));

/** Modes of pads, as NumPy calls them. PyTorch's own pads only some shapes, so NumPy does it for both. */
const MODES: Record<string, string> = {
  constant: 'constant',
  reflect: 'reflect',
  edge: 'edge',
  wrap: 'wrap',
  symmetric: 'symmetric',
};

/** The program, or a comment that says why there is none. */
export function toPython(result: Result, library: Library, where: Where): Line[] {
  const { row, state, tensors } = result;
  const why = whyNot(result, library);
  if (why) return [plain(`# ${why}`)];
  const inputs =
    state.on === 'tensor'
      ? tensors.map((_, i) => dataOf(result, i, library))
      : [...readData(result, library, where)];
  const left = `${resultName(row)} =`;
  const many = givesMany(row);
  const lines = [
    ...(/\b(nan|inf)\b/.test(inputs.join()) ? ['from math import inf, nan'] : []), // names that Python itself lacks
    ...(row.op_type === 'Pad' && library.flips ? ['import numpy as np'] : []),
    library.imports,
    '',
    ...inputs,
    '',
  ].map(plain);
  const print = many
    ? [
        plain(`print(len(${resultName(row)}))`),
        plain(`for piece in ${resultName(row)}[:4]:`),
        plain('    print(list(piece.shape))'),
      ]
    : [plain(`print(list(${resultName(row)}.shape))`)];
  return [...lines, ...callOf(result, left, library), ...print];
}

function whyNot({ state, taken, row, pads }: Result, { name }: Library) {
  const mode = state.values.mode?.trim() || 'constant';
  if (mode !== 'constant' && pads?.flat().some((size) => size < 0))
    return 'NumPy has no negative pads in this mode: slice first.';
  if (name === 'torch' && state.type === 'string') return 'PyTorch has no tensors of strings.';
  if (state.values.to) return 'Microtome converts while it moves; here it takes a second step.';
  if (taken?.includes(-1)) return 'Indices outside the axis give zeros only in OpenVINO.';
  if (row.op_type === 'Gather' && state.values.batch_dims)
    return 'Batches need a program of several lines here.';
  return '';
}

function callOf(result: Result, left: string, library: Library): Line[] {
  const { row, tensors, order, axis, sizes, taken, pads, ranges, state } = result;
  const names = tensors.map(({ name }) => name);
  const [name] = names;
  const { name: module, axis: word, concat, copy } = library;
  if (order) return assign(left, [reorder(order, tensors[0].dims, name, library)]);
  if (taken) {
    const isOne = !/[[(,]/.test(state.values.indices ?? '');
    const text = library.take(name, `[${taken.join(', ')}]`, axis);
    return assign(left, [isOne ? `${text}.squeeze(${axis})` : text]);
  }
  if (pads) return padLines(result, left, library);
  if (row.op_type === 'TensorScatter') return scatter(result, library);
  if (ranges && isJoin(row)) {
    const target = `${resultName(row)}[`;
    const value = `] = ${names[1]}${flipsOf(result, library)}`;
    return [...assign(left, [`${name}.${copy}()`]), hot(target, ...indexOf(result, library), value)];
  }
  if (ranges) return assign(left, [`${name}[`, ...indexOf(result, library), `]${flipsOf(result, library)}`]);
  if (takesAny(row)) {
    const isStacked = tensors[0].dims.length < result.outputs[0].dims.length;
    return assign(left, [
      `${module}.${isStacked ? 'stack' : concat}([${names.join(', ')}], ${word}=${axis})`,
    ]);
  }
  const drops = result.outputs.length > 0 && result.outputs[0].dims.length < tensors[0].dims.length;
  if (sizes.length === 0) return assign(left, ['[]']);
  return assign(left, [drops ? library.unbind(name, sizes.length, axis) : library.split(name, sizes, axis)]);
}

/** An index of as few items as say the same. */
function indexOf({ ranges, tensors: [{ dims }] }: Result, { flips }: Library): Bit[] {
  const items = (ranges ?? []).map((range, axis) =>
    toItem(flips && range.step < 0 && !range.drops ? reversed(range) : range, dims[axis]),
  );
  const most = items.findLastIndex((item) => item !== ':') + 1;
  if (most === 0) return ['...'];
  return items
    .slice(0, most)
    .flatMap((text, axis): Bit[] => [...(axis > 0 ? [', '] : []), { text, colour: colour('axis', axis) }]);
}

function flipsOf({ ranges }: Result, { flips }: Library) {
  if (!flips || ranges === null) return '';
  const kept = ranges.filter(({ drops }) => !drops);
  const axes = kept.flatMap(({ step }: Range, axis) => (step < 0 ? [axis] : []));
  return axes.length > 0 ? `.flip(${axes.join(', ')})` : '';
}

function padLines({ pads, tensors, state }: Result, left: string, { flips }: Library): Line[] {
  const [{ name, dims }] = tensors;
  const mode = MODES[(state.values.mode ?? '').trim() || 'constant'];
  const value =
    mode === 'constant' && state.values.value ? `, constant_values=${state.values.value.trim()}` : '';
  const grown = (pads ?? []).map(([begin, end]) => `(${Math.max(0, begin)}, ${Math.max(0, end)})`);
  const source = flips ? `${name}.numpy()` : name;
  const kept = (pads ?? []).map(([begin, end]) => `${begin < 0 ? -begin : ''}:${end < 0 ? end : ''}`);
  const crop = kept.some((item) => item !== ':') ? `[${kept.join(', ')}]` : '';
  const call = `np.pad(${source}, [${grown.join(', ')}], '${mode}'${value})${crop}`;
  return dims.length === 0
    ? assign(left, [name])
    : assign(left, [flips ? `torch.from_numpy(${call})` : call]);
}

/** Writes each batch item at its own index, and around the end. */
function scatter({ tensors: [cache, update], state, axis }: Result, { copy }: Library): Line[] {
  const given = state.values.write_indices?.match(/[^\s,[\]()]+/g) ?? cache.dims.slice(0, 1).map(() => '0');
  const starts = Array.from({ length: cache.dims[0] }, (_, i) => given[i] ?? '0');
  const at = (index: string) =>
    cache.dims
      .slice(0, axis + 1)
      .map((_, i) => (i === 0 ? 'b' : i === axis ? index : ':'))
      .join(', ');
  return [
    ...assign('joined =', [`${cache.name}.${copy}()`]),
    plain(`for b, start in enumerate([${starts.join(', ')}]):`),
    plain(`    for i in range(${update.dims[axis]}):`),
    plain(`        joined[${at(`(start + i) % ${cache.dims[axis]}`)}] = \\`),
    plain(`            ${update.name}[${at('i')}]`),
  ];
}

/** Splits axes into those with names, reorders them, repeats new ones, and merges. */
function reorder({ input, output }: Order, dims: readonly number[], name: string, library: Library) {
  const [from, to] = [input, output].map((axes) => axes.flatMap((axis) => axis.names));
  const sizes = output.flatMap((axis) => axis.sizes);
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
  return reshape(text, sizes, output.map((axis) => sizeOf(axis.sizes))); // biome-ignore format: a call
}

/** What a library calls a type, and a comment on it: a type that it lacks is held as its bits. */
function nameOf(type: Type, { types, viewed }: Library) {
  const { is, array } = kindOf(type);
  const isLacking = is === 'packed' || (is === 'bits' && !viewed.includes(type));
  if (!isLacking) return { name: types[type] ?? type, says: '' };
  return { name: array.replace('Array', '').toLowerCase(), says: `  # the bits of ${type}` };
}

/** The values of an input, in its shape. */
function dataOf({ state, tensors }: Result, i: number, library: Library) {
  const { type, data } = state;
  const { name: input, dims } = tensors[i];
  const size = sizeOf(dims);
  const start = tensors.slice(0, i).reduce((sum, each) => sum + sizeOf(each.dims), 0);
  const { name: module, viewed, array, cast } = library;
  const { name, says } = nameOf(type, library);
  const { is, bits } = kindOf(type);
  const isViewed = viewed.includes(type);
  const dtype = `${module}.${isViewed ? 'uint16' : name}`;
  const shaped = `${isViewed ? `.view(${module}.${name})` : ''}.reshape(${dims.join(', ') || '()'})${says}`;
  const range = start === 0 ? `${size}` : `${start}, ${start + size}`;
  const list = data
    ? listOf(is, data.slice(start, start + size))
    : is === 'string'
      ? `[str(i) for i in range(${range})]`
      : null;
  if (list !== null) return `${input} = ${module}.${array}(${list}, dtype=${dtype})${shaped}`;
  const places = `${module}.arange(${range})`;
  if (is === 'bool') return `${input} = (${places} % 2 == 1)${shaped}`;
  const wrapped = is === 'packed' ? `(${places} % ${2 ** bits})` : places;
  return `${input} = ${wrapped}.${cast}(${dtype})${shaped}`;
}

const NAMES: Record<string, string> = { NaN: 'nan', Infinity: 'inf', '-Infinity': '-inf' };

const listOf = (is: string, values: readonly string[]) =>
  `[${values.map((value) => (is === 'string' ? JSON.stringify(value) : is === 'bool' ? (value === 'T' ? 'True' : 'False') : (NAMES[value] ?? value))).join(', ')}]`;

/** A picture or a file, which Python reads by itself. */
function readData(
  { state, tensors: [{ name, dims, type }] }: Result,
  { name: module, flips, types }: Library,
  { picture, file }: Where,
): string[] {
  if (state.on === 'picture') {
    const own = !/\.svg$/.test(picture.name);
    const made = own
      ? `np.array(Image.open(${py(picture.name)}).convert('RGBA'))`
      : `np.zeros((${dims.join(', ')}), np.uint8)`;
    return [
      ...(flips ? ['import numpy as np'] : []),
      ...(own ? ['from PIL import Image', ''] : ['', '# as large as the picture; Python does not draw SVG']),
      `${name} = ${flips ? `torch.from_numpy(${made})` : made}`,
    ];
  }
  const path = file.isUrl ? file.name.replace(/^.*\//, '') : file.name;
  if (/\.npy$/.test(path))
    return [
      ...(flips ? ['import numpy as np', ''] : []),
      `${name} = ${flips ? 'torch.from_numpy(' : ''}np.load(${py(path)}${flips ? ')' : ''})`,
    ];
  if (/\.safetensors$/.test(path))
    return [
      `from safetensors.${flips ? 'torch' : 'numpy'} import load_file`,
      '',
      `${name} = load_file(`,
      `    ${py(path)}`,
      `)[${py(state.tensor)}]`,
    ];
  return [
    `# ${path}: read it with the library of its format`,
    `${name} = ${module}.zeros((${dims.join(', ')},), dtype=${module}.${types[type] ?? type})`,
  ];
}

const py = (text: string) => JSON.stringify(text);
