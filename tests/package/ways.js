// THE table of ways to take the package: bundlers, none, Node, TypeScript. To add one, add a row; its files are a folder of
// fixtures/, its packages are in package.json here. A proof throws where it does not hold.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { inRoot } from '../../tools/common/paths.js';
import { ANSWERS, checkAnswers } from './answers.js';
import { leftIn } from './marks.js';
import { openFile, openFolders, openServed } from './pages.js';
import { checkSize } from './size/report.js';
import { BROWSER, compileAndRun, PLAIN } from './typescript.js';

/** @import { Load } from './pages.js' */
/** @import { Project } from './project.js' */

/** @typedef {(project: Project) => Promise<unknown>} Proof */

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {string} fixture its files, beside those of `shared`
 * @property {string[]} [packages] what it needs besides ours
 * @property {object} [manifest] more of its package.json
 * @property {RegExp} [warns] what a bundler may warn of, because it is about the project and not about us
 * @property {Record<string, Proof>} proofs by what they prove
 * @property {string} [note] what cannot be proven, and why
 */

/** @type {readonly Load[]} */
const BOTH = ['inlined', 'url'];
/** @type {readonly Load[]} */
const SLIM = ['slim'];
/** Without a bundler that leaves out functions. @type {readonly Load[]} */
const WHOLE_SLIM = ['slim, with all functions'];
/** @type {readonly Load[]} */
const ALL = [...BOTH, ...SLIM];

/**
 * A command that writes into `dist`, and the page that is there afterwards; index.html and what is not bundled lie beside it.
 * @param {readonly string[]} command
 * @param {readonly Load[]} [loads]
 * @returns {Proof}
 */
const built =
  (command, loads = BOTH) =>
  async (project) => {
    await project.run(command);
    await openFolders(project, ['dist', '.'], loads);
  };

/**
 * A command that bundles few.js into the folder `few`, for production. The bundle leaves out code that its functions do not need, and it works.
 * @param {string} command
 * @returns {Proof}
 */
const fewBuilt = (command) => async (project) => {
  await project.run(command.split(' '));
  const names = readdirSync(project.path('few'), { recursive: true, encoding: 'utf8' });
  const scripts = names.filter((name) => /\.m?js$/.test(name)).map((name) => project.path('few', name));
  const text = scripts.map((path) => readFileSync(path, 'utf8')).join('');
  const left = leftIn(text);
  if (left.length > 0) throw new Error(`${command} leaves ${left.join(', ')} in the page`);
  const entry = scripts.find((path) => /\b(few|main)\b/.test(path)) ?? scripts[0];
  const said = await project.run(['node', entry]);
  if (said.trim() !== ANSWERS.part) throw new Error(`${command} makes a page that says ${said}`);
};

/**
 * webpack, with the setting that docs/hosts.md names: a page of named functions, and one of all.
 * @param {Project} project
 */
async function builtByWebpack(project) {
  const [, setting] = /`(performance: \{[^`]*\})`/.exec(readFileSync(inRoot('docs/hosts.md'), 'utf8')) ?? [];
  if (!setting) throw new Error('docs/hosts.md names no setting for webpack');
  writeFileSync(project.path('webpack.config.js'), `export default { ${setting} };\n`);
  const build = ['webpack', '--mode', 'production', '--entry'];
  await project.run([...build, './named.js', '--output-path', 'named']);
  await built([...build, './main.js'])(project);
}

/**
 * A bundler that does not know \`new URL(..., import.meta.url)\`: the files are copied beside the scripts, as docs/hosts.md says.
 * @param {string} command that writes into `dist`
 * @returns {Proof}
 */
const copied = (command) => async (project) => {
  const [, files] = /`cp (\S+) dist\/`/.exec(readFileSync(inRoot('docs/hosts.md'), 'utf8')) ?? [];
  if (!files) throw new Error('docs/hosts.md does not say which files to copy');
  await project.run(command.split(' '));
  const [begin, end] = basename(files).split('*');
  for (const name of readdirSync(project.path(dirname(files))))
    if (name.startsWith(begin) && name.endsWith(end))
      copyFileSync(project.path(dirname(files), name), project.path('dist', name));
  await openFolders(project, ['dist', '.'], SLIM);
};

/**
 * A server of the bundler's own.
 * @param {readonly string[]} command without the port, which comes last
 * @param {Parameters<typeof openServed>[2]} [look]
 * @returns {Proof}
 */
const served =
  (command, look, loads = BOTH) =>
  (project) =>
    project.serve(command, (url) => openServed(url, loads, look));

/** A script in Node, which prints its answers. @param {...string} command @returns {Proof} */
const inNode =
  (...command) =>
  async (project) =>
    checkAnswers(JSON.parse(await project.run(['node', ...command])), command.join(' '));

/** @param {import('playwright-core').Page} page of Next.js: what its server has cut is written there */
async function lookAtServer(page) {
  checkAnswers(JSON.parse(await page.locator('#server').innerText()), 'the server component');
}

/** @param {...string} build @returns {Proof} */
const inNext =
  (...build) =>
  async (project) => {
    await project.run(['next', ...build]);
    await served(['next', 'start', '--port'], lookAtServer)(project);
    await served(['next', 'start', '--port'], undefined, SLIM)(project);
  };

/**
 * Next.js' Edge runtime.
 * @param {Project} project
 */
async function inEdge(project) {
  await project.run(['next', 'build']);
  await project.serve(['next', 'start', '--port'], async (url) => {
    const { refusal, answers } = await (await fetch(url)).json();
    checkAnswers(answers, 'the Edge runtime');
    if (refusal.code !== 'unsupported_host' || !refusal.message.includes('init({ module })'))
      throw new Error(`init() without a module says ${refusal.code}: ${refusal.message}`);
  });
}

/**
 * A test runner in one of its environments, which says how many tests have passed.
 * @param {...string} command
 * @returns {Proof}
 */
const tested =
  (...command) =>
  async (project) => {
    writeFileSync(project.path('answers.json'), JSON.stringify(ANSWERS));
    await project.run(command);
  };

/** @type {readonly Way[]} */
export const WAYS = [
  { name: 'import map, no bundler', fixture: 'import-map', proofs: { page: (project) => openFolders(project, ['.'], [...BOTH, ...WHOLE_SLIM]) } },
  { name: 'Vite', fixture: 'vite', packages: ['vite'],
    proofs: { dev: served(['vite', '--host', 'localhost', '--strictPort', '--port'], undefined, [...BOTH, ...WHOLE_SLIM]), build: built(['vite', 'build'], ALL),
      'few functions': fewBuilt('vite build --config few.config.js') } },
  { name: 'webpack', fixture: 'webpack', packages: ['webpack', 'webpack-cli'], proofs: { build: builtByWebpack,
      slim: built('webpack --mode production --entry ./slim.js --output-filename slim.js'.split(' '), SLIM),
      'few functions': fewBuilt('webpack --mode production --target node --entry ./few.js --output-path few') } },
  { name: 'Rollup', fixture: 'shared', packages: ['rollup', '@rollup/plugin-node-resolve'],
    proofs: { build: built(['rollup', 'main.js', '-p', 'node-resolve', '-d', 'dist'], ['inlined']),
      slim: copied('rollup slim.js slim_worker.js -p node-resolve -d dist'),
      'few functions': fewBuilt('rollup few.js -p node-resolve -d few') },
    note: 'it imports no assets without a further plugin, so microtome.wasm is not asked for' },
  { name: 'esbuild', fixture: 'esbuild', packages: ['esbuild'], proofs: {
      build: built(
        'esbuild main.js --bundle --minify --format=esm --loader:.wasm=file --outdir=dist'.split(' '),
      ),
      slim: copied('esbuild slim.js slim_worker.js --bundle --minify --format=esm --outdir=dist'),
      'few functions': fewBuilt('esbuild few.js --bundle --minify --format=esm --outdir=few'),
      'for Node, as CommonJS': async (project) => {
        await project.run('esbuild node.js --bundle --platform=node --outfile=dist/node.cjs'.split(' '));
        await inNode('dist/node.cjs')(project);
      },
    } },
  { name: 'one file: page', fixture: 'single', packages: ['esbuild'], proofs: {
      module: async (project) => {
        await project.run(['node', 'build.js', 'esm', 'module']);
        await openFile(project, 'dist/page.html');
      },
      'plain script': async (project) => {
        await project.run(['node', 'build.js', 'iife', 'text/javascript']);
        await openFile(project, 'dist/page.html');
      },
    } },
  { name: 'Parcel', fixture: 'shared', packages: ['parcel'],
    proofs: { build: built(['parcel', 'build', 'index.html', '--no-cache'], ['inlined']) },
    manifest: { alias: { 'microtome/source': './node_modules/microtome/web/dist/source.js' } },
    note: 'as it comes it reads no `exports`: `microtome/source` needs an alias, and `microtome/microtome.wasm` the next row' },
  { name: 'Parcel, packageExports', fixture: 'parcel', packages: ['parcel'],
    manifest: { '@parcel/resolver-default': { packageExports: true } },
    proofs: { build: built(['parcel', 'build', 'index.html', '--no-cache']), 
      slim: built(['parcel', 'build', 'slim.html', '--no-cache', '--no-scope-hoist'], WHOLE_SLIM) },
    note: 'for an asset it writes an import map into the page, whose hash the policy must name; with scope hoisting, its workers cannot find modules that they share with files that are loaded later' },
  { name: 'Next.js', fixture: 'next', packages: ['next', 'react', 'react-dom'],
    proofs: { 'page and server component': inNext('build'), 'the same, by webpack': inNext('build', '--webpack') } },
  { name: 'Next.js, Edge', fixture: 'next-edge', packages: ['next', 'react', 'react-dom'],
    warns: /edge runtime/i, proofs: { route: inEdge } },
  { name: 'Node', fixture: 'node',
    proofs: { import: inNode('esm.js'), 'import, url': inNode('esm.js', 'url'), require: inNode('require.cjs'), 'require, url': inNode('require.cjs', 'url') } },
  { name: 'Jest', fixture: 'runners', packages: ['jest', 'jest-environment-jsdom', '@babel/plugin-transform-modules-commonjs'],
    manifest: { type: 'commonjs', babel: { plugins: ['@babel/plugin-transform-modules-commonjs'] } },
    proofs: { node: tested('jest', '--env=node'), jsdom: tested('jest', '--env=jsdom') } },
  { name: 'Vitest', fixture: 'runners', packages: ['vitest', 'vite', 'jsdom'],
    proofs: { node: tested('vitest', 'run', '--globals', '--environment=node'), jsdom: tested('vitest', 'run', '--globals', '--environment=jsdom') } },
  { name: 'TypeScript', fixture: 'typescript', packages: ['typescript', 'typescript-5'],
    proofs: { 'node16, nodenext, bundler': compileAndRun('typescript', [PLAIN, BROWSER]), 'the same and node10, in 5, without dom': compileAndRun('typescript-5', [PLAIN]) } },
  { name: 'size', fixture: 'shared', proofs: { 'a page that uses all of it': checkSize } },
]; // biome-ignore format: a table
