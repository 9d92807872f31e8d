// Loading: once, from what is inlined or from what is given; failures that say why and do not stand in the way of the next try.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, afterEach, describe, it, mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { freshLibrary, removeFresh } from './support/fresh.js';
import { inRoot } from './support/paths.js';

/** @typedef {any} Any */
/** @typedef {typeof import('../../web/lib/index.js')} Library */

const WASM = inRoot('web/lib/wasm/microtome.wasm');
const bytes = readFileSync(WASM);
const x = { data: Float32Array.of(1, 2, 3, 4), dims: [2, 2] };

after(removeFresh);
afterEach(() => mock.restoreAll());

/** @param {Library} library */
function works({ slice, operators }) {
  assert.deepEqual([...slice(x, '::-1').data], [3, 4, 1, 2]);
  assert.equal(operators().length, 12);
}

/** @param {Library} library @param {Any} options @param {RegExp} why */
async function failsToLoad({ init, slice, MicrotomeError }, options, why) {
  const printed = [mock.method(console, 'error', () => {}), mock.method(console, 'log', () => {})];
  await assert.rejects(init(options), (error) => {
    assert.ok(error instanceof MicrotomeError);
    assert.deepEqual([error.code, error.op, error.param], ['load_failed', '', '']);
    assert.match(error.message, /^the WebAssembly module could not be loaded: ./);
    assert.match(error.message, why);
    return true;
  });
  for (const { mock } of printed) assert.equal(mock.callCount(), 0, `printed: ${mock.calls[0]?.arguments}`);
  assert.throws(() => slice(x, '0'), { code: 'not_initialized' });
}

describe('before init', () => {
  it('every call says so', async () => {
    const { MicrotomeError, ...library } = await freshLibrary();
    const { slice, split, splitToSequence, variadicSplit, evaluate, plan, operators } = library;
    const calls = [
      () => slice(x, '0'),
      () => split(x, { num_outputs: 2 }),
      () => splitToSequence(x),
      () => variadicSplit(x, 0, [2]),
      () => evaluate('Slice', [x, [0], [1]]),
      () => plan('Slice', [x, [0], [1]]),
      () => operators(),
    ];
    for (const call of calls) {
      assert.throws(call, (/** @type {Any} */ error) => {
        assert.ok(error instanceof MicrotomeError);
        assert.deepEqual([error.code, error.op, error.param], ['not_initialized', '', '']);
        assert.match(error.message, /await init\(\)/);
        return true;
      });
    }
    const loading = library.init();
    assert.throws(() => slice(x, '0'), { code: 'not_initialized' }, 'init must be awaited');
    await loading;
    works({ MicrotomeError, ...library });
  });
});

describe('init', () => {
  it('is memoised, whatever the later options', async () => {
    const library = await freshLibrary();
    const instantiate = mock.method(WebAssembly, 'instantiate');
    const first = library.init();
    assert.equal(library.init(), first);
    assert.equal(await first, undefined);
    assert.equal(library.init({ bytes: new Uint8Array(1) }), first);
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

  it('takes an http: URL, and what the server says is the reason of a failure', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/microtome.wasm') response.end(bytes);
      else if (request.url === '/page.wasm') response.end('<!doctype html>');
      else response.writeHead(404).end('no');
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    const home = `http://127.0.0.1:${/** @type {Any} */ (server.address()).port}`;
    try {
      const library = await freshLibrary();
      await failsToLoad(library, { url: `${home}/lost.wasm` }, /lost\.wasm answers 404/);
      await failsToLoad(library, { url: `${home}/page.wasm` }, /./);
      await library.init({ url: new URL(`${home}/microtome.wasm`) });
      works(library);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await failsToLoad(await freshLibrary(), { url: `${home}/microtome.wasm` }, /./);
  });

  it('fails, and may succeed then', async () => {
    const library = await freshLibrary();
    await failsToLoad(library, { bytes: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) }, /./);
    await failsToLoad(library, { bytes: bytes.subarray(0, 1000) }, /./);
    await failsToLoad(library, { url: pathToFileURL(`${WASM}.lost`) }, /ENOENT/);
    await failsToLoad(library, { url: 'nonsense' }, /./);
    await failsToLoad(library, { module: /** @type {Any} */ ({}) }, /./);
    const empty = await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    await failsToLoad(library, { module: empty }, /./);
    await library.init();
    works(library);
  });

  it('says that a host has no WebAssembly', async () => {
    const library = await freshLibrary();
    const { WebAssembly: kept } = globalThis;
    Object.assign(globalThis, { WebAssembly: undefined });
    try {
      await failsToLoad(library, undefined, /has no WebAssembly/);
    } finally {
      Object.assign(globalThis, { WebAssembly: kept });
    }
    await library.init();
    works(library);
  });
});

describe('hosts', () => {
  const entry = pathToFileURL(inRoot('web/lib/index.js')).href;
  const program = `import { init, slice } from '${entry}';
    await init();
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
    const bare = `for (const name of ['TextDecoder', 'TextEncoder', 'fetch', 'process', 'atob', 'URL', 'performance'])
      Object.defineProperty(globalThis, name, { value: undefined, configurable: true });
      await import('data:text/javascript,' + encodeURIComponent(${JSON.stringify(program)}));`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', bare], {
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, '']);
  });
});
