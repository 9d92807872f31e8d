// THE table of what set-up installs. To add something, add a row, and its name to the tasks that need it. A
// row is installed again if its recipe changes; raise `revision` if only its code changes.
import { readFileSync } from 'node:fs';
import { CLANG_HOME, CLANG_VERSION } from '../common/clang.js';
import { EMSCRIPTEN_CACHE, EMSCRIPTEN_HOME, emscriptenOnPath, WHOLE_CACHE } from '../common/emscripten.js';
import { findNumpy, NUMPY_HOME } from '../common/numpy.js';
import { inRoot, inToolchain } from '../common/paths.js';
import { findProgram } from '../common/run.js';
import { WASM_FLAGS } from '../wasm/flags.js';
import { canInstallBrowsers, findChromium, findFirefox, findWebKit, installBrowser } from './browser.js';
import { hasPackages, locked } from './debian.js';
import { EMSCRIPTEN_ROOT, installEmscripten } from './emscripten.js';
import { installData, installNodeModules, installPackages } from './packages.js';
import { installPrivateRoot, privateRoot } from './private_root.js';
import { buildSystemLibraries, buildWholeLibraries, readMembers } from './system_libraries.js';

/** What it is linked with, every Debian since has. */
const OLDEST_SUITE = 'bookworm';

const PATCHELF = locked({
  name: 'patchelf',
  suite: OLDEST_SUITE,
  packages: ['patchelf'],
  otherwise: 'install patchelf',
});

const CLANG_TOOLS = privateRoot({
  name: 'clang-tools',
  suite: 'forky',
  packages: ['clang-format-21', 'clang-tidy-21'],
  programs: /^clang-(format|tidy)$/,
  otherwise: 'run the checks on Debian',
});

const CLANG = privateRoot({
  name: 'clang',
  suite: OLDEST_SUITE,
  packages: [`clang-${CLANG_VERSION}`, `libclang-rt-${CLANG_VERSION}-dev`, `llvm-${CLANG_VERSION}`],
  programs: /^(clang|llvm-(ar|symbolizer))$/,
  otherwise: `put clang ${CLANG_VERSION} or later, with libFuzzer, on PATH as clang++`,
});

const CATCH2 = locked({
  name: 'catch2',
  suite: 'bookworm-backports',
  packages: ['libcatch2-dev'],
  otherwise: 'install Catch2 3 where CMake finds it',
});

const NUMPY = locked({
  name: 'numpy',
  suite: OLDEST_SUITE,
  packages: ['python3-numpy'],
  closure: true,
  leaveOut: /^(libc6|dpkg|tar)$/, // the host has these, at least as new
  otherwise: 'install NumPy for python3',
});

/** Folders of ONNX's tests, by pattern. */
const ONNX_TESTS = [
  'node/test_concat*',
  'node/test_slice*',
  'node/test_split*',
  'simple/test_sequence_model*',
];

/** @param {string} suite @param {readonly string[]} [more] patterns, of operators that not every suite has */
const onnxData = (suite, more = []) => ({
  ...locked({
    name: `onnx-${suite}`,
    suite,
    packages: ['libonnx-testdata'],
    otherwise: 'run the tests on Debian',
  }),
  top: 'usr/share/libonnx-testdata/data',
  keep: [...ONNX_TESTS, ...more],
});

const ONNX_NOW = onnxData('forky', ['node/test_tensorscatter*']);
const ONNX_THEN = onnxData('bookworm');

const noPackages = () => !hasPackages();

/** @param {ReturnType<typeof onnxData>} recipe */
const onnxStep = (recipe) => ({
  name: recipe.name,
  title: `the official ONNX tests, as of ${recipe.suite}`,
  home: inToolchain('onnx', recipe.suite),
  recipe,
  unneeded: noPackages,
  install: installData(recipe),
});

/**
 * @param {string} name
 * @param {string} title
 * @param {() => unknown} find
 * @param {readonly string[]} packages
 */
const browserStep = (name, title, find, packages) => ({
  name,
  title,
  home: inToolchain(name),
  recipe: 'installed by the system',
  unneeded: () => Boolean(find()) || !canInstallBrowsers(),
  install: installBrowser(packages),
});

/** @type {import('./install.js').Step[]} */
export const STEPS = [
  { name: 'node_modules', title: 'npm packages', lane: 'npm', home: inRoot('node_modules'),
    recipe: readFileSync(inRoot('package-lock.json'), 'utf8'), inPlace: true, install: installNodeModules },
  { name: 'patchelf', title: 'patchelf', home: inToolchain('patchelf'), recipe: PATCHELF,
    unneeded: () => noPackages() || Boolean(findProgram('patchelf')), install: installPackages(PATCHELF) },
  { name: 'emscripten', title: 'Emscripten, the compiler to WebAssembly', home: EMSCRIPTEN_HOME,
    recipe: { ...EMSCRIPTEN_ROOT, revision: 1 }, unneeded: async () => Boolean(await emscriptenOnPath()), install: installEmscripten },
  { name: 'system-libraries', title: "what the module needs of Emscripten's system libraries", home: inToolchain('system-libraries'),
    recipe: [EMSCRIPTEN_ROOT, EMSCRIPTEN_CACHE, WASM_FLAGS, readMembers()], install: buildSystemLibraries },
  { name: 'whole-libraries', title: "all of Emscripten's system libraries (two minutes, once)", home: inToolchain('whole-libraries'),
    recipe: [EMSCRIPTEN_ROOT, WHOLE_CACHE, WASM_FLAGS], unneeded: async () => Boolean(await emscriptenOnPath()),
    install: buildWholeLibraries },
  { name: 'catch2', title: 'Catch2, the C++ test framework', home: inToolchain('catch2'), recipe: CATCH2, unneeded: noPackages,
    install: installPackages(CATCH2) },
  { name: 'numpy', title: 'a Python with NumPy, to compare with', home: NUMPY_HOME, recipe: NUMPY,
    unneeded: async () => noPackages() || Boolean(await findNumpy()), install: installPackages(NUMPY) },
  onnxStep(ONNX_NOW),
  onnxStep(ONNX_THEN),
  browserStep('chromium', 'Chromium, for the browser tests', findChromium, ['chromium']),
  browserStep('firefox', 'Firefox', findFirefox, ['firefox-esr']),
  browserStep('webkit', 'WebKitGTK, its driver, and a screen for it', findWebKit, [
    'webkit2gtk-driver',
    'xvfb',
  ]),
  { name: 'clang-tools', title: 'clang-format and clang-tidy', home: inToolchain('clang-tools'),
    recipe: { ...CLANG_TOOLS, revision: 1 },
    install: (folder, progress) => installPrivateRoot(CLANG_TOOLS, folder, inToolchain('clang-tools'), progress) },
  { name: 'clang', title: 'clang with libFuzzer', home: CLANG_HOME, recipe: CLANG, unneeded: noPackages,
    install: (folder, progress) => installPrivateRoot(CLANG, folder, CLANG_HOME, progress) },
]; // biome-ignore format: a table

const TO_BUILD = ['node_modules', 'patchelf', 'emscripten', 'system-libraries'];

/** Of each step that unpacks Debian packages. @type {import('./debian.js').Recipe[]} */
export const DEBIAN_RECIPES = [
  PATCHELF,
  EMSCRIPTEN_ROOT,
  CATCH2,
  NUMPY,
  ONNX_NOW,
  ONNX_THEN,
  CLANG_TOOLS,
  CLANG,
];

/** Which steps each task needs. */
export const NEEDED_BY = {
  start: TO_BUILD,
  build: [...TO_BUILD, 'catch2'],
  rebuild: [...TO_BUILD, 'whole-libraries'],
  test: [...TO_BUILD, 'catch2', 'onnx-forky', 'onnx-bookworm', 'chromium'],
  check: [...TO_BUILD, 'clang-tools'],
  bench: [...TO_BUILD, 'chromium', 'numpy'],
  fuzz: [...TO_BUILD, 'clang'],
  package: [...TO_BUILD, 'chromium'],
  peers: [...TO_BUILD, 'numpy'],
  recipes: TO_BUILD,
  engines: TO_BUILD,
  soak: TO_BUILD,
  hosts: [...TO_BUILD, 'onnx-forky', 'onnx-bookworm'],
  chromium: ['chromium'],
  firefox: ['firefox'],
  webkit: ['webkit'],
  format: ['node_modules', 'patchelf', 'clang-tools'],
};
