// What the playground shows at an address, for tests of links that lead there.
import assert from 'node:assert/strict';
import { plan } from '../../web/lib/index.ts';
import { toNode } from '../../web/playground/model/cut.ts';
import { parseHash } from '../../web/playground/model/hash.ts';
import { toShapes } from '../../web/playground/model/integers.ts';
import { isJoin, tensorsOf, versions } from '../../web/playground/model/rows.ts';
import { rowAt } from '../../web/playground/model/state.ts';

/** @typedef {{ type: string, dims: number[], data: any }} Given */

/** @param {string} hash without '#' */
export function openHash(hash) {
  const { state, complaints } = parseHash(hash, versions());
  const row = /** @type {NonNullable<ReturnType<typeof rowAt>>} */ (rowAt(versions(), state.op, state.opset));
  const { op_type, domain, since_version: opset } = row;
  const { inputs, options } =
    state.notation === null ? toNode(state) : { inputs: [state.notation], options: { domain, opset } };
  const isSequence = tensorsOf(row).some(({ sequence }) => sequence);
  return {
    state,
    complaints,
    op_type,
    shapes: toShapes(state.dims),
    /**
     * What the page shows of these tensors. They must be of the types and shapes that it shows.
     * @param {readonly Given[]} tensors
     * @returns {any[]}
     */
    run(tensors) {
      assert.deepEqual(
        tensors.map(({ type, dims }) => [type, [...dims]]),
        toShapes(state.dims).map((dims) => [state.type, dims]),
      );
      const given = /** @type {any[]} */ (isSequence ? [tensors] : tensors);
      const planned = plan(op_type, /** @type {any} */ ([...given, ...inputs]), options);
      return planned.run(/** @type {any} */ (isJoin(row) ? tensors : tensors[0]));
    },
  };
}
