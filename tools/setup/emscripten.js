// Set-up's own Emscripten, for machines that have none.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMSCRIPTEN_CACHE, EMSCRIPTEN_HOME } from '../common/emscripten.js';
import { capture } from '../common/run.js';
import { installPrivateRoot, privateRoot } from './private_root.js';

export const EMSCRIPTEN_ROOT = privateRoot({
  name: 'emscripten',
  suite: 'forky',
  packages: ['emscripten'],
  programs:
    /^(clang|clang\+\+|clang-\d+|lld|wasm-ld|llvm-(ar|nm|ranlib|objcopy|objdump|dwarfdump|dwp|strip|cxxfilt)|wasm-.*)$/,
  otherwise: 'install emsdk and put emcc 6 or later on PATH',
});

/** @param {string} folder @param {import('../common/progress.js').Progress} progress */
export async function installEmscripten(folder, progress) {
  await installPrivateRoot(EMSCRIPTEN_ROOT, folder, EMSCRIPTEN_HOME, progress);
  for (const name of ['acorn', 'acorn-import-phases']) {
    // Copied, because a link would make Node look for their own imports in the wrong place.
    const from = join(folder, 'usr/share/nodejs', name);
    cpSync(from, join(folder, 'usr/share/emscripten/node_modules', name), {
      recursive: true,
      dereference: true,
    });
  }
  // Its scripts are CommonJS; without this, Node would take them for modules, as this checkout's are.
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  writeFileSync(join(folder, 'emscripten_config.py'), await config(folder));
}

/** @param {string} folder */
async function config(folder) {
  const { out } = await capture('bash', ['-c', 'cd "$1" && ls -d usr/lib/llvm-*/bin', 'config', folder]);
  const settings = {
    LLVM_ROOT: join(EMSCRIPTEN_HOME, out.trim()),
    BINARYEN_ROOT: join(EMSCRIPTEN_HOME, 'usr'),
    EMSCRIPTEN_ROOT: join(EMSCRIPTEN_HOME, 'usr/share/emscripten'),
    CACHE: EMSCRIPTEN_CACHE,
    NODE_JS: 'node',
  };
  return Object.entries(settings)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
    .join('');
}
