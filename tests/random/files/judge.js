// The judge of one call: what it gives, with which code it fails, and what it has cost.
import { dimsOf, expectedOf } from './specs.js';

/** @import { Call, Outcome, Piece } from './watch.js' */
/** @import { Held } from './contents.js' */

/** In what a call may end. `codes`: it may fail with these; `isSure`: the costs are known exactly. @typedef {{ codes: Set<string>, tensors: Held[], others: [who: string, tensor: Held][] }} Expected */

/** Codes with which a function of `microtome/source` may fail once its arguments are right. */
const LEGAL = [
  'too_costly',
  'range_ignored',
  'source_changed',
  'source_short',
  'source_failed',
  'bad_format',
  'bad_input',
  'bad_type',
  'aborted',
  'out_of_memory',
  'bad_out',
];

/** What is wrong with how a call ended, or ''. @param {Outcome} outcome @param {Set<string>} codes */
export function judgeEnd({ code, message, ours }, codes) {
  if (code === undefined) return '';
  if (!ours) return `it fails with a bare error: ${code}: ${message}`;
  if (!LEGAL.includes(code)) return `it fails with a code that is not documented: ${code}: ${message}`;
  return codes.has(code)
    ? ''
    : `it fails for no reason: ${code}: ${message} (may fail: ${[...codes].join(', ') || 'not at all'})`;
}

/** What is wrong with the tensors that a file is said to have, or ''. @param {Outcome} outcome @param {Map<string, Held>} tensors */
export function judgeNames({ shapes = {} }, tensors) {
  const missing = [...tensors.values()].find(({ type, dims }, i) => {
    const found = shapes[[...tensors.keys()][i]];
    return found?.type !== type || `${found.dims}` !== `${dims}`;
  });
  return missing ? `there is no ${missing.type} [${missing.dims}] ${missing.name}` : '';
}

/**
 * The parts of an output, put together: parts follow each other in the order of the file, so not always along axis 0. `has`: in
 * how many parts each byte is.
 * @param {readonly Piece[]} parts
 * @param {readonly number[]} dims
 * @param {number} width
 */
function together(parts, dims, width) {
  const stride = dims.map((_, axis) => dims.slice(axis + 1).reduce((a, b) => a * b, width));
  const [whole, has] = [0, 0].map(() => Buffer.alloc(dims.reduce((a, b) => a * b, width)));
  for (const { bytes, dims: sizes, starts = [] } of parts) {
    const runs = sizes.slice(0, -1).reduce((a, b) => a * b, 1);
    const length = bytes.length / runs;
    for (let run = 0; run < runs; ++run) {
      let rest = run;
      let at = (starts.at(-1) ?? 0) * width;
      for (let axis = sizes.length - 2; axis >= 0; --axis) {
        at += (starts[axis] + (rest % sizes[axis])) * stride[axis];
        rest = Math.floor(rest / sizes[axis]);
      }
      whole.set(bytes.subarray(run * length, (run + 1) * length), at);
      for (let k = at; k < at + length; ++k) has[k] += 1;
    }
  }
  return { whole, has };
}

/** What is wrong with what a cut gave, or ''. @param {Outcome} outcome @param {Call} call @param {Expected} expected */
export function judgeBytes({ pieces = [], damaged }, call, { tensors, others }) {
  if (damaged) return 'bytes beside the outputs were written';
  if (tensors.length === 0) return pieces.length > 0 ? 'it gives bytes, and no version may be given' : '';
  const wanted = (/** @type {Held} */ held) => expectedOf(held, call);
  const [{ dims, width }] = tensors;
  const { whole: found, has } =
    call.kind === 'parts'
      ? together(pieces, dimsOf(dims, call)[0], width)
      : { whole: Buffer.concat(pieces.map(({ bytes }) => bytes)), has: undefined };
  const legal = tensors.map(wanted).filter(({ length }) => length === found.length);
  if (legal.length === 0) return `it gives ${found.length} bytes instead of ${wanted(tensors[0]).length}`;
  const isWhole = pieces.length < call.pieces; // else it may have been left before its end
  const odd = has?.findIndex((count) => count > 1 || (isWhole && count < 1)) ?? -1;
  if (odd >= 0) return `byte ${odd} is in ${has?.[odd]} parts`;
  const differs = (/** @type {Uint8Array} */ bytes, /** @type {number} */ i) =>
    has?.[i] !== 0 && bytes[i] !== found[i];
  if (legal.some((bytes) => !found.some((_, i) => differs(bytes, i)))) return '';
  const wrong = [...found.keys()].filter((i) => legal.every((bytes) => differs(bytes, i)));
  if (wrong.length === 0) return ''; // a mix of versions that nothing tells apart
  const [first] = wrong;
  const owner = others.find(([, held]) => {
    const bytes = wanted(held);
    return found.subarray(first, first + 16).equals(bytes.subarray(first, first + 16));
  });
  return `${wrong.length} of ${found.length} bytes are wrong, from ${first} on: they are ${owner?.[0] ?? "nobody's"}`;
}

/** The most requests for each that `cost` counts: three waits, three breaks. */
const TRIES = 7;

/** What is wrong with what a call has cost, or ''. @param {Outcome} outcome @param {{ requests: number, bytes: number }} seen by the server @param {{ isExact: boolean, isBounded: boolean, isLocal?: boolean, call: Call }} how */
export function judgeCost({ code, cost }, seen, { isExact, isBounded, isLocal, call: { kind, limits } }) {
  if (cost === undefined)
    return seen.requests > 0 ? `${seen.requests} requests for a cut that was refused` : '';
  if (kind === 'parts' || kind === 'save') return '';
  const { maxBytes = 2 ** 28, maxRequests = 1024 } = limits;
  const isOver = cost.bytes > maxBytes || (!isLocal && cost.requests > maxRequests);
  if (isOver !== (code === 'too_costly'))
    return `${code ?? 'it ends well'}, and it costs ${JSON.stringify(cost)}, limits ${JSON.stringify(limits)}`;
  if (isOver && seen.requests > 0) return `too_costly after ${seen.requests} requests`;
  if (isExact && code === undefined && (seen.requests !== cost.requests || seen.bytes !== cost.bytes))
    return `cost says ${JSON.stringify(cost)}, and the server saw ${JSON.stringify(seen)}`;
  if (isBounded && seen.requests > TRIES * cost.requests)
    return `${seen.requests} requests where cost says ${cost.requests}`;
  return '';
}
