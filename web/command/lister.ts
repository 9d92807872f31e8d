// The library as far as `ls` needs it: its readers of files, which are bundled into the command. To load all of it,
// with WebAssembly, would take most of the time of a short list.
import { DTYPES, openList, typeNamed } from '../lib/source/list.ts';
import { type Library, loadLibrary } from './library.ts';
import type { Values } from './types.ts';

/** What only the whole library has. */
const OTHERS = ['cache', 'layout'];

export async function loadLister(values: Values): Promise<Library> {
  if (Object.keys(values).some((key) => OTHERS.includes(key))) return loadLibrary();
  const types = { get: (name: string) => DTYPES[typeNamed(name) ?? -1] };
  return { source: { open: openList }, types } as unknown as Library;
}
