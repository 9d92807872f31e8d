// Brings the linked module to web/lib/wasm: the ESM file as it is, and beside it the same wasm bytes as a file of their own,
// for hosts that do not compile inlined bytes (`init({ url })`).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../common/failure.js';
import { inRoot } from '../common/paths.js';

/** Base64 of a wasm file; all of them begin with the same bytes. */
const INLINED = /["'`](AGFzbQ[A-Za-z0-9+/=]+)["'`]/;

/** What the compiler needs to know of a generated file that it does not read. */
const DECLARATION = `/** The module's factory; what it resolves to is described where it is called, in web/lib/core.js. */
export default function createModule(options?: Record<string, unknown>): Promise<any>;
`;

/** @param {string} folder where the linker put it */
export async function deliverModule(folder) {
  const linked = join(folder, 'microtome.js');
  const wasm = Buffer.from(INLINED.exec(readFileSync(linked, 'utf8'))?.[1] ?? '', 'base64');
  if (!WebAssembly.validate(wasm))
    throw new Failure(`${linked} holds no valid wasm that this tool can find.`);
  const home = inRoot('web/lib/wasm');
  mkdirSync(home, { recursive: true });
  writeIfNew(join(home, 'microtome.js'), readFileSync(linked));
  writeIfNew(join(home, 'microtome.wasm'), wasm);
  writeIfNew(join(home, 'microtome.d.ts'), Buffer.from(DECLARATION));
}

/**
 * Somebody may be reading the file.
 * @param {string} path
 * @param {Buffer} content
 */
function writeIfNew(path, content) {
  if (!existsSync(path) || !readFileSync(path).equals(content)) writeFileSync(path, content);
}
