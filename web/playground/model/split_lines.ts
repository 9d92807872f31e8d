// Why the pieces of a split have their sizes: one row per way to specify them, in the documents' words. The first row that fits
// is used.
import { toIntegers } from './integers.ts';
import type { Line } from './walk.ts';

interface Given {
  op: string;
  opset: number; // version
  values: Record<string, string>; // as typed
  size: number; // of the axis
  sizes: readonly number[]; // of the pieces, as the library has cut them
}

const ROWS: { fits: (given: Given) => boolean; lines: (given: Given) => Line[] }[] = [
  {
    fits: ({ op }) => op === 'VariadicSplit',
    lines: ({ values, size, sizes }) => {
      const lengths = toIntegers(values.split_lengths ?? '').map(Number);
      if (!lengths.includes(-1)) return [sum('split_lengths', lengths, size)];
      const others = lengths.filter((length) => length !== -1);
      const rest = sizes[lengths.indexOf(-1)];
      const left = `${size} - ${others.length > 1 ? `(${others.join(' + ')})` : (others[0] ?? 0)} = ${rest}`;
      return [{ name: 'split_lengths', text: `-1 takes what the others leave: ${left}` }];
    },
  },
  {
    fits: ({ values }) => has(values, 'num_splits'),
    lines: ({ size, sizes }) => [
      { name: 'num_splits', text: `${size} / ${sizes.length} = ${sizes[0] ?? 0} each` },
    ],
  },
  {
    fits: ({ op, values }) => op === 'SplitToSequence' && !has(values, 'split'),
    lines: ({ size, values }) => {
      const drops = has(values, 'keepdims') && Number(values.keepdims) === 0;
      const after = drops
        ? 'keepdims is 0, so the axis is dropped'
        : 'keepdims is not 0, so the axis stays with size 1';
      return [{ name: 'split', text: `omitted: one output per index, ${size} in all; ${after}` }];
    },
  },
  {
    fits: ({ op, values }) => op === 'SplitToSequence' && isScalar(values.split ?? ''),
    lines: ({ values, sizes }) => [
      {
        name: 'split',
        text: `a number: chunks of ${values.split.trim()}, the last one smaller if need be: ${list(sizes)}`,
      },
      ...ignored(values),
    ],
  },
  {
    fits: ({ values }) => has(values, 'split'),
    lines: ({ op, values, size }) => [
      sum('split', toIntegers(values.split).map(Number), size),
      ...(op === 'SplitToSequence' ? ignored(values) : []),
    ],
  },
  {
    fits: ({ opset }) => opset >= 18,
    lines: ({ values, size, sizes }) => {
      const count = Number(values.num_outputs);
      const chunk = Math.ceil(size / count);
      const even =
        chunk * count === size ? '' : `; the axis ends, so the last are smaller or empty: ${list(sizes)}`;
      return [{ name: 'num_outputs', text: `${size} / ${count}, rounded up, is ${chunk} per output${even}` }];
    },
  },
  {
    fits: () => true,
    lines: ({ size, sizes }) => [
      {
        name: 'num_outputs',
        text: `the node has ${sizes.length} outputs: ${size} / ${sizes.length} = ${sizes[0] ?? 0} each`,
      },
    ],
  },
];

export const splitLines = (given: Given) =>
  (ROWS.find(({ fits }) => fits(given)) as (typeof ROWS)[number]).lines(given);

/** Whether text is one number rather than a list, which SplitToSequence tells apart. */
export const isScalar = (text: string) =>
  text.trim() !== '' && !/[[(,]/.test(text) && toIntegers(text).length === 1;

const has = (values: Record<string, string>, name: string) => (values[name] ?? '').trim() !== '';

const sum = (name: string, lengths: readonly number[], size: number) => ({
  name,
  text: `${lengths.length > 1 ? `${list(lengths, ' + ')} = ` : ''}${size}, the size of the axis`,
});

const ignored = (values: Record<string, string>): Line[] =>
  has(values, 'keepdims') ? [{ name: 'keepdims', text: 'ignored, because split is given' }] : [];

function list(numbers: readonly number[], between = ', ') {
  if (numbers.length <= 12) return numbers.join(between);
  return `${numbers.slice(0, 10).join(between)}${between}…${between}${numbers.at(-1)}`;
}
