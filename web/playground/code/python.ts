// The call in NumPy and in PyTorch: a program that makes or reads the data, calls once, and prints shapes.
import { sizeOf } from '../model/integers.ts';
import { givesMany, resultName } from '../model/names.ts';
import type { Order } from '../model/order.ts';
import type { Result } from '../model/result.ts';
import { isJoin, takesAny } from '../model/rows.ts';
import { type Range, toItem } from '../model/slice.ts';
import { colour } from '../page/dom.ts';
import type { Where } from './data.ts';
import type { Library } from './libraries.ts';
import { isPicture, MOST_PIECES } from './prints.ts';
import { type Bit, hot, type Line, plain } from './program.ts';
import { dataOf, readData } from './python_data.ts';

/** One line: Python has no other without parentheses. */
const assign = (left: string, right: readonly Bit[]): Line[] => [hot(`${left} `, ...right)];

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
  ].map(plain);
  const name = resultName(row);
  const loop = [
    `print(len(${name}))`,
    `for piece in ${name}[:${MOST_PIECES}]:`,
    '    print(list(piece.shape))',
  ];
  const print = givesMany(row) ? loop : [`print(list(${name}.shape))`];
  const first = `${name}${givesMany(row) ? '[0]' : ''}${library.flips ? '.numpy()' : ''}`;
  const isSeen = isPicture(result) && inputs.join().includes('PIL');
  const seeing = isSeen ? [`# to see it: Image.fromarray(${first}).show()`] : [];
  return [...lines, ...callOf(result, `${name} =`, library), ...[...print, ...seeing].map(plain)];
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
  const axes = kept.flatMap(({ step }, axis) => (step < 0 ? [axis] : []));
  return axes.length > 0 ? `.flip(${axes.join(', ')})` : '';
}

function padLines({ pads, tensors, state }: Result, left: string, { flips }: Library): Line[] {
  const [{ name, dims }] = tensors;
  const mode = state.values.mode?.trim() || 'constant'; // NumPy's words; PyTorch's own pads only some shapes
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

/** The same indices from the last to the first. */
const reversed = ({ from, step, count, drops }: Range): Range => ({
  from: count === 0 ? from : from + step * (count - 1),
  step: -step,
  count,
  drops,
});
