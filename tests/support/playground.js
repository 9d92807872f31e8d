// What the playground shows at an address, for tests of links that lead there.

import assert from 'node:assert/strict';
import { givenBy } from '../../web/playground/model/given.ts';
import { parseHash } from '../../web/playground/model/hash.ts';
import { run } from '../../web/playground/model/planned.ts';

/** @typedef {{ type: string, dims: number[], data: any }} Given */

/** The sizes of the page's own picture. */
export const PICTURE = '480, 720, 4';

/** @param {string} hash without '#' */
export function openHash(hash) {
  const { state, complaints } = parseHash(hash, PICTURE);
  const given = givenBy(state);
  const shapes = given.tensors.map(({ dims }) => dims);
  return {
    state,
    complaints,
    op_type: given.row.op_type,
    /** Those that are typed: the page works out the sizes of updates. */
    shapes: shapes.slice(0, state.dims.split(';').length),
    /**
     * What the page shows of these tensors. They must be of the types and shapes that it shows.
     * @param {readonly Given[]} tensors
     * @returns {any[]}
     */
    run(tensors) {
      assert.deepEqual(
        tensors.map(({ type, dims }) => [type, [...dims]]),
        shapes.map((dims) => [state.type, dims]),
      );
      const arrays = tensors.map(({ data }) => data);
      return run(given, arrays);
    },
  };
}
