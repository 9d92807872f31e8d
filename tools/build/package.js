// Makes the published files in web/dist: one file for each entry, and a few that several entries share, because hosts
// take longer to find and link thirty files than to run them. They keep our names and lines, which a debugger shows. Their source
// maps are for the account of sizes (tests/package/size): the files that they name are not published. The corpus as JSON and its
// runner are published, too.
import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { plainCorpus } from '../../web/conformance/plain.js';
import { filesUnder } from '../common/files.js';
import { inRoot } from '../common/paths.js';
import { NOTICES, noticesOf } from './notices.js';
import { fileOf, PARTS } from './parts.js';
import { RECORD, readRecord } from './record.js';
import { SLIM, slim } from './slim.js';
import { buildInFewFiles } from './together.js';

/** By the name of their file. */
export const ENTRIES = {
  index: 'web/lib/index.ts',
  interop: 'web/interop/interop.ts',
  source: 'web/lib/source.ts',
  cached: 'web/lib/cached.ts',
  formats: 'web/lib/formats.ts',
};
const INLINED = 'inlined';
const COMMAND = 'web/command/main.ts';
const CONFORMANCE = 'web/conformance/conformance.js';

export async function buildPackage() {
  const { build } = await import('esbuild'); // there since set-up
  for (const path of filesUnder('web/dist', /\.(c?js|map|wasm|json)$/)) rmSync(inRoot(path));
  await buildInFewFiles(build, ENTRIES.source, {
    entryPoints: [
      ...Object.entries(ENTRIES).map(([out, path]) => ({ in: inRoot(path), out })),
      { in: SLIM, out: 'slim' },
      // Only as an entry it is a file of its own, and so the first in a bundle. gzip looks back 32 KB: all other code should be adjacent.
      { in: inRoot('web/lib/core/inlined.ts'), out: INLINED },
    ],
    plugins: [slim],
    outdir: inRoot('web/dist'),
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    minifySyntax: true,
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'warning',
    // Every entry has the shapes, so that none imports a file of them for nothing, of which bundlers would warn.
    inject: ['web/lib/shape.ts'].map((path) => inRoot(path)),
  });
  rmSync(inRoot('web/dist', `${INLINED}.js`)); // which hands out what is in a shared file
  await buildCommand(build);
  for (const name of ['microtome.wasm', ...PARTS.map(fileOf), RECORD])
    copyFileSync(inRoot('web/lib/core/wasm', name), inRoot('web/dist', name));
  writeFileSync(inRoot('web/dist', NOTICES), noticesOf(readRecord(inRoot('web/dist', RECORD))));
  await build({
    entryPoints: [inRoot(CONFORMANCE)],
    outdir: inRoot('web/dist'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
  });
  writeFileSync(inRoot('web/dist/conformance.json'), `${JSON.stringify(plainCorpus())}\n`);
  await buildCommonJs(build);
}

/**
 * For a `require` that takes no ES modules, as Jest's: one file with all entries, so that they share one library, and for each entry a
 * file that hands out its part.
 * @param {typeof import('esbuild').build} build
 */
async function buildCommonJs(build) {
  const paths = Object.entries({ ...ENTRIES, conformance: CONFORMANCE });
  const entries = [...paths.map(([name, path]) => [name, `./${path}`]), ['slim', SLIM]];
  await build({
    stdin: {
      contents: entries.map(([name, path]) => `export * as ${name} from '${path}';`).join('\n'),
      resolveDir: inRoot(),
    },
    plugins: [slim],
    outfile: inRoot('web/dist/all.cjs'),
    bundle: true,
    format: 'cjs',
    target: 'es2022',
    charset: 'utf8',
    minify: true, // keeps this second copy of the library small
    define: { 'import.meta.url': 'here' },
    banner: { js: "const here = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'warning',
  });
  for (const [name] of entries)
    writeFileSync(inRoot('web/dist', `${name}.cjs`), `module.exports = require('./all.cjs').${name};\n`);
}

/**
 * Builds the command: a small file to start with, and others, which load the library only when they need it. So
 * `--help` and `ls` start nearly as fast as Node.
 * @param {typeof import('esbuild').build} build
 */
async function buildCommand(build) {
  await buildInFewFiles(build, COMMAND, {
    entryPoints: [{ in: inRoot(COMMAND), out: 'command' }],
    outdir: inRoot('web/dist'),
    bundle: true,
    splitting: true,
    chunkNames: 'command-[name]-[hash]',
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    minify: true, // Node reads them faster
    logLevel: 'warning',
  });
  chmodSync(inRoot('web/dist/command.js'), 0o755);
}
