// The judge of one call: what it gives, with which code it fails, and what it has cost.
import { expectedOf } from './specs.js';

/** @import { Call, Outcome } from './watch.js' */
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

/** What is wrong with what a cut gave, or ''. @param {Outcome} outcome @param {Call} call @param {Expected} expected */
export function judgeBytes({ pieces = [], damaged }, call, { tensors, others }) {
  if (damaged) return 'bytes beside the outputs were written';
  const found = Buffer.concat(pieces.map(({ bytes }) => bytes));
  const isPart = call.kind === 'parts' && pieces.length === call.pieces;
  const wanted = (/** @type {Held} */ held) => {
    const all = expectedOf(held, call);
    return isPart ? all.subarray(0, found.length) : all;
  };
  const legal = tensors.map(wanted).filter(({ length }) => length === found.length);
  if (legal.length === 0 && tensors.length === 0) return 'it gives bytes, and no version may be given';
  if (legal.length === 0) return `it gives ${found.length} bytes instead of ${wanted(tensors[0]).length}`;
  if (legal.some((bytes) => found.equals(bytes))) return '';
  const wrong = found.findIndex((byte, i) => legal.every((bytes) => bytes[i] !== byte));
  if (wrong < 0) return ''; // a mix of versions that nothing tells apart
  const count = found.reduce((sum, byte, i) => sum + (legal.every((bytes) => bytes[i] !== byte) ? 1 : 0), 0);
  const owner = others.find(([, held]) => {
    const bytes = wanted(held);
    return found.subarray(wrong, wrong + 16).equals(bytes.subarray(wrong, wrong + 16));
  });
  return `${count} of ${found.length} bytes are wrong, from ${wrong} on: they are ${owner?.[0] ?? "nobody's"}`;
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
