// The library, loaded when a command needs it, and the files that it opens. `--help` needs neither.
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ElementTypeRow } from 'microtome';
import type { OpenOptions, Source, Stored } from 'microtome/source';
import { mostBytes, readServer } from './arguments.ts';
import { Failure } from './failure.ts';
import { realFolderOf } from './folder.ts';
import { Held, readInput, STANDARD_INPUT } from './input.ts';
import { Inputs } from './inputs.ts';
import { readLayout } from './layout.ts';
import { Progress } from './progress.ts';
import type { Values } from './types.ts';

export type Library = typeof import('microtome') & {
  readonly source: typeof import('microtome/source');
  /** By each of their names. */
  readonly types: ReadonlyMap<string, ElementTypeRow>;
};

/** Bytes of a header, and of data that must be held as a whole. A command may hold 256 MB in all. */
export const MOST_HELD = 2 ** 26;

/** Bytes of a request. Half the usual size, because of what waits to be collected while outputs are large. */
const MOST_REQUESTED = 2 ** 22;

/** Bytes of a part of what is fetched in the order of its file: as many as `save` fetches at a time, so that both fetch the same. */
export const PART = 3 * MOST_REQUESTED;

/** Requests to open a file: an .npz file takes one for each member. */
const MOST_REQUESTS = 2 ** 16;

export async function loadLibrary(): Promise<Library> {
  const [library, source] = await Promise.all([import('microtome'), import('microtome/source')]);
  await library.init();
  const types = new Map(
    library.elementTypes().flatMap((row) => [row.name, row.alias ?? row.name].map((name) => [name, row])),
  );
  return { ...library, source, types };
}

/** Bytes of the elements. */
export function bytesOf({ types }: Library, type: string, dims: readonly number[]): number {
  const { bits, group } = types.get(type) as ElementTypeRow;
  return dims.includes(0) ? 0 : Math.ceil(dims.reduce((a, b) => a * b, 1) / group) * ((bits * group) / 8);
}

/** As URLs are read, which need no slashes after some schemes. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]+:\/\/|(?:https?|ftp|wss?):)/i;
const SCHEMES = ['http:', 'https:', 'file:'];

/** Whether FROM is an address; else it is a path. URLs ignore these characters. */
const isAddress = (from: string) => ADDRESS.test(from.replace(/^[\0- ]+|[\t\n\r]/g, ''));

/** The URL of FROM, spelled without the characters in which messages put it. */
export function addressOf(from: string): URL {
  if (from === STANDARD_INPUT) return pathToFileURL('/dev/stdin');
  if (!isAddress(from)) return pathToFileURL(asFound(from));
  if (!URL.canParse(from)) throw new Failure(`${nameOf(from)} is not a URL`);
  const url = new URL(from);
  if (!SCHEMES.includes(url.protocol))
    throw new Failure(
      `${nameOf(from)} is not an address of ${SCHEMES.join(', ')}; of an object store, give the https: address, such as a signed one`,
    );
  url.hash = '';
  return url;
}

/** A path whose `..` can be taken away as text, as a URL does. */
const asFound = (path: string) =>
  /(^|[\\/])\.\.[\\/]/.test(path) ? join(realFolderOf(path), basename(path)) : path;

/** FROM as it may be shown: not with what lets everybody in, which is anywhere if it is not a URL. */
export function nameOf(from: string): string {
  if (from === STANDARD_INPUT) return 'standard input';
  if (!isAddress(from)) return from;
  if (!URL.canParse(from)) return `${from.trimStart().split(':', 1)[0]}:...`;
  const { protocol, host, pathname } = new URL(from);
  return `${protocol}//${host}${pathname}`;
}

/** What of a file may be held, and where its tensor is if it has no header. */
export const limitsOf = (values: Values) => ({
  layout: values.layout === undefined ? undefined : readLayout(values.layout),
  maxBytes: Math.max(MOST_HELD, mostBytes(values) ?? 0),
  maxRequest: MOST_REQUESTED,
  maxRequests: Number.POSITIVE_INFINITY,
});

/** Most bytes of one input that must be held as a whole. */
export const mostHeld = (values: Values) => mostBytes(values) ?? MOST_HELD;

/**
 * Opens FROM: a URL, or else a path. It and what belongs to it become `inputs`. `held`: what it shares with others. `more`: limits that
 * are other than usual.
 */
export async function openFrom(
  { source }: Library,
  from: string,
  values: Values,
  inputs: Inputs,
  held = new Held(mostHeld(values)),
  signal?: AbortSignal,
  more?: { maxBytes?: number; only?: OpenOptions['only'] },
): Promise<Source> {
  const url = addressOf(from);
  const { cache } = values;
  const limits = { ...limitsOf(values), ...more };
  const isLocal = url.protocol === 'file:';
  if (!isLocal) limits.maxRequests = MOST_REQUESTS;
  const input = await readInput(from, url, inputs, held, signal);
  const keep = async () => (await import('microtome/cached')).cached;
  const file =
    input ??
    (cache
      ? (await keep())(url.href, {
          store: cache,
          maxBytes: MOST_REQUESTED,
          ignoreQuery: values['cache-ignores-query'],
        })
      : url.href);
  const progress = isLocal ? undefined : new Progress(); // of a server that keeps us waiting
  try {
    const opened = await source.open(file, { ...readServer(values), ...limits, ...(signal && { signal }) });
    inputs.addOpened(opened.files);
    inputs.checkUnchanged();
    return opened;
  } finally {
    progress?.end();
  }
}

/** What NAME has chosen in FROM. */
export interface Chosen {
  readonly tensors: readonly Stored[];
  /** NAME is a pattern. */
  readonly isPattern: boolean;
  readonly metadata: Source['metadata'];
  readonly inputs: Inputs;
}

/** FROM [NAME] SPEC: calls `use` with the tensors, while the file is open. */
export async function useTensors<T>(
  library: Library,
  words: readonly string[],
  values: Values,
  use: (chosen: Chosen, spec: string) => T | Promise<T>,
): Promise<T> {
  const inputs = new Inputs();
  const name = words.length > 2 ? words[1] : undefined;
  const pattern = name === undefined ? undefined : patternOf(name);
  const only = pattern?.mayBe ?? name; // of an .npz file with many members, the headers of the others are not read
  const source = await openFrom(library, words[0], values, inputs, undefined, undefined, { only });
  try {
    const isPattern = pattern !== undefined && !source.names.includes(name as string);
    const names = isPattern ? source.names.filter((each) => pattern.matches(each)) : [name];
    if (names.length === 0)
      throw new Failure(
        `no tensor of ${nameOf(words[0])} has a name like '${name}'; \`microtome ls\` lists them`,
      );
    const tensors = names.map((each) => source.tensor(each, { decode: values.decode }));
    return await use({ tensors, isPattern, metadata: source.metadata, inputs }, words[words.length - 1]);
  } finally {
    await source.close();
  }
}

/** What a NAME with a `*`, which stands for any characters, matches; undefined: there is none in it. */
function patternOf(name: string) {
  const [first, ...rest] = name.split('*');
  if (rest.length === 0) return undefined;
  const literals = name.split('*').map((text) => text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  const form = new RegExp(`^${literals.join('.*')}$`, 's');
  const matches = (each: string) => form.test(each);
  /** A structured array is asked for before its fields, whose names begin with its own and a dot. */
  const mayHave = (member: string) => first.startsWith(`${member}.`) || `${member}.`.startsWith(first);
  return {
    matches,
    mayBe: (each: string, isMember?: boolean) =>
      each === name || matches(each) || (isMember === true && mayHave(each)),
  };
}
