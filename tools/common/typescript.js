// Lets Node 20 import TypeScript, as web/lib and the playground are: `node --import ./tools/common/typescript.js`, and then the
// program. It erases the types and changes nothing else. Node 22.18 and later do this without help.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Node loads this file again in a thread of its own, where `load` runs.
if (isMainThread && !Reflect.get(process.features, 'typescript')) register(import.meta.url);

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const { transform } = await import('esbuild');
  const source = await readFile(new URL(url), 'utf8');
  const { code } = await transform(source, { loader: 'ts', sourcefile: url });
  return { format: 'module', source: code, shortCircuit: true };
}
