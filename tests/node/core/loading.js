// What loading comes to: a library that works, or one failure that says why and leaves everything as it was.
import assert from 'node:assert/strict';
import { mock } from 'node:test';

/** @typedef {any} Any */
/** @typedef {typeof import('microtome')} Library */

export const x = { data: Float32Array.of(1, 2, 3, 4), dims: [2, 2] };

/** @param {Library} library */
export function works({ slice, operators }) {
  assert.deepEqual([...slice(x, '::-1').data], [3, 4, 1, 2]);
  assert.ok(operators().length > 0);
}

/**
 * Nothing is printed, no promise is left rejected with nobody to see it, and nothing has been loaded.
 * @param {Library} library
 * @param {Any} options
 * @param {RegExp} why
 * @param {string} [code]
 */
export async function failsToLoad({ init, slice, MicrotomeError }, options, why, code = 'load_failed') {
  const channels = /** @type {const} */ (['error', 'warn', 'log', 'info', 'debug']);
  const printed = channels.map((name) => mock.method(console, name, () => {}));
  const unseen = mock.fn();
  process.on('unhandledRejection', unseen);
  await assert.rejects(init(options), (error) => {
    assert.ok(error instanceof MicrotomeError);
    assert.deepEqual([error.code, error.op, error.param], [code, '', '']);
    assert.match(error.message, /^the WebAssembly module could not be loaded: \S/);
    assert.match(error.message, why);
    assert.doesNotMatch(error.message, /Aborted|ASSERTIONS|undefined|\[object/);
    return true;
  });
  await new Promise((resolve) => setTimeout(resolve, 5)); // rejections are reported after a turn of the event loop
  process.off('unhandledRejection', unseen);
  for (const { mock } of [...printed, unseen]) {
    assert.equal(mock.callCount(), 0, `printed or unseen: ${mock.calls[0]?.arguments}`);
  }
  for (const { mock } of printed) mock.restore();
  assert.throws(() => slice(x, '0'), { code: 'not_initialized' });
}
