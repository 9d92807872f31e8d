// Labels: indices, captions, marks and values do not overlap, however narrow the tensor is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usePage } from '../page.js';

/** @import { Page } from 'playwright-core' */

/** Where there is less room than for what must be said. */
const NARROW = {
  'one column': '#op=Split&opset=18&dims=2,3,4&axis=2&num_outputs=4',
  'rank 6': '#op=Slice&opset=13&dims=2,2,2,2,3,1&starts=1&ends=2147483647&axes=3',
  'many outputs': '#op=SplitToSequence&opset=24&dims=2,30&axis=1',
};

describe('labels', () => {
  const place = usePage();

  for (const [name, hash] of Object.entries(NARROW))
    it(`do not run into each other: ${name}`, async () => {
      for (const width of [1280, 360]) {
        await place.page.setViewportSize({ width, height: 740 });
        await place.show(hash);
        const { labels, collisions } = await labelsOf(place.page);
        assert.ok(labels > 20, `${labels} labels`);
        assert.deepEqual(collisions, [], `${width} pixels`);
      }
    });
});

/** How many labels there are, and which of them overlap. @param {Page} page */
function labelsOf(page) {
  return page.evaluate(() => {
    const boxOf = (/** @type {Node} */ node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    };
    const labels = [...document.querySelectorAll('.io .tick, .io figcaption')]
      .map((element) => ({ text: element.textContent, box: boxOf(element), apart: 2 }))
      .filter(({ box }) => box.width > 0);
    for (const cell of document.querySelectorAll('.io .cell')) {
      const value = boxOf(cell);
      const mark = getComputedStyle(cell, '::after');
      const right = cell.getBoundingClientRect().right - Number.parseFloat(mark.right);
      const box = new DOMRect(right, value.y, -Number.parseFloat(mark.width), value.height);
      labels.push({ text: cell.textContent, box: value, apart: 0 });
      if (mark.content !== 'none') labels.push({ text: `its ${mark.content}`, box, apart: 0 });
    }
    /** @type {(a: typeof labels[number], b: typeof labels[number]) => boolean} */
    const collide = (a, b) =>
      Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > -Math.min(a.apart, b.apart) &&
      Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 3;
    const collisions = labels.flatMap((label, i) =>
      labels
        .slice(i + 1)
        .filter((other) => collide(label, other))
        .map((other) => `${label.text} and ${other.text}`),
    );
    return { labels: labels.length, collisions };
  });
}
