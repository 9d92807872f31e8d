// Brings the linked module to web/lib/wasm: its script, its bytes as a file of their own (`init({ url })`, hosts that do not
// compile inlined bytes), and the same bytes as text in a script, so that no bundler need know of them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '../../web/lib/letters.js';
import { Failure } from '../common/failure.js';
import { inRoot } from '../common/paths.js';

/** Emscripten's script would make an instance of bytes only; ours leaves it to web/lib/load.js. */
const INSTANTIATE = {
  theirs: 'WebAssembly.instantiate(Module["wasm"],imports)',
  ours: 'Module["instantiate"](imports)',
};

/** What the compiler needs to know of generated files that it does not read. */
const DECLARATIONS = {
  'microtome.d.ts': `/** The module's factory; what it takes and resolves to is described where it is called, in web/lib/load.js. */
export default function createModule(options: Record<string, unknown>): Promise<any>;
`,
  'inlined.d.ts': `/** The module's bytes; web/lib/letters.js reads them. */
declare const inlined: { singles: number[], text: string };
export default inlined;
`,
};

/** @param {string} folder where the linker put it */
export async function deliverModule(folder) {
  const wasm = readFileSync(join(folder, 'microtome.wasm'));
  const [before, after, ...more] = readFileSync(join(folder, 'microtome.js'), 'utf8').split(
    INSTANTIATE.theirs,
  );
  if (after === undefined || more.length > 0)
    throw new Failure(
      `${join(folder, 'microtome.js')} has not the one "${INSTANTIATE.theirs}" that Emscripten 6 writes; is it another version?`,
    );
  const home = inRoot('web/lib/wasm');
  mkdirSync(home, { recursive: true });
  writeIfNew(join(home, 'microtome.js'), before + INSTANTIATE.ours + after);
  writeIfNew(join(home, 'microtome.wasm'), wasm);
  writeIfNew(join(home, 'inlined.js'), `export default ${JSON.stringify(encode(wasm))};\n`);
  for (const [name, text] of Object.entries(DECLARATIONS)) writeIfNew(join(home, name), text);
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
