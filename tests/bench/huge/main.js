// A source of 5 GiB, more than WebAssembly can address, cut at both ends and across 4 GiB. Prints a line per cut; exit code 1
// if one of them is wrong. Needs 6 GiB of memory; in a process of its own.
import { init, slice } from '../../../web/dist/index.js';
import '../measure/wasm_memory.js';
import { wasmBytes } from '../measure/wasm_memory.js';

/** @typedef {Uint8Array | Float32Array} Data */

const GIB = 2 ** 30;
/** A prime, so that no two addresses that a power of two confuses hold the same. */
const PERIOD = 251;
const ALL = 2 ** 53;

/** `type`, its class, and elements per GiB. Some hosts (Node 20) have no array of more than 2^32 elements. */
const KINDS = /** @type {const} */ ([
  ['uint8', Uint8Array, GIB],
  ['float32', Float32Array, GIB / 4],
]);

/**
 * Title, dims, starts, ends, steps.
 * @param {number} gib elements per GiB
 * @returns {[string, number[], number[], number[], number[]][]}
 */
const cutsOf = (gib) => [
  ['the first 1000', [5 * gib], [0], [1000], [1]],
  ['the last 1000', [5 * gib], [5 * gib - 1000], [ALL], [1]],
  ['1000 across 4 GiB', [5 * gib], [4 * gib - 500], [4 * gib + 500], [1]],
  ['100000 across 4 GiB, backwards by 3', [5 * gib], [4 * gib + 150_000], [4 * gib - 150_000], [-3]],
  ['every 1000003rd, backwards from the end', [5 * gib], [-1], [-ALL], [-1_000_003]],
  ['every 7th of the last 2 GiB', [5 * gib], [3 * gib], [ALL], [7]],
  ['the last column of [n, 1024]', [(5 * gib) / 1024, 1024], [0, 1023], [ALL, 1024], [1, 1]],
  [
    'columns 100..700 of [n, 4096], every 1000th row',
    [(5 * gib) / 4096, 4096],
    [0, 100],
    [ALL, 700],
    [1000, 1],
  ],
];

await init();
const before = wasmBytes();
let wrong = 0;
for (const [type, Class, gib] of KINDS) {
  const data = make(Class, 5 * gib);
  if (data === null) {
    console.log(`-----  ${type}: this host has no ${Class.name} of 5 GiB`);
    continue;
  }
  for (const [title, dims, starts, ends, steps] of cutsOf(gib)) {
    const { verdict, detail } = cutOnce(type, data, dims, starts, ends, steps);
    if (verdict !== 'right') ++wrong;
    console.log(`${verdict}  ${type}: ${title}: ${detail}`);
  }
}
console.log(`WebAssembly memory: ${before} bytes before, ${wasmBytes()} after`);
if (before !== wasmBytes()) ++wrong;
process.exitCode = wrong > 0 ? 1 : 0;

/**
 * @param {typeof Uint8Array | typeof Float32Array} Class
 * @param {number} length
 * @returns {Data | null}
 */
function make(Class, length) {
  try {
    const data = new Class(length);
    for (let i = 0; i < PERIOD; ++i) data[i] = i;
    for (let filled = PERIOD; filled < length; filled *= 2) {
      data.copyWithin(filled, 0, Math.min(filled, length - filled));
    }
    return data;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * @param {'uint8' | 'float32'} type
 * @param {Data} data
 * @param {number[]} dims
 * @param {number[]} starts
 * @param {number[]} ends
 * @param {number[]} steps
 */
function cutOnce(type, data, dims, starts, ends, steps) {
  try {
    const since = performance.now();
    const cut = slice({ type, dims, data }, { starts, ends, steps });
    const ms = performance.now() - since;
    const right = isRight(/** @type {Data} */ (cut.data), dims, cut.dims, starts, steps);
    return { verdict: right ? 'right' : 'WRONG', detail: `${cut.data.length} elements, ${ms.toFixed(1)} ms` };
  } catch (error) {
    return { verdict: 'WRONG', detail: String(error) };
  }
}

/**
 * @param {Data} out
 * @param {readonly number[]} dims
 * @param {readonly number[]} sizes
 * @param {readonly number[]} starts
 * @param {readonly number[]} steps
 */
function isRight(out, dims, sizes, starts, steps) {
  const columns = dims.length === 2 ? sizes[1] : 1;
  const pitch = dims.length === 2 ? dims[1] : 1;
  const first = starts[0] < 0 ? dims[0] + starts[0] : starts[0];
  if (out.length !== sizes[0] * columns || out.length === 0) return false;
  for (let row = 0, to = 0; row < sizes[0]; ++row) {
    const from = (first + row * steps[0]) * pitch + (starts[1] ?? 0);
    for (let column = 0; column < columns; ++column) if (out[to++] !== (from + column) % PERIOD) return false;
  }
  return true;
}
