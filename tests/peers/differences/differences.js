// THE table of differences: where an engine does not do what the documents ask for, as the rulings in docs/rules/rulings
// decide them. A row excuses exactly what it covers and what the engine does there (../judge.js); one that a full run never
// needs is a failure. To add an engine, add its rows.
import { NUMPY } from './numpy.js';
import { ONNXRUNTIME } from './onnxruntime.js';
import { ONNXRUNTIME_PAD } from './onnxruntime_pad.js';

/** @type {readonly import('../judge.js').Difference[]} */
export const DIFFERENCES = [
  ...[...ONNXRUNTIME, ...ONNXRUNTIME_PAD].map((row) => ({ engine: 'onnxruntime', ...row })),
  ...NUMPY.map((row) => ({ engine: 'numpy', ...row })),
];
