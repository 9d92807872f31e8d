// `--layout`: where the tensor is in a file without a header.
import type { FileLayout } from 'microtome/source';
import { WrongUsage } from './failure.ts';

const FORM = /^\s*(\w+)\s*\[([\d\s,]*)\]((?:\s+\w+=\S+)*)\s*$/;

/** The words after the dims, and what their values become. */
const WORDS: Readonly<Record<string, (value: string) => unknown>> = {
  at: (value) => (/^\d{1,16}$/.test(value) ? Number(value) : undefined),
  order: (value) => (/^[CF]$/.test(value) ? value : undefined),
  endian: (value) => (/^(little|big)$/.test(value) ? value : undefined),
  stride: (value) => (/^\d{1,16}(,\d{1,16})*$/.test(value) ? value.split(',').map(Number) : undefined),
  byteStride: (value) =>
    /^-?\d{1,16}(,-?\d{1,16})*$/.test(value) ? value.split(',').map(Number) : undefined,
};

export function readLayout(text: string): FileLayout {
  const wrong = () =>
    new WrongUsage(
      `--layout takes 'TYPE[DIMS] at=N order=F endian=big stride=N,N byteStride=N,N', such as 'uint16[40, 64, 48] at=1024', not '${text}'`,
    );
  const [, type, dims, rest] = FORM.exec(text) ?? [];
  if (type === undefined) throw wrong();
  const sizes =
    dims.trim() === '' ? [] : dims.split(',').map((size) => (/\d/.test(size) ? Number(size) : Number.NaN));
  const more = rest.trim().split(/\s+/).filter(Boolean).map((word) => {
    const [key, value] = word.split('=');
    const read = Object.hasOwn(WORDS, key) ? WORDS[key](value) : undefined;
    if (read === undefined) throw wrong();
    return [key, read];
  }); // biome-ignore format: one
  const words = Object.fromEntries(more);
  if (sizes.some(Number.isNaN) || Object.keys(words).length < more.length) throw wrong(); // a word twice
  return { type, dims: sizes, ...words } as FileLayout;
}
