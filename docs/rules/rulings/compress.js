// Open points and contradictions in the documents of Compress and ScatterUpdate, and the ruling on each. To add one, add a row here, and
// a group of cases under its number to compress.txt or scatter_update.txt.
import { COMPRESS, SCATTER_UPDATE } from '../rule.js';

const NOT_COMPARED = 'Not compared.';
const PLACES = 'tests/node/call/places.test.js';

/** @type {import('../rule.js').Ruling[]} */
export const RULINGS = [
  {
    tag: 'N21',
    text: 'A condition that is shorter than the axis; bytes other than 0 and 1 in a tensor of bools.',
    on: COMPRESS,
    gives: ['outputs'],
    tests: [{ file: 'tests/node/call/compress.test.js', title: 'takes every byte but 0 as true' }],
    document: 'The rest is left out. Silent about such bytes.',
    openvino: NOT_COMPARED,
    ours: 'The rest is left out. Every byte but 0 is true.',
  },
  {
    tag: 'N22',
    text: 'A condition that is longer than the axis.',
    on: COMPRESS,
    gives: ['outputs', 'index_out_of_range'],
    document: 'Only mentions shorter ones.',
    openvino: NOT_COMPARED,
    ours: 'Legal if it is false beyond the axis, as in NumPy. The first entry there that is true is an error.',
  },
  {
    tag: 'N23',
    text: 'Negative `axis` in Compress-9.',
    on: COMPRESS,
    gives: ['outputs'],
    shows: /@axis=-/,
    document: 'Described from 11 on.',
    openvino: NOT_COMPARED,
    ours: 'Counted from the last axis, as in D6.',
  },
  {
    tag: 'N24',
    text: 'Data of rank 0; a condition of another rank or type.',
    on: COMPRESS,
    gives: ['bad_rank', 'bad_type'],
    document: 'Rank 1 or more; a condition of rank 1.',
    openvino: NOT_COMPARED,
    ours: 'An error.',
  },
  {
    tag: 'N27',
    text: 'Negative indices in ScatterUpdate.',
    on: SCATTER_UPDATE,
    gives: ['index_out_of_range'],
    tests: [{ file: PLACES, title: 'counts negative indices from the end, but not in a node' }],
    document: '"Within [0, s - 1]", and an exception for negative values.',
    openvino: 'Its kernel counts them from the end.',
    ours: 'An error in `evaluate` and `plan`. `scatterUpdate()` and `assign()` count them from the end, as `gather()` does.',
  },
  {
    tag: 'N28',
    text: 'An index that occurs twice in ScatterUpdate.',
    on: SCATTER_UPDATE,
    gives: ['outputs'],
    document: 'Undefined.',
    openvino: NOT_COMPARED,
    ours: 'The later one in row-major order of the indices stays, as in NumPy.',
  },
  {
    tag: 'N30',
    text: 'ScatterUpdate of a scalar.',
    on: SCATTER_UPDATE,
    gives: ['bad_rank'],
    document: 'No axis is in range.',
    openvino: 'An error.',
    ours: 'An error, as G9.',
  },
];
