// Every example of the gallery is documented, and gives what its document says.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { init } from '../../../web/lib/index.ts';
import { shapeOf } from '../../../web/playground/cells/tensor.ts';
import { EXAMPLES } from '../../../web/playground/gallery/examples.ts';
import { cut } from '../../../web/playground/model/cut.ts';
import { parseHash } from '../../../web/playground/model/hash.ts';
import { sizeOf } from '../../../web/playground/model/integers.ts';
import { versions } from '../../../web/playground/model/rows.ts';
import { heldBy } from '../../../web/playground/model/twins.ts';
import { SHOWN } from './gallery.js';

await init();

describe('the gallery', () => {
  it('has a row here for each example', () =>
    assert.deepEqual(EXAMPLES.map(({ title }) => title).sort(), Object.keys(SHOWN).sort()));

  for (const { title, hash } of EXAMPLES)
    it(title, () => {
      const result = cut(parseHash(hash, versions()).state);
      const { outputs, whole, says = /./ } = SHOWN[title];
      const valuesOf = (/** @type {number | null} */ part, /** @type {readonly number[]} */ dims) =>
        Array.from({ length: sizeOf(dims) }, (_, place) => Number(heldBy(result, part)(place)));
      const parts = [...(result.hasBase ? [result.dims] : []), ...result.parts];
      const shown = parts.map((dims, i) => {
        const part = result.hasBase ? i - 1 : i;
        const isRead = outputs[i]?.values.length > 0;
        return { shape: shapeOf(result, part, dims), values: isRead ? valuesOf(part, dims) : [] };
      });
      assert.deepEqual(shown, outputs);
      if (whole) assert.deepEqual(valuesOf(null, result.dims), whole);
      assert.match(result.sentence, says);
    });
});
