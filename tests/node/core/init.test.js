// Loading: once, from what is inlined or from what is given, in every host that can. What cannot: init_failure.test.js.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, afterEach, describe, it, mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { inRoot } from '../../../tools/common/paths.js';
import { freshLibrary, removeFresh } from '../../support/fresh.js';
import { startSite } from '../../support/site.js';
import { works, x } from './loading.js';

/** @typedef {any} Any */

const WASM = inRoot('web/lib/core/wasm/microtome.wasm');
const bytes = readFileSync(WASM);

after(removeFresh);
afterEach(() => mock.restoreAll());

describe('before init', () => {
  it('every call says so', async () => {
    const { MicrotomeError, ...library } = await freshLibrary();
    const calls = Object.entries(library).flatMap(([name, call]) => (name === 'init' ? [] : [call]));
    assert.ok(calls.length > 15);
    for (const call of calls) {
      assert.throws(
        () => /** @type {Any} */ (call)(x, x, x),
        (/** @type {Any} */ error) => {
          assert.ok(error instanceof MicrotomeError);
          assert.deepEqual([error.code, error.op, error.param], ['not_initialized', '', '']);
          assert.match(error.message, /await init\(\)/);
          return true;
        },
      );
    }
    const loading = library.init();
    assert.throws(() => library.slice(x, '0'), { code: 'not_initialized' }, 'init must be awaited');
    await loading;
    works({ MicrotomeError, ...library });
  });
});

describe('init', () => {
  it('loads once, however often it is called, and looks at the first options only', async () => {
    const library = await freshLibrary();
    const instantiate = mock.method(WebAssembly, 'instantiate');
    const unread = new Proxy({}, { get: () => assert.fail('looked at') });
    const first = library.init({ bytes });
    assert.equal(library.init(), first);
    assert.equal(library.init(unread), first);
    assert.equal(library.init({ bytes: new Uint8Array(1) }), first);
    assert.equal(await first, undefined);
    assert.equal(library.init(unread), first);
    assert.equal(library.init(/** @type {Any} */ (null)), first);
    assert.equal(instantiate.mock.callCount(), 1);
    works(library);
  });

  it('takes a module', async () => {
    const library = await freshLibrary();
    const module = await WebAssembly.compile(bytes);
    const compile = mock.method(WebAssembly, 'compile');
    await library.init({ module });
    assert.equal(compile.mock.callCount(), 0);
    works(library);
  });

  it('takes bytes, in an array or in a buffer', async () => {
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    for (const given of [bytes, Uint8Array.from(bytes), buffer]) {
      const library = await freshLibrary();
      await library.init({ bytes: /** @type {Any} */ (given) });
      works(library);
    }
  });

  it('takes a file: URL, as text and as URL', async () => {
    for (const url of [pathToFileURL(WASM), pathToFileURL(WASM).href]) {
      const library = await freshLibrary();
      await library.init({ url });
      works(library);
    }
  });

  it('takes an http: URL, whatever type the answer claims to have', async () => {
    const site = await startSite();
    try {
      for (const name of ['whole', 'text', 'untyped']) {
        const library = await freshLibrary();
        await library.init({ url: new URL(`${site.url}/answers/${name}`) });
        works(library);
      }
    } finally {
      await site.close();
    }
  });

  it('takes null and undefined for absent', async () => {
    const library = await freshLibrary();
    await library.init(/** @type {Any} */ ({ module: null, bytes: undefined, url: null }));
    works(library);
  });
});

describe('hosts', () => {
  const entry = pathToFileURL(inRoot('web/dist/index.js')).href;
  const program = `import { init, slice } from '${entry}';
    await init(globalThis.options);
    const cut = slice({ data: Uint16Array.from({ length: 90000 }, (_, k) => k), dims: [300, 300] }, ':, ::-7');
    if (cut.data[1] !== 292) throw new Error('wrong');`;

  it('that forbid code from strings are fine', () => {
    const args = [
      '--disallow-code-generation-from-strings',
      '--input-type=module',
      '-e',
      `${program} console.log('cut')`,
    ];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.deepEqual([status, stdout, stderr], [0, 'cut\n', '']);
  });

  it('that are workers are fine, each with a module of its own', async () => {
    const workers = [1, 2].map(
      () =>
        new Promise((resolve, reject) => {
          const code = `data:text/javascript,${encodeURIComponent(program)}`;
          new Worker(new URL(code)).on('exit', resolve).on('error', reject);
        }),
    );
    assert.deepEqual(await Promise.all(workers), [0, 0]);
  });

  it('may lack TextDecoder, fetch and process, as audio worklets do', () => {
    const bare = `const module = new WebAssembly.Module(process.getBuiltinModule('node:fs').readFileSync('${WASM}'));
      for (const name of ['TextDecoder', 'TextEncoder', 'fetch', 'process', 'atob', 'URL', 'performance', 'DecompressionStream'])
      Object.defineProperty(globalThis, name, { value: undefined, configurable: true });
      globalThis.options = { module };
      await import('data:text/javascript,' + encodeURIComponent(${JSON.stringify(program)}));`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', bare], {
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, '']);
  });
});
