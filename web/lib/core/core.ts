// Loads the WebAssembly module, once for all calls. Inlined or beside the script, it is split: a primary module that every
// page loads, and secondary ones that only some functions need. A module that the caller gives, for hosts that do not compile inlined bytes, is whole.
// Emscripten's script gets the module through its documented hook.
import { describe, isNamed, unknownName } from '../base/describe.ts';
import { Mistake, toPublicError } from '../base/mistake.ts';
import type { InitOptions } from '../types.ts';
import type { Arena } from './arena.ts';
import { type Bindings, Instance } from './instance.ts';
import { explainFailure } from './load_failure.ts';
import { BUILD, TIE } from './tables.ts';
import createModule from './wasm/microtome.js';

/** The module, ready for calls. */
export interface Core {
  /** Plans calls, and carries out moves whose arrays are outside of the arena. */
  readonly instance: Instance;
  /** null: `init` was not asked for an arena, or no function needs one. */
  arena: Arena | null;
  /** The options of the first `init`, and its module, for functions that are imported later. */
  readonly options: Options;
  readonly module: WebAssembly.Module;
  /** Secondary modules that were loaded, and the names of all needs that are met. */
  readonly secondary: WebAssembly.Module[];
  readonly met: Set<string>;
}

/** Loads what some functions need. */
type Need = (core: Core) => Promise<unknown>;

/** By name. A function adds its own when it is imported, so that `init` loads what the page needs. */
const needs = new Map<string, Need>();

/** Where a module is. */
type Source = () => { readonly bytes: Promise<BufferSource> } | { readonly url: URL };

/** Adds a need. Returns its name. */
export function need(name: string, load: Need): string {
  if (!needs.has(name)) needs.set(name, load);
  return name;
}

/** A need of a secondary module. */
export const needModule = (name: string, source: Source): string =>
  need(name, async (loaded) => {
    if (isElsewhere(loaded.options)) return; // the whole module
    const added = await compile(source());
    await Promise.all([loaded.instance, loaded.arena?.instance].map((each) => each && link(each, added)));
    loaded.secondary.push(added);
  });

/** The need of an arena. Every page that has `Class` can ask `init` for one. */
export const needArena = (Class: new (instance: Instance, bytes: number) => Arena): string =>
  need('arena', async (loaded) => {
    const { options, module, secondary } = loaded;
    if (options.arena === undefined) return;
    const instance = await instantiate(module);
    await Promise.all(secondary.map((each) => link(instance, each)));
    loaded.arena = new Class(instance, options.arena);
  });

let loading: Promise<void> | null = null;
/** Number of needs that were there when `loading` began. */
let meeting = 0;
let core: Core | null = null;

/** Loads what the imported functions need, once. @param primary the module that every function needs */
export function loadCore(options: InitOptions = {}, primary: Source): Promise<void> {
  if (loading !== null && meeting === needs.size) return loading;
  meeting = needs.size;
  const start = () => (core === null ? load(options, primary) : complete(core));
  loading = (loading === null ? start() : loading.then(start)).then(
    (loaded) => {
      core = loaded;
    },
    (cause) => {
      loading = null; // the next call may succeed
      throw toPublicError(cause, '');
    },
  );
  return loading;
}

/** The core, which must have been loaded. @param all needs of the function that is called */
export function getCore(all?: readonly string[]): Core {
  if (core === null) throw new Mistake('not_initialized', 'call `await init()` before anything else', '');
  if (all !== undefined) for (const name of all) checkMet(core, name);
  return core;
}

function checkMet({ met }: Core, name: string): void {
  if (!met.has(name))
    throw new Mistake('not_initialized', 'call `await init()` again: this function was imported later', '');
}

/** @throws {Mistake} `load_failed`, `unsupported_host`, `out_of_memory`, `bad_argument`, `conflict` */
async function load(caller: InitOptions, primary: Source): Promise<Core> {
  const options = readOptions(caller);
  const source: ModuleFrom = isElsewhere(options) ? options : primary();
  try {
    const module = await compile(source);
    const [id] = WebAssembly.Module.customSections(module, 'build_id');
    // words may mean something else in the module of another build
    if (String(new Uint8Array(id ?? [])) !== BUILD) throw new Error('it is not the module of this version');
    const instance = await instantiate(module);
    return await complete({ instance, arena: null, options, module, secondary: [], met: new Set() });
  } catch (cause) {
    const { module, url } = source;
    throw explainFailure(cause, { module, url, isInlined: url === undefined && !isElsewhere(options) });
  }
}

/** Meets all needs. */
async function complete(loaded: Core): Promise<Core> {
  for (const [name, meet] of needs)
    if (!loaded.met.has(name)) {
      await meet(loaded);
      loaded.met.add(name);
    }
  return loaded;
}

/** The source that a module is compiled from. */
interface ModuleFrom {
  readonly module?: WebAssembly.Module | undefined;
  readonly bytes?: BufferSource | Promise<BufferSource> | undefined;
  readonly url?: string | URL | undefined;
}

type Options = ModuleFrom & { readonly arena?: number | undefined };

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

const isElsewhere = ({ module, bytes, url }: Options) => (module ?? bytes ?? url) !== undefined;

async function compile({ module, bytes, url }: ModuleFrom): Promise<WebAssembly.Module> {
  return (
    module ?? (url === undefined ? WebAssembly.compile((await bytes) as BufferSource) : download(String(url)))
  );
}

async function instantiate(module: WebAssembly.Module): Promise<Instance> {
  let exports: WebAssembly.Exports = {};
  const bindings = await new Promise<Bindings>((resolve, reject) => {
    createModule({
      onAbort: reject, // with the cause, which the error of the promise only quotes
      printErr: () => {},
      instantiateWasm(imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance) => void) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => {
            ({ exports } = instance);
            use(instance);
          })
          .catch(reject);
      },
    }).then(resolve, reject);
  });
  return new Instance(bindings, exports);
}

/** Adds a secondary module to an instance: it imports what the others export, and puts its functions into their table. */
const link = ({ exports }: Instance, added: WebAssembly.Module) =>
  WebAssembly.instantiate(added, { [TIE]: exports });

/** Compiles a module while it arrives, if the server names its type. */
async function download(url: string): Promise<WebAssembly.Module> {
  const file = url.startsWith('file:') && globalThis.process?.getBuiltinModule?.('node:fs');
  if (file) return WebAssembly.compile(file.readFileSync(new URL(url))); // Node's fetch does not read files
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
  const type = response.headers.get('content-type') ?? 'unknown';
  if (type === 'application/wasm') return WebAssembly.compileStreaming(response);
  const bytes = await response.arrayBuffer();
  const [first] = new Uint8Array(bytes); // every module begins with 0
  if (first > 0) throw new Error(`the server sent content type ${type}, not application/wasm`);
  return WebAssembly.compile(bytes);
}
