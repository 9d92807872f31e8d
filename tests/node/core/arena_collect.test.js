// Arrays of the arena that nobody holds any more: their memory is used again once the collector has found them. In a process
// of its own, which can wake the collector.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../../tools/common/paths.js';

const entry = pathToFileURL(inRoot('web/dist/index.js')).href;
const SIZE = 1 << 20;

/** What each program begins with. `collect` gives the collector and its callbacks a turn. */
const START = `
  import assert from 'node:assert/strict';
  import { allocate, init, plan, slice } from '${entry}';
  await init({ arena: ${SIZE} });
  const collect = async () => {
    for (let i = 0; i < 3; ++i) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const isFull = () => {
    try {
      allocate('uint8', [1]);
      return false;
    } catch (error) {
      assert.equal(error.code, 'arena_full');
      return true;
    }
  };
  const filled = (value) => allocate('uint8', [${SIZE}]).fill(value);
`;

/** @type {Record<string, string>} */
const PROGRAMS = {
  'is free when its array is gone, again and again': `
    for (let round = 0; round < 20; ++round) {
      (() => filled(round))();
      assert.ok(isFull());
      await collect();
    }
    allocate('uint8', [${SIZE}]);`,
  'is not free as long as the array is held': `
    const kept = filled(7);
    await collect();
    assert.ok(isFull());
    assert.ok(kept.every((value) => value === 7));`,
  'is free although a subarray is there': `
    const part = (() => filled(3).subarray(0, 8))();
    await collect();
    assert.ok(!isFull());
    assert.equal(part.length, 8);`,
  'is free after a run, of which a plan remembers nothing, and not as long as a plan is bound to the array': `
    const planned = plan('Slice', [{ type: 'uint8', dims: [${SIZE}] }, [0], [${SIZE}], [0], [2]]);
    const out = [new Uint8Array(${SIZE} / 2)];
    (() => planned.run({ dims: [${SIZE}], data: filled(4) }, { out }))();
    await collect();
    let bound = (() => planned.bind({ dims: [${SIZE}], data: filled(5) }, { out }))();
    await collect();
    assert.ok(isFull());
    assert.ok(bound()[0].data.every((value) => value === 5));
    bound = null;
    await collect();
    assert.ok(!isFull());`,
  'is kept by the views that a cut makes of it, and by views of those': `
    const view = (() => slice(slice({ data: filled(9), dims: [${SIZE}] }, '16:', { view: true }), '16:32', { view: true }))();
    await collect();
    assert.ok(isFull());
    assert.ok(view.data.every((value) => value === 9));`,
  'is kept by the array that was cut, also where its view is of another class': `
    const { rearrange } = await import('${entry}');
    let view = (() => {
      const kept = filled(6);
      const data = new Uint8ClampedArray(kept.buffer, kept.byteOffset, ${SIZE});
      data.kept = kept; // as a class that owns its memory would have
      return rearrange({ dims: [${SIZE}], data }, 'a -> a', { to: 'uint8', view: true });
    })();
    await collect();
    assert.ok(isFull());
    assert.ok(view.data.every((value) => value === 6));
    view = null;
    await collect();
    assert.ok(!isFull());`,
  'is kept by a view of float16, whose class is another one where hosts have Float16Array': `
    const { rearrange } = await import('${entry}');
    const view = (() => {
      const data = allocate('uint16', [${SIZE} / 2]).fill(0x3c00);
      return rearrange({ type: 'float16', dims: [data.length], data }, 'a -> a', { to: 'float16', view: true });
    })();
    await collect();
    assert.ok(isFull());
    assert.ok(view.data.every((value) => value === (globalThis.Float16Array ? 1 : 0x3c00)));`,
  'is freed once: released arrays are not freed again when they are collected': `
    const { release } = await import('${entry}');
    (() => release(filled(1)))();
    const kept = filled(2);
    await collect();
    assert.ok(isFull());
    assert.ok(kept.every((value) => value === 2));`,
};

for (const [what, program] of Object.entries(PROGRAMS)) {
  it(`memory ${what}`, () => {
    const args = ['--expose-gc', '--input-type=module', '--eval', `${START}${program}\nconsole.log('done');`];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.deepEqual([status, stdout, stderr], [0, 'done\n', '']);
  });
}
