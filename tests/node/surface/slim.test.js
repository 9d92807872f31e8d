// `microtome/slim`: the same functions, whose WebAssembly is in files beside the script. Pages fetch the parts that they need.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build as buildWithEsbuild } from 'esbuild';
import { build as buildWithVite } from 'vite';
import { fileOf, PARTS } from '../../../tools/build/parts.js';
import { inRoot } from '../../../tools/common/paths.js';
import * as library from '../../../web/dist/index.js';
import { INLINED } from '../../support/inlined.js';

/** @typedef {any} Any */

const x = { dims: [2, 2], data: Float32Array.of(1, 2, 3, 4) };

/** @type {string[]} */
const folders = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'microtome-'));
  folders.push(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
};

/** Scripts that a script imports, itself included. @param {string} name @param {Map<string, string>} found */
function reached(name, found = new Map()) {
  if (found.has(name)) return found;
  const text = readFileSync(inRoot('web/dist', name), 'utf8');
  found.set(name, text);
  for (const [, next] of text.matchAll(/\b(?:from|import) "\.\/([^"]+)"/g)) reached(next, found);
  return found;
}

/** slim.js in a new folder, with some files. @param {string[]} files @returns {Promise<typeof library>} */
async function freshSlim(files) {
  const folder = newFolder();
  for (const [name, text] of reached('slim.js')) writeFileSync(join(folder, name), text);
  for (const name of files) copyFileSync(inRoot('web/dist', name), join(folder, name));
  return import(pathToFileURL(join(folder, 'slim.js')).href);
}

const ALL = PARTS.map(fileOf);

describe('microtome/slim', () => {
  it('has the same names, and no WebAssembly in its scripts, nor have the entries beside it its primary module', async () => {
    const slim = await freshSlim(ALL);
    assert.deepEqual(Object.keys(slim), Object.keys(library));
    for (const entry of ['slim.js', 'source.js', 'cached.js', 'interop.js'])
      for (const [name, text] of reached(entry)) assert.doesNotMatch(text, INLINED, `${entry}: ${name}`);
    assert.ok([...reached('index.js').values()].some((text) => INLINED.test(text)));
  });

  it('loads the files beside it', async () => {
    const slim = await freshSlim(ALL);
    await slim.init({ arena: 4096 });
    assert.deepEqual([...slim.slice(x, '1').data], [3, 4]);
    assert.deepEqual([...slim.gather(x, [1]).data], [3, 4]);
    const out = slim.allocate('int8', [4]);
    assert.deepEqual([...slim.rearrange(x, 'a b -> b a', { to: 'int8', out }).data], [1, 3, 2, 4]);
  });

  it('loads nothing but the module that it is given', async () => {
    const slim = await freshSlim([]);
    await slim.init({ bytes: readFileSync(inRoot('web/dist/microtome.wasm')) });
    assert.deepEqual([...slim.gather(x, [1]).data], [3, 4]);
  });

  it('says which file is missing, and tries again', async () => {
    const slim = await freshSlim(ALL.slice(0, 1));
    for (let i = 0; i < 2; ++i)
      await assert.rejects(slim.init(), { code: 'load_failed', message: /microtome-(rest|conversions)\.wasm/ });
  }); // biome-ignore format: short

  it('refuses a part of another build', async () => {
    const folder = newFolder();
    for (const [name, text] of reached('slim.js')) writeFileSync(join(folder, name), text);
    for (const name of ALL) copyFileSync(inRoot('web/dist', name), join(folder, name));
    const part = readFileSync(join(folder, fileOf('rest')));
    const { tie } = await import('../../../web/lib/core/wasm/tables.js');
    const other = Buffer.from(part.toString('latin1').replaceAll(tie, 'x'.repeat(tie.length)), 'latin1');
    assert.notDeepEqual(other, part);
    writeFileSync(join(folder, fileOf('rest')), other);
    const slim = await import(pathToFileURL(join(folder, 'slim.js')).href);
    await assert.rejects(slim.init(), { code: 'load_failed' });
  });

  it('fetches the parts that the functions of a page need, and compiles them while they arrive', async () => {
    /** @type {string[]} */
    const asked = [];
    const server = createServer(({ url = '' }, response) => {
      asked.push(url.slice(1));
      response.setHeader('content-type', 'application/wasm');
      response.end(readFileSync(inRoot('web/dist', url.slice(1))));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    try {
      const home = `http://127.0.0.1:${/** @type {Any} */ (server.address()).port}/page.js`;
      for (const [names, files] of /** @type {[string, string[]][]} */ ([
        ['slice', ['primary']],
        ['slice, gather', ['primary', 'rest']],
        ['slice, rearrange', ['primary', 'conversions']],
      ])) {
        const folder = newFolder();
        writeFileSync(
          join(folder, 'page.js'),
          `import { init, ${names} } from ${JSON.stringify(inRoot('web/dist/slim.js'))};
export const functions = { ${names} };
export { init };`,
        );
        await buildWithEsbuild({
          entryPoints: [join(folder, 'page.js')],
          outfile: join(folder, 'out.js'),
          bundle: true,
          minify: true,
          format: 'esm',
          define: { 'import.meta.url': JSON.stringify(home) },
        });
        asked.length = 0;
        const { init, functions } = await import(pathToFileURL(join(folder, 'out.js')).href);
        await init();
        assert.deepEqual([...functions.slice(x, '0').data], [1, 2]);
        assert.deepEqual(asked, files.map(fileOf));
      }
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('is one library with microtome and microtome/source in a bundle by Vite, which delivers the files', async () => {
    const folder = newFolder();
    const path = (/** @type {string} */ name) => JSON.stringify(inRoot('web/dist', name));
    writeFileSync(
      join(folder, 'page.js'),
      `import * as slim from ${path('slim.js')};
import { slice, MicrotomeError } from ${path('index.js')};
import { gather, open, toBytes } from ${path('source.js')};
export { slim, slice, MicrotomeError, gather, open, toBytes };`,
    );
    await buildWithVite({
      configFile: false,
      root: folder,
      base: './',
      publicDir: false,
      logLevel: 'silent',
      build: {
        outDir: 'out',
        assetsInlineLimit: 0,
        modulePreload: false, // it needs a document, and the bundle runs here
        rolldownOptions: { input: join(folder, 'page.js'), preserveEntrySignatures: 'strict' },
      },
    });
    const files = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' });
    for (const part of PARTS)
      assert.ok(
        files.some((name) => name.includes(`microtome-${part}`)),
        part,
      );
    const entry = files.find((name) => /page-.*\.js$/.test(name));
    const page = await import(pathToFileURL(join(folder, 'out', String(entry))).href);
    await page.slim.init();
    assert.equal(page.MicrotomeError, page.slim.MicrotomeError);
    assert.deepEqual([...page.slice(x, '1').data], [3, 4], 'initialized by the other entry');
    const file = await page.open(page.toBytes(x, { format: 'npy' }));
    assert.deepEqual([...(await page.gather(file.tensor(), [1, 0])).data], [3, 4, 1, 2]);
  });
});
