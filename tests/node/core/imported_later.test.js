// A function that is imported after `init`, in a part of the page that is loaded later, needs `init` once more. This loads
// what is missing, and nothing else.
import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { loadCore as load } from '../../../web/lib/core/core.ts';
import { PRIMARY } from '../../../web/lib/core/inlined.ts';

/** @param {import('microtome').InitOptions} [options] */
const loadCore = (options) => load(options, PRIMARY);

it('what is imported later says so, until `init` has been called again', async () => {
  const instantiate = mock.method(WebAssembly, 'instantiate');
  const first = loadCore({ arena: 4096 });
  assert.equal(loadCore(), first);
  await first;
  assert.equal(instantiate.mock.callCount(), 1, 'nothing needs an arena yet');
  const { allocate, release } = await import('../../../web/lib/allocate.ts');
  const failure = {
    code: 'not_initialized',
    message: 'call `await init()` again: this function was imported later',
  };
  assert.throws(() => allocate('int8', [2]), failure);
  assert.throws(() => release(new Int8Array(2)), failure);
  const again = loadCore({ arena: 1 << 20 });
  assert.notEqual(again, first);
  assert.equal(loadCore(), again);
  await again;
  assert.equal(instantiate.mock.callCount(), 2);
  assert.equal(allocate('int8', [2]).length, 2);
  assert.throws(
    () => allocate('int8', [1 << 19]),
    { code: 'arena_full' },
    'the first call has said its size',
  );
  await loadCore();
  assert.equal(instantiate.mock.callCount(), 2);
  // functions that need more of the module
  const { gather, rearrange, slice } = await import('../../../web/lib/index.ts');
  const x = { dims: [2], data: Float32Array.of(1, 2) };
  assert.equal(slice(x, '1').data[0], 2, 'the primary part is there');
  const notYet = { code: 'not_initialized', message: /: call `await init\(\)` again: this function was imported later/ };
  assert.throws(() => gather(x, [1]), notYet);
  assert.throws(() => rearrange(x, 'a -> a', { to: 'int8' }), notYet);
  await loadCore();
  assert.equal(instantiate.mock.callCount(), 6, 'two parts, for both instances');
  assert.deepEqual([...gather(x, [1]).data], [2]);
  const converted = rearrange(x, 'a -> a', { to: 'int8', out: allocate('int8', [2]) });
  assert.deepEqual([...converted.data], [1, 2]);
}); // biome-ignore format: long lines
