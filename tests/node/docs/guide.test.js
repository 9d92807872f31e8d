// The guide's table of NumPy, PyTorch and ONNX: each link opens the playground at the call that its row names.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';
import * as library from '../../../web/lib/index.ts';
import { toNode } from '../../../web/playground/model/cut.ts';
import { parseHash } from '../../../web/playground/model/hash.ts';
import { versions } from '../../../web/playground/model/rows.ts';

await library.init();

const ROW = /^\|.*\| `([^`]+)` \| \[try it\]\(\.\.\/web\/playground\/index\.html#([^)]+)\) \|$/gm;
const rows = [...readFileSync(inRoot('docs/guide.md'), 'utf8').matchAll(ROW)];

describe("the guide's table", () => {
  it('has a link in each row', () => assert.ok(rows.length >= 10, `${rows.length}`));

  for (const [, code, hash] of rows) {
    it(`${code} opens as what it says`, () => {
      const { state, complaints } = parseHash(hash, versions());
      assert.deepEqual(complaints, []);
      const [x, y] = [0, 24].map((first) => ({
        dims: [4, 6],
        data: Float32Array.from({ length: 24 }, (_, k) => first + k),
      }));
      const call = new Function('library', 'x', 'y', `with (library) return ${code}`);
      const ours = [call(library, x, y)].flat();
      const { inputs, options } =
        state.notation === null
          ? toNode(state)
          : { inputs: [state.notation], options: { opset: state.opset } };
      const tensors = /Concat/.test(state.op) ? [x, y] : [x];
      assert.equal(state.dims, tensors.map(() => '4,6').join(';'));
      const given = /** @type {any[]} */ (state.op === 'ConcatFromSequence' ? [tensors] : tensors);
      const planned = library.plan(state.op, [...given, ...inputs], options);
      assert.deepEqual(planned.run(/** @type {any} */ (tensors.length > 1 ? tensors : x)), ours);
    });
  }
});
