// Splits the linked module by binaryen's wasm-split: a primary part, and others that share its memory and table, which a page
// loads if it imports a function that needs them. The source file of a function decides its part. Functions by which
// one part enters another are `noinline` in C++; the linker's flags keep binaryen from inlining what has one caller.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../common/failure.js';
import { capture } from '../common/run.js';
import { WASM_FLAGS } from '../wasm/flags.js';

/** @import { Emscripten } from '../common/emscripten.js' */

/** All other sources are primary. web/lib/core/inlined.ts has the same names. @type {readonly [name: string, sources: RegExp][]} */
const SPLIT = [
  [
    'conversions',
    /^src\/(move\/(conver|kernels\/(cast|convert|look_up))|wire\/conversions|plan\/ops\/rearrange)/,
  ],
  ['rest', /^src\/(wire\/lists|plan\/ops\/(compress|gather|listed|pad|scatter_update|tensor_scatter))/],
];

export const PARTS = ['primary', ...SPLIT.map(([name]) => name)];

/** @param {string} part */
export const fileOf = (part) => `microtome-${part}.wasm`;

/**
 * Splits the module in a folder, beside it.
 * @param {Emscripten} emscripten
 * @param {string} folder of CMake, in which the linker put it
 */
export async function splitModule(emscripten, folder) {
  const made = join(folder, 'module');
  const whole = new WebAssembly.Module(readFileSync(join(made, 'microtome.wasm')));
  const first = WebAssembly.Module.imports(whole).length;
  const sources = await sourcesOf(emscripten, folder);
  const sections = SPLIT.map(([name, pattern]) => {
    const isOfPart = (/** @type {string[]} */ files) =>
      files.length > 0 && files.every((file) => pattern.test(file));
    const functions = [...sources].filter(([, files]) => isOfPart(files)).map(([i]) => i - first);
    if (functions.length === 0) throw new Failure(`no function of the module is in the part ${name}.`);
    return [fileOf(name).replace('.wasm', ''), ...functions].join('\n');
  });
  writeFileSync(join(made, 'manifest.txt'), `${sections.join('\n\n')}\n`);
  const programs = join(await binaryen(emscripten), 'bin');
  const run = async (/** @type {string} */ program, /** @type {string[]} */ args) => {
    const { code, all } = await capture(join(programs, program), [...args, ...WASM_FLAGS.parts]);
    if (code !== 0) throw new Failure(`the module could not be split:\n${all.slice(0, 2000)}`);
  };
  const args = ['--multi-split', join(made, 'microtome.wasm'), '--manifest', join(made, 'manifest.txt')];
  const into = ['--out-prefix', `${made}/`, '-o', join(made, fileOf('primary'))];
  const tie = ['--import-namespace', namespaceOf(buildOf(whole))];
  await run('wasm-split', ['--no-placeholders', ...args, ...into, ...tie]);
  // Functions that are called often get small numbers: a part compresses by 1 % better.
  for (const file of PARTS.map((part) => join(made, fileOf(part))))
    await run('wasm-opt', [file, '--reorder-functions', '-o', file]);
}

/** @param {WebAssembly.Module} module */
export function buildOf(module) {
  const [id] = WebAssembly.Module.customSections(module, 'build_id');
  if (!id) throw new Failure('the linker has left no build id in the module.');
  return String(new Uint8Array(id));
}

/** The name that parts of the same build import from: web/lib/core/core.ts provides it. @param {string} build */
export const namespaceOf = (build) => build.slice(3, 15);

/** @param {Emscripten} emscripten */
async function binaryen({ env, folder }) {
  const { code, out, all } = await capture(join(folder, 'em-config'), ['BINARYEN_ROOT'], { env });
  if (code !== 0) throw new Failure(`em-config does not run: ${all.trim()}`);
  return out.trim();
}

/**
 * The sources that define each function of a module: the linker leaves the functions' names beside it, and the compiler's files
 * say who defines a name. An inline function has several, and those of libraries have none.
 * @param {Emscripten} emscripten
 * @param {string} folder of CMake
 * @returns {Promise<Map<number, string[]>>} by index
 */
export async function sourcesOf({ env, folder: programs }, folder) {
  const text = readFileSync(join(folder, 'module/microtome.js.symbols'), 'utf8');
  const beside = join(folder, 'CMakeFiles');
  const objects = readdirSync(beside, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.o'))
    .sort();
  const args = ['--defined-only', '--demangle', '-A', ...objects.map((name) => join(beside, name))];
  const { code, all } = await capture(join(programs, 'emnm'), args, { env });
  if (code !== 0) throw new Failure(`emnm could not read what the compiler wrote:\n${all}`);
  /** @type {Map<string, string[]>} */
  const files = new Map();
  for (const [, file, name] of all.matchAll(/^.*\.dir\/(\S+)\.o: *[-\da-f]+ [a-zA-Z] (.*)$/gm))
    files.set(name, [...(files.get(name) ?? []), file]);
  const found = [...text.matchAll(/^(\d+):(.*)$/gm)].map(
    ([, index, name]) => /** @type {[number, string[]]} */ ([Number(index), files.get(name) ?? []]),
  );
  return new Map(found);
}
