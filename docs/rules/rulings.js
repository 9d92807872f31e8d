// All rulings, in the order of their numbers: D of cuts, J of joins and of the cuts that came with them, G and N of what came later. To
// add one, add a row to a file in rulings/, and to the corpus a group of lines under its number; tests/cases/README.md says how.
import { RULINGS as API } from './rulings/api.js';
import { RULINGS as COMPRESS } from './rulings/compress.js';
import { RULINGS as GATHER } from './rulings/gather.js';
import { RULINGS as JOIN } from './rulings/join.js';
import { RULINGS as PAD } from './rulings/pad.js';
import { RULINGS as SHIFT } from './rulings/shift.js';
import { RULINGS as SLICE } from './rulings/slice.js';
import { RULINGS as SPLIT } from './rulings/split.js';
import { RULINGS as SEQUENCE } from './rulings/split_to_sequence.js';
import { RULINGS as VARIADIC } from './rulings/variadic_split.js';

export const RULINGS = [
  ...SLICE,
  ...SPLIT,
  ...SEQUENCE,
  ...VARIADIC,
  ...API,
  ...JOIN,
  ...GATHER,
  ...PAD,
  ...SHIFT,
  ...COMPRESS,
];
