// Brings the linked module to web/lib/core/wasm: its script, its bytes as a file of their own (`init({ url })`, hosts that do not
// compile inlined bytes), and the same bytes packed, as text in a script, so that no bundler need know of them. With it go the
// core's tables, and the name by which the script knows its module, in a section that means nothing to WebAssembly.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packTables } from '../../web/lib/core/tables.js';
import { Failure } from '../common/failure.js';
import { inRoot } from '../common/paths.js';
import { pack } from './pack.js';

/** Emscripten's script would make an instance of bytes only; ours leaves it to web/lib/core/load.js. */
const INSTANTIATE = {
  theirs:
    'WebAssembly.instantiate(Module["wasm"],imports).then(output=>{var wasmExports=output.instance.exports;',
  ours: 'Module["instantiate"](imports).then(({exports:wasmExports})=>{',
};

/** Emscripten 6 writes these for whoever reads memory through its script, or catches what it throws; nobody does. */
const UNUSED = [
  'class EmscriptenEH{}',
  'function getMemoryBuffer(){return wasmMemory.buffer}',
  'function updateMemoryViews(){if(HEAP8?.buffer?.resizable)return;var b=getMemoryBuffer();HEAP8=new Int8Array(b)}',
  'var HEAP8;',
  'updateMemoryViews();',
  'var runtimeInitialized=false;',
  'runtimeInitialized=true;',
  'function ready(){}',
  'return ready()',
];

/** What the compiler needs to know of generated files that it does not read. */
const DECLARATIONS = {
  'microtome.d.ts': `/** The module's factory; what it takes and resolves to is described where it is called, in web/lib/core/load.js. */
export default function createModule(options: Record<string, unknown>): Promise<any>;
`,
  'inlined.d.ts': `/** The module, packed; web/lib/core/unpack.js unpacks it. */
declare const inlined: { packed: string, size: number, unpacker: number[], module: string };
export default inlined;
`,
};

/** @param {string} folder where the linker put it */
export async function deliverModule(folder) {
  const linked = readFileSync(join(folder, 'microtome.wasm'));
  const tables = describeTables(readFileSync(join(folder, 'microtome_tables.wasm')));
  const module = createHash('sha256').update(linked).update(tables).digest('hex').slice(0, 8);
  const wasm = Buffer.concat([linked, customSection('microtome', module + tables)]);
  const [before, after, ...more] = readFileSync(join(folder, 'microtome.js'), 'utf8').split(
    INSTANTIATE.theirs,
  );
  if (after === undefined || more.length > 0)
    throw new Failure(
      `${join(folder, 'microtome.js')} has not the one "${INSTANTIATE.theirs}" that Emscripten 6 writes; is it another version?`,
    );
  const home = inRoot('web/lib/core/wasm');
  mkdirSync(home, { recursive: true });
  writeIfNew(
    join(home, 'microtome.js'),
    UNUSED.reduce((text, each) => text.replace(each, ''), before + INSTANTIATE.ours + after),
  );
  writeIfNew(join(home, 'microtome.wasm'), wasm);
  const unpacker = [...readFileSync(join(folder, 'microtome_unpack.wasm'))];
  const inlined = { ...pack(wasm), unpacker, module };
  writeIfNew(join(home, 'inlined.js'), `export default ${JSON.stringify(inlined)};\n`);
  for (const [name, text] of Object.entries(DECLARATIONS)) writeIfNew(join(home, name), text);
}

/** @param {Buffer} wasm what bindings/tables.cpp is linked to */
function describeTables(wasm) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(wasm)));
  const { describe, memory } = /** @type {{ describe: () => number, memory: WebAssembly.Memory }} */ (
    /** @type {unknown} */ (exports)
  );
  const text = Buffer.from(memory.buffer).subarray(describe());
  return JSON.stringify(packTables(JSON.parse(text.subarray(0, text.indexOf(0)).toString())));
}

/**
 * A section that means nothing to WebAssembly.
 * @param {string} name
 * @param {string} content
 */
function customSection(name, content) {
  const body = Buffer.concat([withLength(Buffer.from(name)), Buffer.from(content)]);
  return Buffer.concat([Buffer.of(0), withLength(body)]);
}

/** Behind its length in LEB128. @param {Buffer} bytes */
function withLength(bytes) {
  const length = [];
  for (let rest = bytes.length; ; rest >>= 7) {
    if (rest < 128) return Buffer.concat([Buffer.of(...length, rest), bytes]);
    length.push((rest & 127) | 128);
  }
}

/**
 * Somebody may be reading the file.
 * @param {string} path
 * @param {Buffer | string} content
 */
function writeIfNew(path, content) {
  const bytes = Buffer.from(content);
  if (!existsSync(path) || !readFileSync(path).equals(bytes)) writeFileSync(path, bytes);
}
