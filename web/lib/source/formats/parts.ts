// Parts of the library that are loaded when they are needed: readers, decoders, and what few calls ask for.
import { attempt } from '../stores/parallel.ts';

/** Names of parts besides the readers of files. */
export const [ASKED, CONSTANTS, DECODERS, FIELDS, PACKED, SELDOM] = [
  'options', 'Constant nodes', 'quantized tensors', 'structured arrays', 'members', 'streams',
]; // biome-ignore format: a table

/** What `microtome/formats` has brought. */
export const brought = new Map<string, unknown>();

/** A part of the library that is loaded when it is needed, unless it was brought. */
export const loadPart = async <T>(name: string, load: () => Promise<T>): Promise<T> =>
  (brought.get(name) as T | undefined) ??
  attempt(
    `the part for ${name} cannot be loaded; import 'microtome/formats' to have it from the start`,
    load,
  );

/** The part that reads files of a format. */
export const filesOf = (name: string) => `${name} files`;
