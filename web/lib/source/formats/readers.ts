// Readers of formats, loaded when they are needed. If one cannot be loaded, the next `open` tries again.
import { attempt } from '../stores/store.ts';
import type { Format, Read } from './format.ts';
import { FORMATS } from './formats.ts';

/** Those that `microtome/formats` has brought. */
export const readers = new Map<string, Read>();

export const readerOf = async ({ name, load }: Format): Promise<Read> =>
  readers.get(name) ??
  attempt(
    `the reader of ${name} files cannot be loaded; import 'microtome/formats' to have it from the start`,
    load,
  );

/** Begins to load the reader that a file's name promises, while the file itself is asked for. */
export function expectFormat(fileName: string): void {
  const format = FORMATS.find(({ name }) => fileName.endsWith(`.${name}`));
  if (format !== undefined) readerOf(format).catch(() => {}); // `open` asks again, and says why
}
