// Cuts that the page is asked for, and what it must show; mistakes, and what it must say. One row each.
import { expectOutput, expectPieces, upTo } from './reading.js';

/** @import { Expected } from './reading.js' */

/** Fields' values by their labels. @typedef {{ title: string, operator: string, version?: string, values: Record<string, string>, outputs: Expected[] }} CutCase */

/** @type {CutCase[]} */
export const CUTS = [
  { title: 'Slice with steps, forwards and backwards', operator: 'Slice', values: { dims: '5, 7', starts: '0, -1', ends: '5, -100', axes: '0, 1', steps: '2, -3' }, outputs: [expectOutput([5, 7], [[0, 2, 4], [6, 3, 0]])] },
  { title: 'Slice in NumPy notation, rank 3, one axis dropped', operator: 'Slice', values: { dims: '2, 4, 6', slice: '1, ..., ::-2' }, outputs: [expectOutput([2, 4, 6], [[1], upTo(4), [5, 3, 1]], [0])] },
  { title: "OpenVINO's Split", operator: 'OpenVINO Split', values: { dims: '2, 6', axis: '-1', num_splits: '3' }, outputs: expectPieces([2, 6], 1, [2, 2, 2]) },
  { title: 'Split-18 of 7 into 4, unevenly', operator: 'Split', version: 'opset 18', values: { dims: '2, 7', axis: '-1', num_outputs: '4' }, outputs: expectPieces([2, 7], 1, [2, 2, 2, 1]) },
  { title: 'SplitToSequence with keepdims=0', operator: 'SplitToSequence', values: { dims: '3, 2, 2', axis: '1', keepdims: '0' }, outputs: expectPieces([3, 2, 2], 1, [1, 1], [1]) },
  { title: 'VariadicSplit with [-1]', operator: 'VariadicSplit', values: { dims: '2, 3, 8', axis: '2', split_lengths: '3, -1, 1' }, outputs: expectPieces([2, 3, 8], 2, [3, 4, 1]) },
  { title: 'nothing: an axis of size 0', operator: 'Split', values: { dims: '0, 4', axis: '1', num_outputs: '2' }, outputs: expectPieces([0, 4], 1, [2, 2]) },
  { title: 'a scalar', operator: 'Slice', values: { dims: '', starts: '[]', ends: '[]', axes: '', steps: '' }, outputs: [expectOutput([], [])] },
]; // biome-ignore format: a table

/** What is mistaken, beside which field that is said, and how; the field is filled last. @type {{ field: string, operator: string, values: Record<string, string>, message: string }[]} */
export const MISTAKES = [
  { field: 'split', operator: 'Split', values: { dims: '4, 6', axis: '1', num_outputs: '', split: '3, 4' }, message: 'split: entries sum to 7 but axis 1 has size 6' },
  { field: 'axis', operator: 'SplitToSequence', values: { axis: '7' }, message: 'axis: 7 is outside [-2, 1]' },
  { field: 'steps', operator: 'Slice', values: { steps: '0, 1' }, message: 'steps: the step of axis 0 is 0; a step cannot be 0' },
  { field: 'slice', operator: 'Slice', values: { slice: '1:x' }, message: "'1:x' is not a range a:b:c, an index or '...'" },
  { field: 'dims', operator: 'VariadicSplit', values: { dims: '3, -8' }, message: 'data: the size of axis 1 is -8; it must be an integer of 0 or more' },
  { field: 'dims', operator: 'Split', values: { dims: '4, x' }, message: "'x' is not an integer" },
  { field: 'values', operator: 'Split', values: { values: '[[1, 2], [3]]' }, message: 'values: its rows have different lengths: 2 and 1' },
]; // biome-ignore format: a table
