// What the package costs a page that uses all of it: bundled and minified by esbuild, and compressed. Every byte is accounted for.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { fileOf } from '../../../tools/build/parts.js';
import { inRoot, ROOT } from '../../../tools/common/paths.js';
import { COMPRESSORS, WASM } from '../../../tools/generate/size.js';
import { wasmParts } from './wasm_parts.js';

/** @import { Compressor, Row, Sizes } from '../../../tools/generate/size.js' */

/** At most this. @type {Sizes} */
export const BUDGET = { gzip: 113.75 * 1024, Brotli: 105.5 * 1024 };

/** Of `microtome/source` beside it, at most this. @type {Sizes} */
export const SOURCE_BUDGET = { gzip: 23.1 * 1024, Brotli: 21 * 1024 };

/** The most for each part that `microtome/source` loads later: a reader of a file format, the decoders, and others. @type {Sizes} */
export const READER_BUDGET = { gzip: 4.25 * 1024, Brotli: 4 * 1024 };

/** Of `microtome/cached` beside both, at most this. @type {Sizes} */
export const CACHED_BUDGET = { gzip: 3.1 * 1024, Brotli: 2.8 * 1024 };

/** Minified and not compressed: webpack warns of more. */
export const MINIFIED_BUDGET = 244 * 1024;

/** Bytes of one owner, from where the piece before ends. @typedef {{ owner: string, end: number }} Piece */

/** A page that uses all of an entry. @param {string} entry */
const pageOf = (entry) => `import * as all from '${entry}'; globalThis.all = all;`;

/** A page that imports these names. @param {string} names @param {string} entry */
const pageWith = (names, entry = 'microtome') =>
  `import { ${names} } from '${entry}'; globalThis.all = [${names}];`;

/** Pages that import a few functions, and the KB, compressed by gzip, that each loads at most. @type {readonly [names: string, most: number][]} */
export const PAGES = [
  ['init, slice', 74.5],
  ['init, slice, split, concat, assign', 77.5],
  ['init, slice, rearrange', 91.25],
  ['init, concat', 72.75],
  ['init, gather', 81.25],
  ['init, compress', 81.25],
  ['init, scatterUpdate', 82.25],
  ['init, pad', 79.75],
  ['init, plan', 109.75],
]; // biome-ignore format: a table

/** @param {string | Buffer} data @returns {Sizes} */
const compressed = (data) => ({
  gzip: gzipSync(data, { level: 9 }).length,
  Brotli: brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
});

/** Bytes of the page. */
export const measure = async () => compressed((await bundle()).text);

/** The same, not compressed. */
export const measureMinified = async () => (await bundle()).text.length;

/** Of `microtome/slim`, KB compressed by gzip, at most this: the JavaScript of a page with `init, slice`, and the part that it fetches. */
export const SLIM_BUDGET = { ofScript: 34.5, primary: 42 };

/** Bytes of a page that imports these names alone. @param {string} names @param {string} [entry] */
export const measurePage = async (names, entry) => compressed((await bundle(pageWith(names, entry))).text);

/** Bytes of the part of the module that every page of `microtome/slim` fetches. */
export const measurePrimary = () => compressed(readFileSync(inRoot('web/dist', fileOf('primary'))));

/** Bytes that `microtome/source` adds to it. */
export const measureSource = async () => (await added('microtome/source', ['index'])).at('page');

/** Bytes that `microtome/cached` adds to both. */
export const measureCached = async () => (await added('microtome/cached', ['index', 'source'])).at('page');

/** Bytes of each reader that `microtome/source` loads when it needs it. @returns {Promise<Sizes[]>} */
export async function measureReaders() {
  const { later, at } = await added('microtome/source', ['index']);
  return later.map(at);
}

/**
 * What an entry adds to a page that has others: its files, of which each is compressed by itself, and what loads some of them later.
 * @param {string} entry
 * @param {string[]} there
 */
async function added(entry, there) {
  const external = there.flatMap((name) =>
    [...readFileSync(inRoot(`web/dist/${name}.js`), 'utf8').matchAll(/from "\.\/(chunk-\w+\.js)"/g)].map(
      ([, file]) => inRoot('web/dist', file),
    ),
  );
  const { outputFiles } = await build({ ...optionsOf(pageOf(entry), external), splitting: true });
  const files = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const imported = (/** @type {string} */ file, /** @type {RegExp} */ pattern) =>
    [...(files.get(file) ?? '').matchAll(pattern)].map(([, name]) => name).filter((name) => files.has(name));
  const withImports = (/** @type {string} */ file, /** @type {Set<string>} */ found = new Set()) => {
    if (found.has(file)) return found;
    found.add(file);
    for (const name of imported(file, /(?:from|import)"\.\/([^"]+)"/g)) withImports(name, found);
    return found;
  };
  const page = withImports('stdin.js');
  const laterOf = (/** @type {Iterable<string>} */ all) =>
    [...all].flatMap((file) => imported(file, /import\("\.\/([^"]+)"\)/g));
  const later = [...new Set(laterOf(page))];
  for (const file of later)
    for (const next of laterOf(withImports(file))) if (!later.includes(next)) later.push(next);
  /** @param {string} file @returns {Sizes} of a file that is loaded later, or of all that the page begins with */
  const at = (file) => {
    const own = file === 'page' ? [...page] : [...withImports(file)].filter((name) => !page.has(name));
    const sizes = own.map((name) => compressed(/** @type {string} */ (files.get(name))));
    const sum = (/** @type {Compressor} */ by) => sizes.reduce((total, size) => total + size[by], 0);
    return { gzip: sum('gzip'), Brotli: sum('Brotli') };
  };
  return { later, at };
}

/** What of web/lib is in the page. */
export async function partsOfPage() {
  const { text, map } = await bundle();
  return new Set(ownersOf(text, map).map(({ owner }) => owner));
}

/** @returns {Promise<{ total: Sizes, modules: Row[], wasm: Row[] }>} wasm: the parts of the row of that name */
export async function account() {
  const { text, map } = await bundle();
  const pieces = ownersOf(text, map);
  const modules = addUp(pieces.map(({ owner, end }) => ({ owner, bytes: Buffer.from(text.slice(0, end)) })));
  const whole = /** @type {Row} */ (modules.find(({ part }) => part === WASM));
  return { total: compressed(text), modules, wasm: await shares(whole) };
}

/** @param {string} contents of the page @param {string[]} external files that are there already */
const optionsOf = (contents, external) =>
  /** @type {const} */ ({
    stdin: { contents, resolveDir: ROOT, sourcefile: 'page' },
    external,
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    outdir: ROOT,
    logLevel: 'silent',
    plugins: /** @type {import('esbuild').Plugin[]} */ ([mapped]),
  });

/** Names the source map beside a file of the package, which the published file does not. @type {import('esbuild').Plugin} */
const mapped = {
  name: 'mapped',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]web[/\\]dist[/\\].*\.js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}//# sourceMappingURL=${basename(path)}.map\n`,
    }));
  },
};

/** @param {string} [contents] of the page */
async function bundle(contents = pageOf('microtome')) {
  const { outputFiles, warnings } = await build({ ...optionsOf(contents, []), sourcemap: 'external' });
  if (warnings.length > 0) throw new Error(`esbuild warns: ${warnings[0].text}`);
  const [map, text] = outputFiles.sort((a, b) => b.path.length - a.path.length).map((file) => file.text);
  return { text, map: new SourceMap(JSON.parse(map)) };
}

/**
 * Whose the bytes are: pieces from one's end to the next one's.
 * @param {string} text
 * @param {SourceMap} map
 */
function ownersOf(text, map) {
  /** @type {Piece[]} */
  const pieces = [];
  let start = 0;
  text.split('\n').forEach((line, row) => {
    for (let column = 0; column < line.length; ++column) {
      const entry = map.findEntry(row, column);
      const owner = 'originalSource' in entry ? ownerOf(String(entry.originalSource)) : 'page';
      const last = pieces.at(-1);
      if (last?.owner === owner) last.end = start + column + 1;
      else pieces.push({ owner, end: start + column + 1 });
    }
    start += line.length + 1;
  });
  return pieces;
}

/** A file of web/lib. The scripts of inlined modules are one. @param {string} source */
const ownerOf = (source) => source.replace(/^.*\/lib\//, '').replace(/(core\/wasm\/inlined)_\w+/, '$1');

/**
 * @param {{ owner: string, bytes: Buffer }[]} prefixes the bundle up to the end of each piece
 * @returns {Row[]} one per owner
 */
function addUp(prefixes) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  let before = { bytes: 0, gzip: 0, Brotli: 0 };
  for (const { owner, bytes } of prefixes) {
    const now = { bytes: bytes.length, ...compressed(bytes) };
    const row = rows.get(owner) ?? { part: owner, bytes: 0, gzip: 0, Brotli: 0 };
    for (const key of /** @type {const} */ (['bytes', ...COMPRESSORS])) row[key] += now[key] - before[key];
    rows.set(owner, row);
    before = now;
  }
  return [...rows.values()];
}

/**
 * The module's parts, and what each has of the page's bytes. Their shares are measured on a module without inlining across files.
 * @param {Row} whole
 * @returns {Promise<Row[]>}
 */
async function shares(whole) {
  let all = Buffer.alloc(0);
  const parts = await wasmParts();
  const prefixes = parts.map(({ part, bytes }) => {
    all = Buffer.concat([all, bytes]);
    return { owner: part, bytes: all };
  });
  const file = compressed(all);
  const share = (/** @type {Row} */ row, /** @type {Compressor} */ by) =>
    Math.round((row[by] * whole[by]) / file[by]);
  return addUp(prefixes).map((row) => ({ ...row, gzip: share(row, 'gzip'), Brotli: share(row, 'Brotli') }));
}
