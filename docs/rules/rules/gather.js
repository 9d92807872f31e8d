// Rules of Gather. A new one is a row here, and in gather.txt a group of lines under its tag.
import { GATHERS, GATHERS_BY_BATCHES, GATHERS_OF_OPENVINO, versions } from '../rule.js';

const ONNX = versions('Gather');

/** @type {import('../rule.js').Rule[]} */
export const RULES = [
  {
    tag: 'gather-list',
    text: 'Elements are taken at the listed indices of an axis, in that order. Indices may be repeated or left out.',
    on: GATHERS,
    gives: ['outputs'],
  },
  {
    tag: 'gather-slice',
    text: 'Equally spaced indices give the same result as a slice.',
    on: GATHERS,
    gives: ['outputs'],
  },
  {
    tag: 'gather-rank',
    text: 'The axes of `indices` replace the axis. A scalar drops it.',
    on: GATHERS,
    gives: ['outputs'],
  },
  { tag: 'gather-empty', text: 'Without indices, the output is empty.', on: GATHERS, gives: ['outputs'] },
  {
    tag: 'gather-batches',
    text: 'With `batch_dims` b, the first b axes of `indices` are those of the data; a negative b counts from the rank of `indices`.',
    on: GATHERS_BY_BATCHES,
    gives: ['outputs'],
    shows: /@batch_dims=/,
  },
  {
    tag: 'gather-batch-sizes',
    text: 'The batches of `indices` and of the data have the same sizes.',
    on: GATHERS_BY_BATCHES,
    gives: ['shape_mismatch'],
  },
  {
    tag: 'gather-index-types',
    text: 'Indices are int32 or int64 in ONNX; in OpenVINO, they and the axis are of any integer type of 8 to 64 bits.',
    on: GATHERS,
    gives: ['outputs', 'bad_type'],
  },
  {
    tag: 'gather-axis-shape',
    text: "OpenVINO's `axis` must be a scalar or have the shape [1].",
    on: GATHERS_OF_OPENVINO,
    gives: ['outputs', 'bad_rank'],
  },
  {
    tag: 'gather-index-range',
    text: 'An index outside the axis is an error. It names the first such index, and its position in row-major order. Version 8 of OpenVINO gives zeros instead (G3).',
    on: [...ONNX, 'openvino.Gather-1', 'openvino.Gather-7'],
    gives: ['index_out_of_range'],
  },
  {
    tag: 'gather-missing',
    text: '`indices` are required, and so is `axis` in OpenVINO.',
    on: GATHERS,
    gives: ['missing'],
  },
  {
    tag: 'gather-strangers',
    text: 'Only OpenVINO has `batch_dims`, from version 7 on.',
    on: [...ONNX, 'openvino.Gather-1'],
    gives: ['unknown_attribute'],
  },
  {
    tag: 'gather-outputs',
    text: 'A node has one output; another count is an error.',
    on: GATHERS,
    gives: ['outputs', 'count_mismatch'],
  },
  {
    tag: 'gather-large',
    text: 'Sizes up to 2^53 - 1 are legal if there are no elements.',
    on: GATHERS,
    gives: ['outputs'],
  },
  {
    tag: 'gather-tall',
    text: 'The output has at most 32 axes.',
    on: GATHERS,
    gives: ['outputs', 'bad_rank'],
  },
  {
    tag: 'gather-attributes',
    text: 'Each attribute is one integer.',
    on: [...ONNX, ...GATHERS_BY_BATCHES],
    gives: ['bad_rank', 'not_integer'],
  },
];
