// For `microtome ls`: what is in a file. It needs no core and cuts nothing, so it loads in a fraction of the time.
import { openEntries, typeOf } from './entries.ts';
import type { Entry, RefusedEntry, TensorFile } from './formats/format.ts';
import { type ReadOptions, readOptions } from './source_options.ts';
import type { Source, Stored } from './source_types.ts';
import { answer } from './stored_tensor.ts';

export { DTYPES, typeNamed } from '../call/for_files.ts';

/** As `open` without a layout. Its tensors have a name, a type and dims, and are known to be whole. */
export const openList = (from: unknown, options: unknown): Promise<Source> =>
  answer('open', async () =>
    openEntries(from, readOptions(options, 'open'), {
      describe: toListed,
      openHttp: async (...asked) => (await import('./http/http.ts')).openHttp(...asked),
    }),
  );

function toListed(entry: Entry, main: TensorFile, options: ReadOptions): Stored | RefusedEntry {
  if (entry.refused !== undefined) return entry;
  const { name, dims, bytes, packed, storedType, quantized, file = main } = entry;
  const type = typeOf(entry, bytes?.length ?? packed?.size ?? file.size, options);
  return 'refused' in type
    ? type
    : ({ name, type: type.name, dims, storedType, quantized } as unknown as Stored);
}
