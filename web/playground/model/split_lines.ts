// Why the pieces of a split have their sizes: one row per way to specify them, in the documents' words. The first row that fits
// is used.
import { toIntegers } from './integers.ts';
import { toValue } from './parameters.ts';
import { type Line, list } from './walk.ts';

interface Given {
  op: string;
  opset: number; // version
  values: Record<string, string>; // as typed
  size: number; // of the axis
  sizes: readonly number[]; // of the pieces, as the library has cut them
}

type Row = { name: string; fits: (given: Given) => boolean; text: (given: Given) => string };

const ROWS: readonly Row[] = [
  {
    name: 'split_lengths',
    fits: ({ op }) => op === 'VariadicSplit',
    text({ values, size, sizes }) {
      const lengths = toIntegers(values.split_lengths ?? '').map(Number);
      if (!lengths.includes(-1)) return sum(lengths, size);
      const others = lengths.filter((length) => length !== -1);
      const rest = sizes[lengths.indexOf(-1)];
      const taken = others.length > 1 ? `(${others.join(' + ')})` : (others[0] ?? 0);
      return `-1 takes what the others leave: ${size} - ${taken} = ${rest}`;
    },
  },
  {
    name: 'num_splits',
    fits: ({ values }) => has(values, 'num_splits'),
    text: ({ size, sizes }) => each(size, sizes),
  },
  {
    name: 'split',
    fits: ({ op, values }) => op === 'SplitToSequence' && !has(values, 'split'),
    text({ size, values }) {
      const drops = has(values, 'keepdims') && Number(values.keepdims) === 0;
      const after = drops ? '0, so the axis is dropped' : 'not 0, so the axis stays with size 1';
      return `omitted: one output per index, ${size} in all; keepdims is ${after}`;
    },
  },
  {
    name: 'split',
    fits: ({ op, values }) => op === 'SplitToSequence' && !Array.isArray(toValue(values.split, 'either')),
    text: ({ values, sizes }) =>
      `a number: chunks of ${values.split.trim()}, the last one smaller if need be: ${list(sizes)}`,
  },
  {
    name: 'split',
    fits: ({ values }) => has(values, 'split'),
    text: ({ values, size }) => sum(toIntegers(values.split).map(Number), size),
  },
  {
    name: 'num_outputs',
    fits: ({ opset }) => opset >= 18,
    text({ values, size, sizes }) {
      const count = Number(values.num_outputs);
      const chunk = Math.ceil(size / count);
      const uneven = `; the axis ends, so the last are smaller or empty: ${list(sizes)}`;
      return `${size} / ${count}, rounded up, is ${chunk} per output${chunk * count === size ? '' : uneven}`;
    },
  },
  {
    name: 'num_outputs',
    fits: () => true,
    text: ({ size, sizes }) => `the node has ${sizes.length} outputs: ${each(size, sizes)}`,
  },
];

export function splitLines(given: Given): Line[] {
  const { op, values } = given;
  const { name, text } = ROWS.find(({ fits }) => fits(given)) as Row;
  const isIgnored = op === 'SplitToSequence' && has(values, 'split') && has(values, 'keepdims');
  const ignored = isIgnored ? [{ name: 'keepdims', text: 'ignored, because split is given' }] : [];
  return [{ name, text: text(given) }, ...ignored];
}

const has = (values: Record<string, string>, name: string) => (values[name] ?? '').trim() !== '';

const each = (size: number, sizes: readonly number[]) => `${size} / ${sizes.length} = ${sizes[0] ?? 0} each`;

const sum = (lengths: readonly number[], size: number) =>
  `${lengths.length > 1 ? `${list(lengths, ' + ')} = ` : ''}${size}, the size of the axis`;
