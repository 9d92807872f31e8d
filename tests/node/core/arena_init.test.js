// `init({ arena })`: what it takes and refuses, and what becomes of later calls.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, afterEach, describe, it, mock } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';
import { freshLibrary, removeFresh } from '../../support/fresh.js';
import { withoutGrowth } from '../../support/memory.js';

/** @typedef {any} Any */

const bytes = readFileSync(inRoot('web/lib/core/wasm/microtome.wasm'));

after(removeFresh);
afterEach(() => mock.restoreAll());

/** @param {typeof import('microtome')} library @param {number} size of the arena */
function works({ allocate, plan, release }, size) {
  const whole = allocate('uint8', [size]);
  whole.forEach((_, i) => {
    whole[i] = i;
  });
  const planned = plan('Slice', [{ type: 'uint8', dims: [size] }, [0], [size], [0], [2]]);
  const [{ data }] = planned.run({ data: whole, dims: [size] });
  assert.ok(data.every((value, i) => value === ((2 * i) & 255)));
  assert.throws(() => allocate('uint8', [1]), { code: 'arena_full' });
  release(whole);
}

describe('init', () => {
  it('makes an arena of so many bytes, of multiples of 16', async () => {
    for (const [arena, size] of [
      [1, 16],
      [65_536, 65_536],
      [1_000_001, 1_000_016],
      [20 << 20, 20 << 20],
    ]) {
      const library = await freshLibrary();
      await library.init({ arena });
      works(library, size);
    }
  });

  it('makes none unless it is asked for, and only the first call can ask', async () => {
    for (const options of [undefined, {}, { arena: undefined }, { arena: /** @type {Any} */ (null) }]) {
      const library = await freshLibrary();
      const instantiate = mock.method(WebAssembly, 'instantiate');
      const first = library.init(options);
      assert.equal(library.init({ arena: 1 << 20 }), first);
      await first;
      assert.equal(instantiate.mock.callCount(), 3, 'the three parts, and no second instance');
      mock.restoreAll();
      const failure = { name: 'MicrotomeError', code: 'no_arena', op: '', param: '' };
      assert.throws(() => library.allocate('int8', [1]), failure);
      assert.throws(() => library.release(new Int8Array(1)), failure);
    }
    const library = await freshLibrary();
    const first = library.init({ arena: 4096 });
    assert.equal(library.init({ arena: 1 << 20 }), first);
    await first;
    works(library, 4096);
  });

  it('refuses what is no size, and may succeed then', async () => {
    const library = await freshLibrary();
    /** @type {Any[]} */
    const wrong = [0, -0, -1, 1.5, Number.NaN, 2 ** 53, '4096', 16n, true, {}, [16]];
    for (const arena of wrong) {
      await assert.rejects(library.init({ arena }), (/** @type {Any} */ error) => {
        assert.ok(error instanceof library.MicrotomeError);
        assert.deepEqual([error.code, error.op, error.param], ['bad_argument', '', 'arena']);
        assert.match(error.message, /^arena: expected a number of bytes above 0, not \S/);
        return true;
      });
      assert.throws(() => library.operators(), { code: 'not_initialized' });
    }
    await library.init({ arena: 4096 });
    works(library, 4096);
  });

  it('says that there is not so much memory', async () => {
    const library = await freshLibrary();
    for (const arena of [2 ** 31, 2 ** 32, 2 ** 32 + 64, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
      await assert.rejects(library.init({ arena }), {
        name: 'MicrotomeError',
        code: 'out_of_memory',
        param: 'arena',
        message: `arena: there is no room for ${arena} bytes of WebAssembly memory; an arena must be smaller than 2 GiB`,
      });
    }
    await withoutGrowth(() => assert.rejects(library.init({ arena: 64 << 20 }), { code: 'out_of_memory' }));
    await library.init({ arena: 4096 });
    works(library, 4096);
  });

  it('compiles once what it is given, and loads it once', async () => {
    let requests = 0;
    const server = createServer(({ url }, response) => {
      if (url === '/microtome.wasm') ++requests;
      response.end(bytes);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    const url = `http://127.0.0.1:${/** @type {Any} */ (server.address()).port}/microtome.wasm`;
    await (await fetch(new URL('/', url))).text(); // Node's own fetch compiles a module, the first time
    try {
      for (const [given, compiled] of /** @type {[Any, number][]} */ ([
        [{ module: await WebAssembly.compile(bytes) }, 0],
        [{ bytes }, 1],
        [{ url }, 1],
      ])) {
        const library = await freshLibrary();
        const compile = mock.method(WebAssembly, 'compile');
        const instantiate = mock.method(WebAssembly, 'instantiate');
        await library.init({ ...given, arena: 4096 });
        assert.deepEqual([compile.mock.callCount(), instantiate.mock.callCount()], [compiled, 2]);
        for (const {
          arguments: [source],
        } of instantiate.mock.calls)
          assert.ok(source instanceof WebAssembly.Module);
        works(library, 4096);
        mock.restoreAll();
      }
      assert.equal(requests, 1);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
