// A page with `init` and `slice` does not need these: files of web/lib, parts of the module, and a text by which a bundle with them is known.
import { conversions } from '../../web/lib/core/wasm/inlined_conversions.js';
import { rest } from '../../web/lib/core/wasm/inlined_rest.js';

/** @param {{ base64: string }} part */
const within = ({ base64 }) => base64.slice(1000, 1100);

/** @type {Readonly<Record<string, string>>} */
export const MARKS = {
  'arguments/pattern.ts': 'is on this side twice',
  'arguments/rearrange.ts': 'which the right side does not name',
  'arguments/values.ts': 'powers of 2 from 2^-127',
  'arguments/pad.ts': 'pairs, one for each axis',
  'core/arena.ts': 'release arrays, or ask init for a larger arena',
  'core/wasm/inlined_conversions.js': within(conversions),
  'core/wasm/inlined_rest.js': within(rest),
  'core/wasm/operators.js': 'TensorScatter',
  'call/call.ts': 'expected an array of inputs',
  'call/plan.ts': 'but the plan is for',
  'call/explain.ts': 'more move',
  'call/planned_conversion.ts': 'tables, which differ',
  'call/assign.ts': 'a tensor { type, dims, data } or a value',
};

/** The files of which a bundle has something. @param {string} bundle */
export const leftIn = (bundle) =>
  Object.entries(MARKS).flatMap(([file, text]) => (bundle.includes(text) ? [file] : []));
