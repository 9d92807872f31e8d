// `microtome/cached`: a cache around a file that `microtome/source` opens.
import { blaming } from './base/mistake.ts';
import type { DirectoryHandle } from './source/cache/disk.ts';
import { cacheAround } from './source/cache/versions.ts';
import { type Rule, readRules, SIZE } from './source/source_options.ts';
import type { Cached, CacheOptions, From } from './source/source_types.ts';
import { fileSystem } from './source/stores/files.ts';

export type { Cached, CacheOptions } from './source/source_types.ts';

const FOLDER: Rule = {
  legal: 'a FileSystemDirectoryHandle, or in Node the path of a folder',
  is: (value) => Boolean(typeof value === 'string' ? value && fileSystem() : value.getDirectoryHandle),
};

const FLAG: Rule = { legal: 'true or false', is: (value) => typeof value === 'boolean' };
const RULES = { store: FOLDER, maxBytes: SIZE(0, 2 ** 26), ignoreQuery: FLAG };

/** What `readRules` gives for them. */
interface ReadOptions {
  readonly store: string | DirectoryHandle | undefined;
  readonly maxBytes: number;
  readonly ignoreQuery: boolean;
}

/**
 * Puts a cache around a file, for `open`, so that no byte is fetched twice.
 *
 * It keeps blocks of 64 KiB in memory. With a `store`, it also keeps them in a folder, where they outlive the
 * page or the process. `open` still makes its first request. Its `ETag`, or `Last-Modified` and size, say
 * whether the file is the same: if it is not, the old blocks are dropped. Its `Vary` and `Cache-Control` say who
 * may use the blocks, and whether they may be stored; `Authorization` and `Cookie` keep users apart without a
 * strong `ETag`, unless it says `public`. Where nothing tells versions or users apart, the blocks live only as
 * long as the source. If the store cannot be written, blocks stay in memory.
 * @param from anything that `open` takes. Files beside it, such as the weights of an ONNX model, are cached
 *   too
 * @param options `store`: a `FileSystemDirectoryHandle`, or the path of a folder in Node; `maxBytes` of
 *   memory (64 MiB), the blocks that were not used for longest go first; `ignoreQuery`: the part of an address after `?`
 *   does not tell files apart
 * @returns what `open` takes, as often as you like
 * @throws {MicrotomeError} `bad_argument`: an option
 * @example
 * const file = cached(new Uint8Array(300_000));
 * const source = await open(file, { layout: { type: 'uint8', dims: [300, 1000] } });
 * await slice(source.tensor(), '100:150');
 * console.log(cost(source.tensor(), '110:120').requests, cost(source.tensor(), '140:250').requests); // 0 1
 */
export function cached(from: From, options?: CacheOptions): Cached {
  const call = 'cached';
  return blaming(
    call,
    '',
    () => cacheAround(from, readRules(options, call, RULES) as unknown as ReadOptions) as Cached,
  );
}
