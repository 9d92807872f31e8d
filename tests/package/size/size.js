// What the package costs a page that uses all of it: bundled and minified by esbuild, gzipped. Every byte is accounted for.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { inRoot, ROOT } from '../../../tools/common/paths.js';
import inlined from '../../../web/lib/core/wasm/inlined.js';
import { wasmParts } from './wasm_parts.js';

/** At most this, gzipped. */
export const BUDGET = 43 * 1024;

/** A part of the bundle, and what it adds to its gzipped size. @typedef {{ part: string, bytes: number, gzipped: number }} Row */

/** Bytes of one owner, from where the piece before ends. @typedef {{ owner: string, end: number }} Piece */

/** Where the generated code is, in web/lib. */
export const GENERATED = 'wasm/';

/** The part that brings the module back from LZMA. */
export const UNPACKER = 'unpacker';

const PAGE = `import * as microtome from 'microtome'; globalThis.microtome = microtome;`;

const gzipped = (/** @type {string | Buffer} */ data) => gzipSync(data, { level: 9 }).length;

/** Bytes of the page, gzipped. */
export const measure = async () => gzipped((await bundle()).text);

/** @returns {Promise<{ total: number, modules: Row[], wasm: Row[] }>} wasm: the parts of the row of that name */
export async function account() {
  const { text, map } = await bundle();
  const pieces = cutAtWasm(ownersOf(text, map), text);
  const modules = addUp(pieces.map(({ owner, end }) => ({ owner, bytes: Buffer.from(text.slice(0, end)) })));
  const whole = modules.find(({ part }) => part === 'wasm')?.gzipped ?? 0;
  return { total: gzipped(text), modules, wasm: await shares(whole) };
}

async function bundle() {
  const { outputFiles, warnings } = await build({
    stdin: { contents: PAGE, resolveDir: ROOT, sourcefile: 'page' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    sourcemap: 'external',
    outdir: ROOT,
    logLevel: 'silent',
  });
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
      const owner =
        'originalSource' in entry ? String(entry.originalSource).replace(/^.*\/lib\//, '') : 'page';
      const last = pieces.at(-1);
      if (last?.owner === owner) last.end = start + column + 1;
      else pieces.push({ owner, end: start + column + 1 });
    }
    start += line.length + 1;
  });
  return pieces;
}

/**
 * The packed module and what unpacks it are pieces of their own in the generated code.
 * @param {Piece[]} pieces
 * @param {string} text
 */
function cutAtWasm(pieces, text) {
  const inside = Object.entries({ wasm: inlined.packed, [UNPACKER]: inlined.unpacker.join() })
    .map(([owner, content]) => {
      const from = text.indexOf(content);
      if (from < 0) throw new Error(`the ${owner} is not in the bundle as it was delivered`);
      return { owner, from, to: from + content.length };
    })
    .sort((a, b) => a.from - b.from);
  return pieces.flatMap((piece, i) => [
    ...inside
      .filter(({ from, to }) => beginOf(pieces, i) <= from && to <= piece.end)
      .flatMap(({ owner, from, to }) => [
        { ...piece, end: from },
        { owner, end: to },
      ]),
    piece,
  ]);
}

/** @param {readonly Piece[]} pieces @param {number} i */
const beginOf = (pieces, i) => pieces[i - 1]?.end ?? 0;

/**
 * @param {{ owner: string, bytes: Buffer }[]} prefixes the bundle up to the end of each piece
 * @returns {Row[]} one per owner
 */
function addUp(prefixes) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  let [bytesBefore, gzippedBefore] = [0, 0];
  for (const { owner, bytes } of prefixes) {
    const row = rows.get(owner) ?? { part: owner, bytes: 0, gzipped: 0 };
    const now = gzipped(bytes);
    row.bytes += bytes.length - bytesBefore;
    row.gzipped += now - gzippedBefore;
    rows.set(owner, row);
    [bytesBefore, gzippedBefore] = [bytes.length, now];
  }
  return [...rows.values()];
}

/**
 * The module's parts, and what each has of its gzipped size: inlined they are not to be told apart, so as they are in the file.
 * @param {number} whole
 * @returns {Promise<Row[]>}
 */
async function shares(whole) {
  let all = Buffer.alloc(0);
  const parts = await wasmParts(new Uint8Array(readFileSync(inRoot('web/lib/core/wasm/microtome.wasm'))));
  const prefixes = parts.map(({ part, bytes }) => {
    all = Buffer.concat([all, bytes]);
    return { owner: part, bytes: all };
  });
  const scale = whole / gzipped(all);
  return addUp(prefixes).map((row) => ({ ...row, gzipped: Math.round(row.gzipped * scale) }));
}
