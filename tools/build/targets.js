// THE table of what can be built: one row per target. To add one, add a row.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { findClang, llvm } from '../common/clang.js';
import { cmakeToolchainFile, emscriptenVersion, findEmscripten } from '../common/emscripten.js';
import { Failure } from '../common/failure.js';
import { filesUnder } from '../common/files.js';
import { runBin } from '../common/node_modules.js';
import { BUILD, inRoot, inToolchain } from '../common/paths.js';
import { capture, run, TYPESCRIPT } from '../common/run.js';
import { completeLibraries } from '../setup/system_libraries.js';
import { cmake } from './cmake.js';
import { deliverModule } from './deliver.js';
import { buildPackage, ENTRIES } from './package.js';
import { writeSbom } from './sbom.js';
import { buildSite } from './site.js';

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} title
 * @property {boolean} [rare] built only if it is named
 * @property {() => Promise<void>} build fast when nothing changed
 */

/** @type {Target[]} */
export const TARGETS = [
  { name: 'native', title: 'core and native tests', build: () => buildNative('native', []) },
  { name: 'sanitize', title: 'the same, with ASan and UBSan', build: () => buildNative('sanitize', ['-DMICROTOME_SANITIZE=ON']) },
  { name: 'fuzz', title: 'fuzz targets, with libFuzzer, ASan and UBSan', rare: true, build: buildFuzz },
  { name: 'wasm', title: 'WebAssembly module', build: buildModule },
  { name: 'types', title: 'TypeScript declarations', build: buildTypes },
  { name: 'package', title: 'published files, in web/dist', build: buildPackage },
  { name: 'sbom', title: 'bill of materials of a release, in build', rare: true, build: writeSbom },
  { name: 'docs', title: 'documentation, in build/site', rare: true, build: buildSite },
  { name: 'page', title: 'site of the playground and the documentation, in build/page', build: buildPage },
]; // biome-ignore format: a table

/** @param {string} name */
export const buildFolder = (name) => join(BUILD, name);

/** @param {string} name @param {string[]} settings */
const buildNative = (name, settings) =>
  cmake(name, [`-DCMAKE_PREFIX_PATH=${inToolchain('catch2/usr')}`, ...settings]);

async function buildFuzz() {
  const clang = await findClang();
  const compiler = `-DCMAKE_CXX_COMPILER=${llvm(clang, 'clang++')}`;
  const settings = [compiler, '-DMICROTOME_FUZZ=ON', '-DMICROTOME_SANITIZE=ON'];
  await cmake('fuzz', settings, { compiler: clang.version });
}

async function buildModule() {
  await deliverModule(await findEmscripten(), await linkModule('wasm', []));
}

/**
 * The module without inlining across files, which is larger: it is not delivered.
 * @returns {Promise<string>} the folder that it is in
 */
export const buildForAccount = () => linkModule('account', ['-DMICROTOME_ACCOUNT=ON']);

/** @param {string} name of the folder under build/ @param {string[]} settings */
async function linkModule(name, settings) {
  const emscripten = await findEmscripten();
  const toolchain = `-DCMAKE_TOOLCHAIN_FILE=${cmakeToolchainFile(emscripten)}`;
  const { env } = emscripten;
  const link = () => cmake(name, [toolchain, ...settings], { env, compiler: emscriptenVersion(emscripten) });
  await link().catch(async (failure) => {
    const { all } = await capture('cmake', ['--build', buildFolder(name)], { env });
    if (!(await completeLibraries(all))) throw failure;
    await link();
  });
  return buildFolder(name);
}

async function buildTypes() {
  for (const path of filesUnder('web/dist', /\.d\.c?ts$/)) rmSync(inRoot(path));
  const code = await runBin('tsc', ['--project', inRoot('tools/build/tsconfig.types.json')]);
  if (code !== 0) throw new Failure('the TypeScript declarations could not be made; see above.');
  for (const [name, path] of Object.entries({ ...ENTRIES, slim: ENTRIES.index }))
    writeFileSync(inRoot(`web/dist/${name}.d.ts`), `export * from '${path.replace('web/', './')}';\n`);
  copyFileSync(inRoot('web/conformance/conformance.d.ts'), inRoot('web/dist/conformance.d.ts'));
  await removeUnreached();
  serveRequire();
}

/**
 * A declaration describes an ES module, unless its name ends in .cts. ES modules may import the other kind, so one copy is enough
 * of all but the entries themselves.
 */
function serveRequire() {
  for (const path of filesUnder('web/dist', /\.d\.ts$/)) {
    const text = readFileSync(inRoot(path), 'utf8').replace(/(?<= from '\.[^']*)\.ts(?=';)/g, '.cts');
    writeFileSync(inRoot(path.replace(/\.ts$/, '.cts')), text);
    if (dirname(path) === 'web/dist') writeFileSync(inRoot(path), text);
    else rmSync(inRoot(path));
  }
}

/** Removes declarations that no entry of the package reaches: they say how the library is made inside. */
async function removeUnreached() {
  const { exports } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const entries = Object.values(exports).flatMap((one) => (one.default ? [inRoot(one.default.types)] : []));
  const flags = [
    '--ignoreConfig',
    '--listFilesOnly',
    '--noLib',
    '--module',
    'nodenext',
    '--target',
    'esnext',
  ];
  const { code, out, all } = await capture(inRoot('node_modules/.bin/tsc'), [...flags, ...entries]);
  const reached = new Set(out.trim().split(/\r?\n/).map(normalize));
  if (code !== 0 || !entries.every((entry) => reached.has(normalize(entry))))
    throw new Failure(`the TypeScript declarations could not be listed: ${all}`);
  for (const path of filesUnder('web/dist', /\.d\.ts$/)) if (!reached.has(inRoot(path))) rmSync(inRoot(path));
}

async function buildPage() {
  await buildSite();
  const code = await runBin('vite', [
    'build',
    '--config',
    inRoot('tools/page/vite.config.ts'),
    '--logLevel',
    'warn',
  ]);
  if (code !== 0) throw new Failure('Vite could not build the playground; see above.');
  const drawn = await run(process.execPath, [...TYPESCRIPT, inRoot('tests/browser/card.js')]);
  if (drawn !== 0) throw new Failure('the preview of the page could not be drawn; see above.');
}
