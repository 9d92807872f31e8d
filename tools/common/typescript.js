// Lets Node 20 import TypeScript, as web/lib and the playground are: `node --import ./tools/common/typescript.js`, and then the
// program. It erases the types and changes nothing else. Node 22.18 and later do this without help.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { register } from 'node:module';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { BUILD } from './paths.js';

// Node loads this file again in a thread of its own, where `load` runs.
if (isMainThread && !Reflect.get(process.features, 'typescript')) register(import.meta.url);

/** Where erased files are kept, by the hash of what they were: esbuild takes a second to start. */
const KEPT = join(BUILD, 'typescript');

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const text = await readFile(new URL(url), 'utf8');
  const kept = join(KEPT, `${createHash('sha256').update(text).digest('hex')}.js`);
  const source = await readFile(kept, 'utf8').catch(() => keep(kept, text));
  return { format: 'module', source, shortCircuit: true };
}

/** Other processes may read the file while it is written, so it comes under another name. @param {string} path @param {string} text */
async function keep(path, text) {
  const { transform } = await import('esbuild');
  const { code } = await transform(text, { loader: 'ts' });
  await mkdir(KEPT, { recursive: true });
  await writeFile(`${path}.${process.pid}`, code);
  await rename(`${path}.${process.pid}`, path);
  return code;
}
