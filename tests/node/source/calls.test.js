// The functions of microtome/source give what those of the same name give in memory, errors included.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';
import * as source from 'microtome/source';
import { FILE } from './data.js';

/** @typedef {any} Any */

before(() => library.init());

/** A function and the arguments after its tensor, of [4, 6]. @type {['slice' | 'split' | 'splitToSequence' | 'variadicSplit', Any[]][]} */
const CALLS = [
  ['slice', ['-1, ::-2']],
  ['slice', [-1]],
  ['slice', [4]],
  ['slice', [{ starts: [1, 5], ends: [9, -9], axes: [0, -1], steps: [2, -3] }]],
  ['slice', [{ starts: [1], ends: [3], axes: [1] }, { opset: 9 }]],
  ['slice', [{ starts: [1], ends: [3], steps: [2] }, { opset: 9 }]], // Slice-1 has no steps
  ['slice', [{ starts: [1], ends: [3], steps: [0] }]],
  ['split', [{ axis: -1, num_outputs: 4 }]],
  ['split', [{ split: [1, 0, 3] }, { opset: 2 }]],
  ['split', [{ axis: 1, split: [2, 3] }]], // do not add up
  ['split', [{ axis: 7, num_outputs: 2 }]],
  ['splitToSequence', [{}]],
  ['splitToSequence', [{ axis: 1, keepdims: 0 }]],
  ['splitToSequence', [{ axis: -1, split: 4, keepdims: 0 }]],
  ['splitToSequence', [{ split: [1, 3] }, { opset: 11 }]],
  ['splitToSequence', [{ split: 0 }]],
  ['variadicSplit', [1, [2, -1, 3]]],
  ['variadicSplit', [-2, Int32Array.of(4)]],
  ['variadicSplit', [0, [5]]],
]; // biome-ignore format: a table

describe('the functions of a file', () => {
  for (const [name, args] of CALLS)
    it(`${name} gives what it gives in memory: ${JSON.stringify(args)}`, async () => {
      const data = FILE.slice(0, 24);
      const stored = (await source.open(data, { layout: { type: 'uint8', dims: [4, 6] } })).tensor();
      const told = async (/** @type {() => Any} */ call) => {
        try {
          return [await call()].flat().map(({ type, dims, data: taken }) => [type, [...dims], [...taken]]);
        } catch (/** @type {Any} */ error) {
          assert.ok(error instanceof library.MicrotomeError, error.stack);
          return [error.code, error.op, error.param];
        }
      };
      const ours = await told(() => /** @type {Any} */ (source)[name](stored, ...args));
      assert.deepEqual(
        ours,
        await told(() => /** @type {Any} */ (library)[name]({ dims: [4, 6], data }, ...args)),
      );
    });

  it('take an integer where they take a slice string', async () => {
    const layout = { type: /** @type {const} */ ('uint8'), dims: [4, 6] };
    const stored = (await source.open(FILE.slice(0, 24), { layout })).tensor();
    const saved = async (/** @type {Any} */ spec) => {
      const { readable, writable } = new TransformStream();
      const saving = source.save(stored, spec, writable);
      const bytes = await new Response(readable).arrayBuffer();
      await saving;
      return [...new Uint8Array(bytes)];
    };
    const inParts = async (/** @type {Any} */ spec) => {
      const found = [];
      for await (const part of source.parts(stored, spec, { maxBytes: 2 })) found.push(part);
      return found;
    };
    /** @type {((spec: Any) => Any)[]} */
    const calls = [
      (spec) => source.slices(stored, [spec, spec]),
      (spec) => source.cost(stored, spec),
      (spec) => source.cost(stored, [spec]),
      (spec) => source.cost(stored, spec, { maxBytes: 2 }),
      (spec) => source.partition(stored, spec, 2),
      inParts,
      saved,
    ];
    for (const call of calls)
      for (const at of [0, 2, -1n]) assert.deepEqual(await call(at), await call(`${at}`), `${call} of ${at}`);
  });
});
