// All rules, in the order of docs/conformance.md. To add one, add a row to a file in rules/, and to the corpus a group of
// lines under its tag; tests/cases/README.md says how.
import { RULES as COMPRESS } from './rules/compress.js';
import { RULES as CONCAT } from './rules/concat.js';
import { RULES as GATHER } from './rules/gather.js';
import { RULES as PAD } from './rules/pad.js';
import { RULES as SCATTER } from './rules/scatter.js';
import { RULES as SHARED } from './rules/shared.js';
import { RULES as SLICE } from './rules/slice.js';
import { RULES as SPLIT } from './rules/split.js';
import { RULES as SEQUENCE } from './rules/split_to_sequence.js';
import { RULES as VARIADIC } from './rules/variadic_split.js';

export const RULES = [
  ...SHARED,
  ...SLICE,
  ...SPLIT,
  ...SEQUENCE,
  ...VARIADIC,
  ...CONCAT,
  ...SCATTER,
  ...GATHER,
  ...COMPRESS,
  ...PAD,
];
