// Parts of the library that are loaded when they are needed: readers and decoders.
import { attempt } from '../stores/parallel.ts';

/** What `microtome/formats` has brought. */
export const brought = new Map<string, unknown>();

/** A part of the library that is loaded when it is needed, unless it was brought. */
export const loadPart = async <T>(name: string, what: string, load: () => Promise<T>): Promise<T> =>
  (brought.get(name) as T | undefined) ??
  attempt(`${what} cannot be loaded; import 'microtome/formats' to have it from the start`, load);
