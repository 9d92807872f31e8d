// The system libraries of set-up's own Emscripten, which it compiles once. The module's linker loads 51 of
// their 1,380 objects (tools/wasm/members.txt), so set-up compiles only these, in a tenth of the time. The
// module is the same, byte for byte: `npm run build -- rebuild` and tests/rebuild compare it with one that is linked
// with whole libraries. Libraries are built whole if the short way fails, or if the linker misses an object.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMSCRIPTEN_CACHE, findEmscripten, WHOLE_CACHE } from '../common/emscripten.js';
import { Failure } from '../common/failure.js';
import { inRoot } from '../common/paths.js';
import { startProgress } from '../common/progress.js';
import { capture } from '../common/run.js';
import { JS_LIBRARY, WASM_FLAGS } from '../wasm/flags.js';

/** @import { Progress } from '../common/progress.js' */

/** Members of archives, a line each: `libc.a(strlen.o)`. `npm run build -- rebuild --save` writes it. */
const MEMBERS = inRoot('tools/wasm/members.txt');

/** @param {string} log what the linker says with --trace @returns {string[]} */
export const membersIn = (log) =>
  [...new Set(log.match(/[^\s/]+\.a\(\S+?\.o\)/g))].filter((each) => !each.startsWith('libmicrotome')).sort();

export const readMembers = () => readFileSync(MEMBERS, 'utf8').trim().split('\n');

/** @param {readonly string[]} members */
export const saveMembers = (members) => writeFileSync(MEMBERS, `${members.join('\n')}\n`);

/** Stands beside a cache while its libraries are being built. @param {string} cache */
const unfinished = (cache) => `${cache}.unfinished`;
/** Stands beside the cache if its libraries have only the listed members. */
const SHORT = `${EMSCRIPTEN_CACHE}.short`;

/**
 * Builds the libraries that the module needs, with few members if this Emscripten is set-up's own.
 * @param {string} folder a scratch folder
 * @param {Progress} progress
 */
export async function buildSystemLibraries(folder, progress) {
  const { onPath, folder: emscripten } = await findEmscripten();
  const script = ['python3', inRoot('tools/setup/system_libraries.py'), emscripten, MEMBERS];
  if (existsSync(SHORT)) rmSync(EMSCRIPTEN_CACHE, { recursive: true, force: true }); // other members, perhaps
  rmSync(SHORT, { force: true });
  const short = onPath ? 'its own' : await link(EMSCRIPTEN_CACHE, script, folder, progress);
  if (short === '') writeFileSync(SHORT, '');
  else await buildWhole(EMSCRIPTEN_CACHE, folder, progress);
}

/** The same with whole libraries, in another cache. @type {typeof buildSystemLibraries} */
export const buildWholeLibraries = (folder, progress) => buildWhole(WHOLE_CACHE, folder, progress);

/**
 * Builds whole libraries if the module's linker has missed a member.
 * @param {string} said by the linker
 * @returns {Promise<boolean>} linking again may help
 */
export async function completeLibraries(said) {
  if (!existsSync(SHORT) || !said.includes('undefined symbol')) return false;
  const progress = startProgress(
    'Building whole system libraries: tools/wasm/members.txt lacks members, and `npm run build -- rebuild --save` renews it',
  );
  rmSync(SHORT);
  rmSync(EMSCRIPTEN_CACHE, { recursive: true, force: true });
  await buildWhole(EMSCRIPTEN_CACHE, inRoot('build/system-libraries'), progress);
  progress.done();
  return true;
}

/** @param {string} cache @param {string} folder @param {Progress} progress */
async function buildWhole(cache, folder, progress) {
  const { folder: emscripten } = await findEmscripten();
  const failure = await link(cache, [join(emscripten, 'em++')], folder, progress);
  if (failure !== '') throw new Failure(`Emscripten cannot build its system libraries:\n${failure}\n`);
}

const PROBE = `#include <emscripten/bind.h>
double twice(double x) { return 2 * x; }
EMSCRIPTEN_BINDINGS(probe) { emscripten::function("twice", &twice); }
`;

/**
 * Links one tiny program with the module's own flags, so that exactly the libraries they need get built.
 * @param {string} cache
 * @param {readonly string[]} compiler
 * @param {string} folder
 * @param {Progress} progress
 * @returns {Promise<string>} why it failed, or ''
 */
async function link(cache, [program, ...first], folder, progress) {
  const { onPath, env } = await findEmscripten();
  // A build that was killed may have left half a library.
  if (existsSync(unfinished(cache))) rmSync(cache, { recursive: true, force: true });
  writeFileSync(unfinished(cache), '');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'probe.cpp'), PROBE);
  let built = 0;
  /** @param {string} line */
  const onLine = (line) => {
    const name = /generating (?:system|port)[^:]*: (?:\S+\/)?(\S+?)\.\.\./.exec(line)?.[1];
    if (name) progress.update(`building ${name} (number ${++built})`);
  };
  const args = [
    ...first,
    ...WASM_FLAGS.compile,
    ...WASM_FLAGS.link,
    JS_LIBRARY,
    'probe.cpp',
    '-o',
    'probe.js',
  ];
  const { code, all } = await capture(program, args, {
    cwd: folder,
    env: onPath ? env : { ...env, EM_CACHE: cache },
    onLine,
  });
  if (code !== 0) return all.trim();
  rmSync(unfinished(cache));
  progress.note(`${built} system libraries built`);
  return '';
}
