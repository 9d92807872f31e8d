// Results whose code is tested: every example of the gallery, every version as the page begins with it, every element type, with
// counted and with typed values, and joins of all shapes.

import { EXAMPLES } from '../../../web/playground/gallery/examples.ts';
import { cut } from '../../../web/playground/model/cut.ts';
import { parseHash } from '../../../web/playground/model/hash.ts';
import { sizeOf } from '../../../web/playground/model/integers.ts';
import { nameOf, versions } from '../../../web/playground/model/rows.ts';
import { beginWith } from '../../../web/playground/model/state.ts';
import { valueAt } from '../../../web/playground/model/values.ts';

/** @import { Result } from '../../../web/playground/model/cut.ts' */
/** @import { State } from '../../../web/playground/model/state.ts' */

/** Cells of an input that a test executes code for. */
const MOST = 20_000;

/** @returns {{ title: string, result: Result }[]} once the library has been loaded */
export function resultsWithCode() {
  const rows = versions();
  const examples = EXAMPLES.map(({ title, hash }) => ({ title, state: parseHash(hash, rows).state }));
  const newest = rows.map((row) => ({
    title: nameOf(row),
    state: beginWith(rows, row.op, row.since_version),
  }));
  const types = ['Slice', 'VariadicSplit'].flatMap((op) => {
    const state = { ...beginWith(rows, op), dims: '3, 4', notation: null };
    /** @type {Record<string, string>} */
    const values =
      op === 'Slice' ? { starts: '-1', ends: 'INT_MIN', steps: '-2' } : { axis: '1', split_lengths: '1, -1' };
    const row = rows.findLast((each) => each.op === op);
    return (row?.types ?? []).flatMap((type) => {
      const data = Array.from({ length: 12 }, (_, k) => valueAt(type, k * k));
      return [
        { title: `${op} of ${type}`, state: { ...state, type, values } },
        { title: `${op} of typed ${type}`, state: { ...state, type, values, data } },
      ];
    });
  });
  const backwards = { ...beginWith(rows, 'Slice'), dims: '6, 5', notation: '-2:0:-2, 3' };
  const wide = {
    ...beginWith(rows, 'Slice'),
    dims: '5',
    notation: null,
    values: { starts: '9223372036854775807', ends: 'INT64_MIN', steps: '-3' },
  };
  const elsewhere = {
    ...beginWith(rows, 'openvino.Slice'),
    notation: null,
    values: { start: '-1, 1', stop: 'INT_MIN, 5', step: '-1, 2', axes: '1, 0' },
  };
  const special = {
    ...beginWith(rows, 'Split'),
    dims: '4',
    data: ['NaN', '-Infinity', '-0', '0.1'],
    values: { split: '[4]' },
  };
  const scalar = {
    ...beginWith(rows, 'Slice'),
    dims: '',
    notation: null,
    values: { starts: '[]', ends: '[]' },
  };
  const join = (/** @type {string} */ op, /** @type {object} */ given) => ({
    ...beginWith(rows, op),
    ...given,
  });
  const more = Object.entries({
    'an index that drops its axis': backwards,
    'bounds of 64 bits': wide,
    "OpenVINO's bounds": elsewhere,
    'odd floats': special,
    'a scalar': scalar,
    'a pattern with groups': join('Rearrange', {
      dims: '4, 6',
      values: { pattern: '(y h) (x w) -> (y x) h w', sizes: 'h=2, w=3' },
    }),
    'a pattern that repeats': join('Rearrange', {
      dims: '2, 3',
      values: { pattern: 'a b -> b (c a)', sizes: 'c: 2' },
    }),
    'a pattern that keeps the order': join('Rearrange', {
      dims: '2, 1, 3',
      values: { pattern: 'a 1 ... -> (a ...)' },
    }),
    'a pattern of a scalar': join('Rearrange', { dims: '', values: { pattern: '-> n 1', sizes: 'n 3' } }),
    'typed values that are joined': join('Concat', {
      type: 'string',
      dims: '2, 1; 2, 2',
      values: { axis: '-1' },
      data: ['a', "b'", '', '1', 'é', '\\'],
    }),
    'a join with an empty tensor': join('Concat', { dims: '0, 3; 2, 3', values: { axis: '0' } }),
    'a sequence that is joined': join('ConcatFromSequence', {
      dims: '2, 1; 2, 3',
      values: { axis: '1', new_axis: '0' },
    }),
    'written backwards': join('SliceScatter', { dims: '4, 6', notation: '::-2, -2:0:-1' }),
    'written to an index': join('SliceScatter', { dims: '4, 6', notation: '1, ::2' }),
    'written to the last but one axis': join('TensorScatter', {
      dims: '2, 3, 5, 2; 2, 3, 2, 2',
      values: { write_indices: '4, 1', mode: 'circular' },
    }),
  }).map(([title, state]) => ({ title, state: /** @type {State} */ (state) }));
  return [...examples, ...newest, ...types, ...more]
    .map(({ title, state }) => ({ title, result: cut(state) }))
    .filter(({ result }) => sizeOf(result.dims) <= MOST);
}
