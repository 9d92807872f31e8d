// How long views of wasm memory live: buffers of the core move while long lists pass, and the host's stack may end inside of a
// call. Whatever happened before, a call gives what it gave at first.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { concat, init, plan, rearrange, slice, split, splitToSequence, variadicSplit } from 'microtome';

const small = { dims: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) };
const table = { dims: [60, 70], data: Float32Array.from({ length: 4200 }, (_, k) => k) };
const turned = Float32Array.from({ length: 4200 }, (_, k) => (k % 60) * 70 + Math.floor(k / 60));

before(() => init());

/** Calls with short lists, in each way. */
function checkSmall() {
  assert.deepEqual([...slice(small, ':, 1:').data], [2, 3, 5, 6]);
  assert.deepEqual(slice(small, '0:1').dims, [1, 3]);
  assert.deepEqual([...rearrange(small, 'h w -> w h').data], [1, 4, 2, 5, 3, 6]);
  assert.deepEqual(rearrange(table, 'h w -> w h').data, turned);
}

describe('responses of any length', () => {
  const long = { dims: [8200], data: Uint16Array.from({ length: 8200 }, (_, k) => k) };
  /** @type {[string, (count: number) => readonly { data: Uint16Array }[]][]} */
  const calls = [
    ['split', (count) => split(head(count), { num_outputs: count })],
    ['splitToSequence', (count) => splitToSequence(head(count), { keepdims: 0 })],
    ['variadicSplit', (count) => variadicSplit(head(count), 0, new Array(count).fill(1))],
    [
      'plan',
      (count) => plan('Split', [head(count)], { attributes: { num_outputs: count } }).run(head(count)),
    ],
  ];
  /** @param {number} count */
  const head = (count) => ({ dims: [count], data: long.data.subarray(0, count) });

  for (const [name, call] of calls)
    it(`leave later calls right: ${name}`, () => {
      // the buffer doubles, so it moves at some of these, while what is written fills less than the old one
      for (let count = 3700; count <= 8200; count += 97) {
        checkSmall();
        const outputs = call(count);
        assert.equal(outputs.length, count);
        assert.ok(outputs.every(({ data }, i) => data.length === 1 && data[0] === i));
        checkSmall();
      }
    });

  it('and long requests', () => {
    for (let count = 50; count < 5000; count += 211) {
      const parts = Array.from({ length: count }, (_, i) => ({ dims: [1], data: Int8Array.of(i) }));
      assert.deepEqual(
        concat(parts, 0).data,
        Int8Array.from({ length: count }, (_, i) => i),
      );
      checkSmall();
    }
  });

  it('also of a plan that was made before', () => {
    const planned = plan('Rearrange', [table], { attributes: { pattern: 'h w -> w h' } });
    const bound = planned.bind(table);
    for (let count = 3700; count < 8200; count += 501) {
      split(head(count), { num_outputs: count });
      assert.deepEqual(planned.run(table)[0].data, turned);
      assert.deepEqual(bound()[0].data, turned);
    }
  });

  it('also after a failure', () => {
    const outs = Array.from({ length: 8100 }, () => ({
      data: new Uint16Array(1),
      shape: [1],
      stride: [1],
      offset: 1,
    }));
    for (let count = 3700; count < 8100; count += 307) {
      assert.throws(() => split(head(count), { num_outputs: count }, { out: outs.slice(0, count) }), {
        code: 'bad_out',
      });
      checkSmall();
    }
  });
});

describe("the host's stack", () => {
  it('may end while a view is taken', () => {
    /** Calls `call` once, so many frames above the end of the stack. @param {() => void} call @param {number} frames */
    const nearEnd = (call, frames) => {
      let left = -1;
      let isOver = false;
      const dive = () => {
        try {
          dive();
        } catch {
          // the end
        }
        if (++left !== frames) return;
        try {
          call();
        } catch (error) {
          isOver = true;
          if (!(error instanceof Error && (error.cause ?? error) instanceof RangeError)) throw error;
        }
      };
      dive();
      return isOver;
    };
    /** @param {number} count */
    const cut = (count) => {
      const x = { dims: [count], data: new Uint8Array(count) };
      const lengths = new Array(count).fill(1);
      return () => void variadicSplit(x, 0, lengths);
    };
    /** @param {number} count */
    const joined = (count) => {
      const parts = Array.from({ length: count }, (_, i) => ({ dims: [1], data: Uint8Array.of(i) }));
      assert.deepEqual(
        concat(parts, 0).data,
        Uint8Array.from({ length: count }, (_, i) => i),
      );
    };
    for (let i = 0; i < 300; ++i) cut(100 + (i % 3))(); // compiled
    let [over, enough] = [0, 4000];
    while (enough - over > 1) {
      const frames = (over + enough) >> 1;
      if (nearEnd(cut(100 + (frames % 5)), frames)) over = frames;
      else enough = frames;
    }
    // one of the buffers grows in nearly every call
    for (let frames = Math.max(0, enough - 24), count = 900; frames <= enough; ++frames) {
      count = Math.ceil(count * 1.2);
      nearEnd(cut(count), frames);
      for (const few of [1, 5, 40, 150]) joined(few + (frames % 7));
      checkSmall();
    }
  });

  it('may end in any call, again and again', () => {
    const words = { dims: [64, 64], data: Uint8Array.from({ length: 4096 }, (_, k) => k) };
    /** @type {(() => unknown)[]} */ const calls = [
      () => slice(small, ':, 1:'),
      () => split(words, { axis: 1, num_outputs: 64 }),
      () => rearrange(table, 'h w -> w h'),
      () => rearrange(words, 'a b -> b a', { to: { type: 'float32', scale: 2 } }),
      () => concat([words, words], 1),
    ];
    // few elements, which loops convert
    const few = { type: /** @type {const} */ ('uint8'), dims: [9, 7], data: words.data.slice(0, 63) };
    const attributes = { pattern: 'a b -> b a', to: { type: /** @type {const} */ ('int16'), scale: 2 } };
    const convert = plan('Rearrange', [few], { attributes }).bind(few);
    const doubled = convert()[0].data.slice();
    calls.push(() => void convert());
    let ended = 0;
    for (const call of calls) {
      // goes down to where the stack ends, and calls on the way up until a call succeeds
      /** @type {() => boolean} */
      const dive = () => {
        let isDone = false;
        try {
          isDone = dive();
        } catch (error) {
          // making an array may be what there was no room for
          if (!(error instanceof Error && (error.cause ?? error) instanceof RangeError)) throw error;
          ended += 1;
        }
        if (!isDone) call();
        return true;
      };
      for (let i = 0; i < 60; ++i) dive();
      checkSmall();
      const scaled = rearrange(words, 'a b -> b a', { to: { type: 'float32', scale: 2 } }).data;
      assert.ok(scaled.every((value, k) => value === 2 * (((k % 64) * 64 + Math.floor(k / 64)) & 255)));
      convert()[0].data.fill(0);
      assert.deepEqual(convert()[0].data, doubled);
    }
    assert.ok(ended > 60 * calls.length, `${ended}`);
  });
});
