// The saved diagram shows each cell of the result once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from '../../../web/lib/index.ts';
import { cut } from '../../../web/playground/model/cut.ts';
import { parseHash } from '../../../web/playground/model/hash.ts';
import { sizeOf } from '../../../web/playground/model/integers.ts';
import { versions } from '../../../web/playground/model/rows.ts';
import { heldBy } from '../../../web/playground/model/twins.ts';
import { toDiagram } from '../../../web/playground/take/diagram.ts';
import { embedCode } from '../../../web/playground/take/embed_code.ts';
import { toSvg } from '../../../web/playground/take/svg.ts';
import { attempt, cuts, states } from './states.js';

await init();
const rows = versions();
const resultOf = (/** @type {string} */ hash) => cut(parseHash(hash, rows).state);

/** Every kind: cuts, joins, a base, a shift, several matrices, no cells, a scalar. */
const HASHES = [
  'op=Slice&opset=13&dims=4,6&s=::-1,1:5',
  'op=Split&opset=18&dims=2,3,7&axis=2&num_outputs=4',
  'op=SplitToSequence&opset=24&dims=9,2&axis=0&keepdims=0',
  'op=Concat&opset=13&dims=3,4,1;3,4,1;3,4,1&axis=-1',
  'op=SliceScatter&opset=15&dims=5,6&s=1:4,2:5',
  'op=TensorScatter&opset=24&dims=1,5,2;1,3,2&write_indices=3&axis=1&mode=circular',
  'op=Slice&opset=13&dims=4&s=3:1',
  'op=Slice&opset=13&dims=&starts=%5B%5D&ends=%5B%5D',
];

describe('the diagram', () => {
  for (const hash of HASHES) it(`has every cell: ${hash}`, () => checkCells(resultOf(hash)));

  it('has every cell, of any cut', () => {
    fc.assert(
      fc.property(states(cuts()), (state) => {
        const result = attempt(state);
        if (result !== null && sizeOf(result.dims) <= 400) checkCells(result);
      }),
      { numRuns: 300 },
    );
  });

  it('says how many parts it does not show', () => {
    const { texts } = toDiagram(resultOf('op=SplitToSequence&opset=24&dims=70&axis=0'));
    assert.ok(texts.some(({ text }) => text.includes('The last 6 are not shown.')));
  });

  it('holds any text as XML can', () => {
    const state = {
      ...resultOf('op=Slice&opset=13&dims=3&type=string&s=1:').state,
      data: ['<&>"', 'a\0b\ud800', '  '],
    };
    const svg = toSvg(toDiagram(cut(state)), (name) => `"${name}"`);
    assert.match(svg, />&lt;&amp;&gt;&quot;</);
    assert.match(svg, />a\ufffdb\ufffd</);
    assert.match(svg, /font-family="&quot;mono&quot;"/);
  });
});

/**
 * The boxes of one colour hold what the tensors hold, apart from each other and within the diagram.
 * @param {ReturnType<typeof resultOf>} result
 */
function checkCells(result) {
  const { width, height, boxes, texts } = toDiagram(result);
  const others = [...(result.hasBase ? [-1] : []), ...result.parts.keys()];
  const held = [null, ...others].flatMap((output) => {
    const size = sizeOf(output === null || output < 0 ? result.dims : result.parts[output]);
    return Array.from({ length: size }, (_, place) => heldBy(result, output)(place));
  });
  const cells = boxes.filter((box) => box.height === 30 && box.width > 1); // others are the edge of a tag
  const shown = cells.map((cell) => {
    const isIn = (/** @type {number} */ x) => x > cell.x && x < cell.x + cell.width;
    return texts
      .filter(({ x, y, bold }) => !bold && isIn(x) && y === cell.y + cell.height / 2)
      .map(({ text }) => text);
  });
  assert.ok(shown.every((all) => all.length === 1));
  assert.deepEqual(shown.flat().sort(), held.sort());
  assert.equal(new Set(cells.map(({ x, y }) => `${x} ${y}`)).size, cells.length);
  for (const box of boxes)
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height);
  for (const { x, y } of texts) assert.ok(x >= 0 && x <= width && y >= 0 && y <= height);
}

describe('a frame for another page', () => {
  it('has an address and a title as markup has them', () => {
    const code = embedCode('https://a.b/?embed#s=1&t="<', 'Slice-13: "1 < 2"');
    assert.match(
      code,
      /^<iframe src="https:\/\/a\.b\/\?embed#s=1&amp;t=&quot;&lt;" title="Slice-13: &quot;1 &lt; 2&quot;" /,
    );
  });
});
