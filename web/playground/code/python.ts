// The call in NumPy and in PyTorch: a program that makes or reads the data, calls once, and prints shapes.
import type { Type } from '../../lib/index.ts';
import { startsOf } from '../model/elements.ts';
import { isSingle, sizeOf } from '../model/integers.ts';
import { itemsFor } from '../model/lists.ts';
import { wordsIn } from '../model/parameters.ts';
import type { Order, Result } from '../model/result.ts';
import { givesMany, isJoin, resultName, takesAny } from '../model/rows.ts';
import type { Range } from '../model/slice.ts';
import { kindOf } from '../model/values.ts';
import { colour } from '../page/dom.ts';
import type { Where } from './javascript.ts';
import type { Library } from './libraries.ts';
import { isPicture, MOST_PIECES } from './prints.ts';
import { type Bit, broken, hot, type Line, plain } from './program.ts';

/** The program, or a comment that says why there is none. */
export function toPython(result: Result, library: Library, where: Where): Line[] {
  const { row, state, tensors } = result;
  const why = whyNot(result, library);
  if (why) return [plain(`# ${why}`)];
  const inputs =
    state.on === 'tensor'
      ? tensors.map((_, i) => dataOf(result, i, library))
      : readData(result, library, where);
  const lines = [
    ...(/\b(nan|inf)\b/.test(inputs.join()) ? ['from math import inf, nan'] : []), // names that Python itself lacks
    ...(row.op_type === 'Pad' && library.flips ? ['import numpy as np'] : []),
    library.imports,
    '',
    ...inputs,
    '',
  ];
  const name = resultName(row);
  const many = givesMany(row);
  const loop = [
    `print(len(${name}))`,
    `for piece in ${name}[:${MOST_PIECES}]:`,
    '    print(list(piece.shape))',
  ];
  const first = `${name}${many ? '[0]' : ''}${library.flips ? '.numpy()' : ''}`;
  const isSeen = isPicture(result) && inputs.join().includes('PIL');
  const after = [
    ...(many ? loop : [`print(list(${name}.shape))`]),
    ...(isSeen ? [`# to see it: Image.fromarray(${first}).show()`] : []),
  ];
  return broken([...lines.map(plain), ...callOf(result, library), ...after.map(plain)]);
}

const modeOf = ({ state }: Result) => state.values.mode?.trim() || 'constant';

function whyNot(result: Result, { name }: Library) {
  const { state, taken, row, pads } = result;
  if (modeOf(result) !== 'constant' && pads?.flat().some((size) => size < 0))
    return 'NumPy has no negative pads in this mode: slice first.';
  if (name === 'torch' && state.type === 'string') return 'PyTorch has no tensors of strings.';
  if (state.values.to) return 'Microtome converts while it moves; here it takes a second step.';
  if (taken?.includes(-1)) return 'Indices outside the axis give zeros only in OpenVINO.';
  if (row.op_type === 'Gather' && state.values.batch_dims)
    return 'Batches need a program of several lines here.';
  return '';
}

function callOf(result: Result, library: Library): Line[] {
  const { row, tensors, order, axis, sizes, taken, ranges, state, outputs } = result;
  const [{ name, dims }, patch] = tensors;
  const left = `${resultName(row)} =`;
  const assign = (...right: Bit[]): Line[] => [hot(`${left} `, ...right)]; // Python has no other line without parentheses
  if (order) return assign(reorder(result, order, library));
  if (taken) {
    const kept = `[${taken.join(', ')}]${taken.length > 0 ? '' : `, dtype=${library.name}.int64`}`;
    if (row.op_type === 'Compress') {
      const condition = wordsIn(state.values.condition).map((word) => literal('bool', word));
      return assign(library.compress(name, condition, kept, axis));
    }
    const text = library.take(name, kept, axis);
    return assign(isSingle(state.values.indices) ? `${text}.squeeze(${axis})` : text);
  }
  if (result.pads) return assign(padded(result, result.pads, library));
  if (row.op_type === 'ScatterUpdate') {
    const { indices } = state.values;
    const list = wordsIn(indices).join(', ');
    const index = `${':, '.repeat(axis)}${isSingle(indices) ? list : `[${list}]`}`;
    const target = hot(`${resultName(row)}[${index}] = ${patch.name}`);
    return [...assign(`${name}.${library.copy}()`), target];
  }
  if (row.op_type === 'TensorScatter') return [...assign(`${name}.${library.copy}()`), ...scatter(result)];
  if (ranges) {
    const index = indexOf(ranges, dims, library);
    const flips = flipsOf(ranges, library);
    if (!isJoin(row)) return assign(`${name}[`, ...index, `]${flips}`);
    const target = hot(`${resultName(row)}[`, ...index, `] = ${patch.name}${flips}`);
    return [...assign(`${name}.${library.copy}()`), target];
  }
  if (takesAny(row)) {
    const join = dims.length < outputs[0].dims.length ? 'stack' : library.concat;
    const names = tensors.map((each) => each.name).join(', ');
    return assign(`${library.name}.${join}([${names}], ${library.axis}=${axis})`);
  }
  if (sizes.length === 0) return assign('[]');
  const drops = outputs[0].dims.length < dims.length;
  return assign(drops ? library.unbind(name, sizes.length, axis) : library.split(name, sizes, axis));
}

/** An index of as few items as say the same. */
function indexOf(ranges: readonly Range[], dims: readonly number[], { flips }: Library): Bit[] {
  const forwards = ranges.map((range) => (flips && range.step < 0 && !range.drops ? reversed(range) : range));
  const items = itemsFor(forwards, dims);
  if (items.length === 0) return ['...'];
  return items.flatMap((text, axis) => [axis > 0 ? ', ' : '', { text, colour: colour('axis', axis) }]);
}

function flipsOf(ranges: readonly Range[], { flips }: Library) {
  const kept = ranges.filter(({ drops }) => !drops);
  const axes = kept.flatMap(({ step }, axis) => (step < 0 ? [axis] : []));
  return flips && axes.length > 0 ? `.flip(${axes.join(', ')})` : '';
}

/** The same indices from the last to the first. */
const reversed = ({ from, step, count, drops }: Range): Range => ({
  from: count === 0 ? from : from + step * (count - 1),
  step: -step,
  count,
  drops,
});

function padded(result: Result, pads: readonly [number, number][], { flips }: Library) {
  const [{ name, dims }] = result.tensors;
  if (dims.length === 0) return name;
  const mode = modeOf(result); // NumPy's words; PyTorch's own pads only some shapes
  const value = mode === 'constant' && result.state.values.value?.trim();
  const grown = pads.map(([begin, end]) => `(${Math.max(0, begin)}, ${Math.max(0, end)})`);
  const kept = pads.map(([begin, end]) => `${begin < 0 ? -begin : ''}:${end < 0 ? end : ''}`);
  const crop = kept.some((item) => item !== ':') ? `[${kept.join(', ')}]` : '';
  const filled = value ? `, constant_values=${value}` : '';
  const call = `np.pad(${flips ? `${name}.numpy()` : name}, [${grown.join(', ')}], '${mode}'${filled})${crop}`;
  return flips ? `torch.from_numpy(${call})` : call;
}

/** Writes each batch item at its own index, and around the end. */
function scatter({ tensors: [cache, update], state, axis }: Result): Line[] {
  const given = wordsIn(state.values.write_indices);
  const starts = Array.from({ length: cache.dims[0] }, (_, i) => given[i] ?? '0');
  const at = (index: string) =>
    cache.dims
      .slice(0, axis + 1)
      .map((_, i) => (i === 0 ? 'b' : i === axis ? index : ':'))
      .join(', ');
  const lines = [
    `for b, start in enumerate([${starts.join(', ')}]):`,
    `    for i in range(${update.dims[axis]}):`,
    `        updated[${at(`(start + i) % ${cache.dims[axis]}`)}] = \\`,
    `            ${update.name}[${at('i')}]`,
  ];
  return lines.map(plain);
}

/** Splits axes into those with names, reorders them, repeats new ones, and merges. */
function reorder({ tensors }: Result, { input, output }: Order, library: Library) {
  const [{ name, dims }] = tensors;
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

/** The name of a type in a library, and a comment on it: a type that it lacks is held as its bits. */
function nameOf(type: Type, { types, viewed }: Library) {
  const { is, array } = kindOf(type);
  const isLacking = is === 'packed' || (is === 'bits' && !viewed.includes(type));
  if (!isLacking) return { name: types[type] ?? type, says: '' };
  return { name: array.replace('Array', '').toLowerCase(), says: `  # the bits of ${type}` };
}

function dataOf({ state, tensors }: Result, i: number, library: Library) {
  const { type, data } = state;
  const { name: input, dims } = tensors[i];
  const size = sizeOf(dims);
  const start = startsOf(tensors)[i];
  const { name: module, viewed, array, cast } = library;
  const { name, says } = nameOf(type, library);
  const { is, bits } = kindOf(type);
  const isViewed = viewed.includes(type);
  const dtype = `${module}.${isViewed ? 'uint16' : name}`;
  const shaped = `${isViewed ? `.view(${module}.${name})` : ''}.reshape(${dims.join(', ') || '()'})${says}`;
  const range = start === 0 ? `${size}` : `${start}, ${start + size}`;
  const texts = data?.slice(start, start + size).map((value) => literal(is, value));
  const list = texts ? `[${texts.join(', ')}]` : is === 'string' && `[str(i) for i in range(${range})]`;
  if (list) return `${input} = ${module}.${array}(${list}, dtype=${dtype})${shaped}`;
  const places = `${module}.arange(${range})`;
  if (is === 'bool') return `${input} = (${places} % 2 == 1)${shaped}`;
  const wrapped = is === 'packed' ? `(${places} % ${2 ** bits})` : places;
  return `${input} = ${wrapped}.${cast}(${dtype})${shaped}`;
}

const NAMES: Record<string, string> = { NaN: 'nan', Infinity: 'inf', '-Infinity': '-inf' };

const literal = (is: string, value: string) => {
  if (is === 'string') return JSON.stringify(value);
  return is === 'bool' ? (/^t/i.test(value) ? 'True' : 'False') : (NAMES[value] ?? value);
};

/** A picture or a file, which Python reads by itself. */
function readData(
  { state, tensors: [{ name, dims, type }] }: Result,
  { name: module, flips, types }: Library,
  { picture, file }: Where,
): string[] {
  const py = JSON.stringify;
  /** An array of NumPy's. @param also lines before it */
  const byNumpy = (made: string, ...also: string[]) => [
    ...(flips ? ['import numpy as np'] : []),
    ...also,
    `${name} = ${flips ? `torch.from_numpy(${made})` : made}`,
  ];
  if (state.on === 'picture' && /\.svg$/.test(picture.name))
    return byNumpy(
      `np.zeros((${dims.join(', ')}), np.uint8)`,
      '',
      '# as large as the picture; Python does not draw SVG',
    );
  if (state.on === 'picture')
    return byNumpy(`np.array(Image.open(${py(picture.name)}).convert('RGBA'))`, 'from PIL import Image', '');
  const path = file.isUrl ? file.name.replace(/^.*\//, '') : file.name;
  if (/\.npy$/.test(path)) return byNumpy(`np.load(${py(path)})`, ...(flips ? [''] : []));
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
