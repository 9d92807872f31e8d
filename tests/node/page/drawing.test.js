// Where the cells of a tensor lie on the page: each has its own place at any rank, points lead back to cells, keys lead from one
// to the next, and a viewport shows neither more nor less than is there.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fit, pan, reveal, zoom } from '../../../web/playground/canvas/camera.ts';
import {
  cellAt,
  cornerOf,
  layOut,
  matricesOf,
  moveBy,
  partsBetween,
} from '../../../web/playground/cells/geometry.ts';

const CELL = { cellWidth: 30, cellHeight: 20, head: 10 };
/** As it is, and with a line above each matrix that is wider than many of them. */
const cells = fc.constantFrom(CELL, { ...CELL, headWidth: 75 });
const shapes = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 6 });

describe('the geometry', () => {
  it('gives every cell a place of its own, from which a point leads back', () => {
    fc.assert(
      fc.property(shapes, cells, (dims, cell) => {
        const geometry = layOut(dims, cell);
        const seen = new Set();
        for (let place = 0; place < geometry.size; ++place) {
          const { x, y } = cornerOf(geometry, place);
          seen.add(`${x} ${y}`);
          assert.ok(
            x >= 0 &&
              x + CELL.cellWidth <= geometry.width &&
              y >= 0 &&
              y + CELL.cellHeight <= geometry.height,
          );
          for (const [dx, dy] of [
            [0, 0],
            [29, 19],
            [15, 10],
          ])
            assert.equal(cellAt(geometry, x + dx, y + dy), place);
          assert.notEqual(cellAt(geometry, x + 31, y), place);
        }
        assert.equal(seen.size, geometry.size);
        assert.equal(cellAt(geometry, -1, 5), -1);
        assert.equal(cellAt(geometry, geometry.width + 1, geometry.height + 1), -1);
      }),
    );
  });

  it('finds what lies between two coordinates, and nothing else', () => {
    fc.assert(
      fc.property(shapes, cells, fc.nat(400), fc.nat(300), fc.nat(200), (dims, cell, left, top, size) => {
        const geometry = layOut(dims, cell);
        const columns = partsBetween(geometry, 'x', left, left + size);
        const lines = partsBetween(geometry, 'y', top, top + size);
        const found = lines
          .flatMap((row) => columns.map((column) => row.part + column.part))
          .sort((a, b) => a - b);
        const expected = Array.from({ length: geometry.size }, (_, place) => place).filter((place) => {
          const { x, y } = cornerOf(geometry, place);
          return x < left + size && x + 30 > left && y < top + size && y + 20 > top;
        });
        assert.deepEqual(found, expected);
      }),
    );
  });

  it('lets keys walk to every cell, across blocks', () => {
    fc.assert(
      fc.property(shapes, (dims) => {
        const geometry = layOut(dims, CELL);
        const reached = new Set([0]);
        for (const place of reached) {
          for (const key of ['ArrowRight', 'ArrowDown']) reached.add(moveBy(geometry, place, key) ?? -1);
          const back = moveBy(geometry, moveBy(geometry, place, 'ArrowRight') ?? 0, 'ArrowLeft');
          if (moveBy(geometry, place, 'ArrowRight') !== place) assert.equal(back, place);
        }
        assert.equal(reached.size, geometry.size);
      }),
    );
    const matrix = layOut([3, 4], CELL);
    assert.deepEqual(
      ['Home', 'End', 'PageUp', 'PageDown', 'a'].map((key) => moveBy(matrix, 6, key)),
      [4, 7, 2, 10, null],
    );
  });

  it('lays a long list out in lines', () => {
    const list = layOut([2500], CELL);
    assert.deepEqual(cornerOf(list, 1000), { x: 0, y: 22 });
    assert.equal(cellAt(list, cornerOf(list, 2499).x, cornerOf(list, 2499).y), 2499);
    assert.equal(cellAt(list, list.width - 1, list.height - 1), -1, 'the last line is not full');
    assert.equal(moveBy(list, 2400, 'ArrowDown'), 2400);
    assert.equal(moveBy(list, 2400, 'End'), 2499);
  });

  it('leaves room for the line above each matrix', () => {
    fc.assert(
      fc.property(shapes, fc.nat(200), (dims, headWidth) => {
        const geometry = layOut(dims, { ...CELL, headWidth });
        const corners = Array.from(matricesOf(geometry), ({ place }) => cornerOf(geometry, place));
        for (const [i, a] of corners.entries()) {
          assert.ok(a.x + headWidth <= geometry.width && a.y >= CELL.head);
          for (const b of corners.slice(i + 1))
            assert.ok(a.y !== b.y || Math.abs(a.x - b.x) > headWidth, `${a.x} and ${b.x}`);
        }
      }),
    );
    assert.equal(layOut([4, 1], { ...CELL, headWidth: 75 }).width, 30, 'one matrix has no such line');
  });

  it('names the matrices of a tensor', () => {
    assert.deepEqual(
      [...matricesOf(layOut([2, 1, 3, 3], CELL))],
      [
        { index: [0, 0], place: 0 },
        { index: [1, 0], place: 9 },
      ],
    );
    assert.deepEqual([...matricesOf(layOut([3, 3], CELL))], []);
    assert.deepEqual([...matricesOf(layOut([0, 3, 3], CELL))], []);
  });
});

describe('the camera', () => {
  const viewport = { width: 400, height: 200 };
  const extents = { drawing: { width: 4000, height: 3000 }, viewport };

  it('shows all at first, and never what lies beyond the edges', () => {
    const all = fit(extents);
    assert.deepEqual(all, { scale: 1 / 15, left: 0, top: 0 });
    assert.equal(fit({ drawing: { width: 10, height: 10 }, viewport }).scale, 1, 'never larger than life');
    assert.deepEqual(pan(all, -500, -500, extents), all);
    const near = zoom(all, 15, { x: 0, y: 0 }, extents);
    assert.deepEqual(pan(near, -9000, -9000, extents), { scale: 1, left: -3600, top: -2800 });
    assert.equal(zoom(near, 99, { x: 0, y: 0 }, extents).scale, 2);
    assert.deepEqual(zoom(near, 0.0001, { x: 9, y: 9 }, extents), all);
  });

  it('zooms about a point', () => {
    const before = pan(zoom(fit(extents), 10, { x: 0, y: 0 }, extents), -300, -300, extents);
    const after = zoom(before, 1.5, { x: 100, y: 50 }, extents);
    const under = (/** @type {typeof after} */ { scale, left, top }) => [
      (100 - left) / scale,
      (50 - top) / scale,
    ];
    under(after).forEach((value, i) => {
      assert.ok(Math.abs(value - under(before)[i]) < 1e-9);
    });
  });

  it('goes where a cell is', () => {
    const camera = { scale: 1, left: 0, top: 0 };
    const part = { x: 2000, y: 1500, width: 30, height: 20 };
    const { left, top } = reveal(camera, part, extents);
    assert.ok(
      part.x + left >= 0 && part.x + left + 30 <= 400 && part.y + top >= 0 && part.y + top + 20 <= 200,
    );
    const inSight = { x: 10, y: 10, width: 30, height: 20 };
    assert.deepEqual(reveal(camera, inSight, extents), camera);
  });
});
