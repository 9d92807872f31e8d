// Set-up's own Emscripten, for machines that have none, and the system libraries that it builds once.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMSCRIPTEN_CACHE, EMSCRIPTEN_HOME, findEmscripten } from '../common/emscripten.js';
import { Failure } from '../common/failure.js';
import { capture } from '../common/run.js';
import { WASM_FLAGS } from '../wasm/flags.js';
import { installPrivateRoot } from './private_root.js';

/** @type {import('./private_root.js').Root} */
export const EMSCRIPTEN_ROOT = {
  suite: 'forky',
  packages: ['emscripten'],
  programs:
    /^(clang|clang\+\+|clang-\d+|lld|wasm-ld|llvm-(ar|nm|ranlib|objcopy|objdump|dwarfdump|dwp|strip|cxxfilt)|wasm-.*)$/,
  otherwise: 'install emsdk and put emcc 4 or later on PATH',
};

/**
 * @param {string} folder
 * @param {import('../common/progress.js').Progress} progress
 */
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

/** Stands beside the cache while libraries are being built. */
const UNFINISHED = `${EMSCRIPTEN_CACHE}.unfinished`;

const PROBE = `#include <emscripten/bind.h>
double twice(double x) { return 2 * x; }
EMSCRIPTEN_BINDINGS(probe) { emscripten::function("twice", &twice); }
`;

/**
 * Links one tiny program with the module's own flags, so that exactly the libraries they need get built.
 * @param {string} folder a scratch folder
 * @param {import('../common/progress.js').Progress} progress
 */
export async function buildSystemLibraries(folder, progress) {
  const emscripten = await findEmscripten();
  // A build that was killed may have left half a library.
  if (existsSync(UNFINISHED)) rmSync(EMSCRIPTEN_CACHE, { recursive: true, force: true });
  writeFileSync(UNFINISHED, '');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'probe.cpp'), PROBE);
  let built = 0;
  /** @param {string} line */
  const onLine = (line) => {
    const name = /generating (?:system|port)[^:]*: (?:\S+\/)?(\S+?)\.\.\./.exec(line)?.[1];
    if (name) progress.update(`building ${name} (number ${++built})`);
  };
  const args = [...WASM_FLAGS.compile, ...WASM_FLAGS.link, 'probe.cpp', '-o', 'probe.js'];
  const { code, all } = await capture(join(emscripten.folder, 'em++'), args, {
    cwd: folder,
    env: emscripten.env,
    onLine,
  });
  if (code !== 0) throw new Failure(`Emscripten cannot build its system libraries:\n${all.trim()}\n`);
  rmSync(UNFINISHED);
  progress.note(`${built} system libraries built`);
}
