// Loads the WebAssembly module, once for all calls: the inlined one, or one that the caller gives, for hosts that do not
// compile inlined bytes. Emscripten's script gets the module through its documented hook.
import { describe, isNamed, unknownName } from '../base/describe.ts';
import { blame, Mistake } from '../base/mistake.ts';
import type { InitOptions } from '../types.ts';
import type { Arena } from './arena.ts';
import { inlinedModule } from './inlined.ts';
import { type Bindings, Instance } from './instance.ts';
import { explainFailure } from './load_failure.ts';
import { BUILD } from './tables.ts';
import createModule from './wasm/microtome.js';

/** The module, ready for calls. */
export interface Core {
  /** Plans calls, and carries out moves whose arrays are outside of the arena. */
  readonly instance: Instance;
  /** null: `init` was not asked for an arena, or no function needs one. */
  arena: Arena | null;
  /** What the first `init` was asked for, and its module, for what is imported later. */
  readonly options: Options;
  readonly module: WebAssembly.Module;
}

type ArenaClass = new (instance: Instance, bytes: number) => Arena;

/** Makes the arena, if a function needs one. */
let Arenas: ArenaClass | null = null;

/** Brings the arena: functions that need it call this when they are imported. */
export function bringArena(Class: ArenaClass): typeof getArena {
  Arenas = Class;
  return getArena;
}

let loading: Promise<void> | null = null;
/** What `loading` loads the arena for. */
let loadingArenas: ArenaClass | null = null;
let core: Core | null = null;

/** Loads what the imported functions need, once. */
export function loadCore(options: InitOptions = {}): Promise<void> {
  if (loading !== null && loadingArenas === Arenas) return loading;
  loadingArenas = Arenas;
  const start = () => (core === null ? load(options) : complete(core));
  loading = (loading === null ? start() : loading.then(start)).then(
    (loaded) => {
      core = loaded;
    },
    (cause) => {
      loading = null; // the next call may succeed
      throw blame(cause, '');
    },
  );
  return loading;
}

/** The core, which must have been loaded. */
export function getCore(): Core {
  if (core === null) throw new Mistake('not_initialized', 'call `await init()` before anything else', '');
  return core;
}

/** The arena; null: `init` was not asked for one. */
export function getArena(): Arena | null {
  const { arena, options } = getCore();
  if (arena === null && options.arena !== undefined) throw importedLater();
  return arena;
}

const importedLater = () =>
  new Mistake('not_initialized', 'call `await init()` again: this function was imported later', '');

/** @throws {Mistake} `load_failed`, `unsupported_host`, `out_of_memory`, `bad_argument`, `conflict` */
async function load(caller: InitOptions): Promise<Core> {
  const options = readOptions(caller);
  try {
    const module = await compile(options);
    const instance = new Instance(await instantiate(module));
    return await complete({ instance, arena: null, options, module });
  } catch (cause) {
    throw explainFailure(cause, options);
  }
}

/** Loads what is missing. */
async function complete(loaded: Core): Promise<Core> {
  const { options, module } = loaded;
  if (options.arena !== undefined && Arenas !== null)
    loaded.arena ??= new Arenas(new Instance(await instantiate(module)), options.arena);
  return loaded;
}

type Options = InitOptions & { url?: string | undefined; arena?: number | undefined };

const OPTIONS = ['module', 'bytes', 'url', 'arena'];

function readOptions(options: unknown): Options {
  if (!isNamed(options))
    throw new Mistake('bad_argument', `expected an object, not ${describe(options)}`, 'options');
  const unknown = unknownName(options, OPTIONS);
  if (unknown !== undefined) {
    const what = `${unknown} is not an option; the options here are ${OPTIONS.join(', ')}`;
    throw new Mistake('bad_argument', what, 'options');
  }
  const { module, bytes, url, arena } = options as Record<string, any>;
  const text = url === undefined || url === null ? undefined : String(url);
  const sources = { module: module ?? undefined, bytes: bytes ?? undefined, url: text };
  if (Object.values(sources).filter((each) => each !== undefined).length > 1)
    throw new Mistake('conflict', 'only one of module, bytes and url can be given', 'options');
  return { ...sources, arena: toArenaSize(arena) } as Options;
}

function toArenaSize(arena: unknown): number | undefined {
  if (arena === undefined || arena === null) return undefined;
  if (Number.isSafeInteger(arena) && Number(arena) > 0) return Number(arena);
  throw new Mistake('bad_argument', `expected a number of bytes above 0, not ${describe(arena)}`, 'arena');
}

/**
 * A module that the caller gives must be the module of this build, because words may mean something else in
 * another one.
 */
async function compile({ module, bytes, url }: Options): Promise<WebAssembly.Module> {
  const read = async () =>
    (url === undefined ? (bytes ?? inlinedModule()) : download(url)) as Promise<BufferSource>;
  const compiled = (module as WebAssembly.Module | undefined) ?? (await WebAssembly.compile(await read()));
  const [id] = WebAssembly.Module.customSections(compiled, 'build_id');
  if (String(new Uint8Array(id ?? [])) !== BUILD) throw new Error('it is not the module of this version');
  return compiled;
}

const instantiate = (module: WebAssembly.Module): Promise<Bindings> =>
  new Promise((resolve, reject) => {
    createModule({
      onAbort: reject, // with the cause, which the error of the promise only quotes
      printErr: () => {},
      instantiateWasm(imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance) => void) {
        WebAssembly.instantiate(module, imports).then(use).catch(reject);
      },
    }).then(resolve, reject);
  });

async function download(url: string): Promise<BufferSource> {
  const file = url.startsWith('file:') && globalThis.process?.getBuiltinModule?.('node:fs');
  if (file) return file.readFileSync(new URL(url)); // Node's fetch does not read files
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
  const bytes = await response.arrayBuffer(); // streaming compilation would require the right content type
  const [first] = new Uint8Array(bytes); // every module begins with 0
  if (first > 0) {
    const type = response.headers.get('content-type') ?? 'unknown';
    throw new Error(`the server sent content type ${type}, not application/wasm`);
  }
  return bytes;
}
