// Draws calls and faults: what a caller asks for, when it stops, and how a server lies.
import { FAULTS } from '../../support/range_server.js';

/** @import { Answer } from '../../support/range_server.js' */
/** @import { Random } from '../random.js' */
/** @import { Call, Stop } from './watch.js' */

/** A fault, and the codes with which a call may fail then. @typedef {{ name: string, fault: (answer: Answer) => void, codes: string[], first?: string[] }} Fault */

const FAILED = ['source_failed'];
/** Of sources that the server has told something false when they were opened. */
const FALSE = [
  'source_changed',
  'source_failed',
  'source_short',
  'bad_format',
  'bad_input',
  'range_ignored',
  'too_costly',
];

/** @type {Record<string, string[]>} */
const CODES = {
  truncated: ['source_short'],
  truncatedChunks: ['source_short'],
  overlong: FAILED,
  shifted: FAILED,
  shortened: FAILED,
  whole: ['range_ignored', 'source_changed'],
  partAs200: ['source_changed', 'range_ignored', 'source_short'],
  noContentRange: FAILED,
  nonsenseContentRange: FAILED,
  otherTag: ['source_changed'],
  noTag: ['source_changed'],
  otherDate: ['source_changed'],
  otherSize: ['source_changed', 'source_failed'],
  gzip: FAILED,
  multipart: FAILED,
  notSatisfiable: FAILED,
  gone: FAILED,
  empty: FAILED,
  reset: FAILED,
  slow: [],
  busy: FAILED,
  tooMany: FAILED,
  busyForLong: FAILED,
};

/** Codes with which a call may fail that is stopped. @type {Record<Stop['how'], string[]>} */
const STOPPED = { abort: ['aborted'], detach: ['bad_out', 'bad_input'], close: ['source_failed'] };
export const stoppedCodes = (/** @type {Stop | undefined} */ stop) => (stop ? STOPPED[stop.how] : []);

/** Sometimes what many servers do. */
const FREQUENT = ['reset', 'busy', 'slow', 'whole', 'truncated'];
/** What a server that ignores ranges can do. */
const WITHOUT_RANGES = [
  'truncated',
  'overlong',
  'otherTag',
  'noTag',
  'otherDate',
  'gone',
  'reset',
  'slow',
  'busy',
  'gzip',
];

/** A file of so many bytes, which it is not. @param {Answer} answer */
function claimMuch({ headers, range }) {
  if (range) headers['content-range'] = `bytes ${range.begin}-${range.end - 1}/${2 ** 50}`;
}

/** @param {Random} random @param {boolean} ranges @returns {Fault} */
export function drawFault(random, ranges) {
  if (ranges && random.chance(0.05))
    return { name: 'claimMuch', fault: claimMuch, codes: ['source_changed', ...FAILED] };
  const name = ranges
    ? random.pick(random.chance(0.4) ? FREQUENT : Object.keys(CODES))
    : random.pick(WITHOUT_RANGES);
  const fault = /** @type {Record<string, (answer: Answer) => void>} */ (FAULTS)[name];
  const isSlow = name === 'slow';
  const quick = (/** @type {Answer} */ answer) => {
    fault(answer);
    if (isSlow) answer.slow = 1;
  };
  return {
    name,
    fault: quick,
    codes: ranges ? CODES[name] : [...CODES[name], 'source_failed', 'source_short'],
  };
}

export { FALSE };

/** @param {Random} random @param {number} size @returns {string} */
function drawItem(random, size) {
  const at = random.below(size);
  const end = random.between(at + 1, size);
  const kind = random.unit();
  if (kind < 0.35) return '::';
  if (kind < 0.5) return `${at}`;
  if (kind < 0.8) return `${at}:${end}`;
  if (kind < 0.9) return `${at}:${end}:${random.between(2, 5)}`;
  return `${at}::${-random.between(1, 3)}`;
}

/** @param {Random} random @param {readonly number[]} dims */
export function drawSpec(random, dims) {
  if (dims.length === 0 || dims.includes(0) || random.chance(0.1)) return '...';
  const isRows = random.chance(0.3); // a run of the file, in many of them
  return dims.map((size, axis) => (isRows && axis > 0 ? '::' : drawItem(random, size))).join(', ');
}

/** @param {Random} random @returns {Stop} */
export function drawStop(random) {
  const at = random.pick(
    /** @type {const} */ (['before', 'once', 'turns', 'turns', 'progress', 'request', 'request']),
  );
  return { at, nth: random.size(12) - 1, how: 'abort' };
}

/** @param {Random} random @param {string} name @param {readonly number[]} dims @returns {Call} */
export function drawCall(random, name, dims) {
  const isEmpty = dims.length === 0 || dims.includes(0);
  const kind = isEmpty
    ? 'slice'
    : random.pick(/** @type {const} */ (['slice', 'slice', 'slice', 'slices', 'split', 'parts', 'save']));
  const count = kind === 'slices' ? random.between(1, 4) : 1;
  const specs = kind === 'split' ? ['...'] : Array.from({ length: count }, () => drawSpec(random, dims));
  const pieces = kind === 'split' ? random.between(1, Math.min(4, dims[0])) : random.between(1, 9);
  const stop = random.chance(0.35) ? drawStop(random) : undefined;
  if (stop && random.chance(0.1)) stop.how = random.pick(/** @type {const} */ (['detach', 'close']));
  const limits = {
    maxRequests: random.chance(0.1) ? random.size(10) : 60,
    ...(random.chance(0.1) && { maxBytes: random.size(400_000) }),
  };
  return {
    kind,
    name,
    specs,
    out: random.pick(/** @type {const} */ (['none', 'plain', 'plain', 'plain', 'strided'])),
    limits,
    pieces,
    few: random.between(3000, 100_000),
    stop,
  };
}

/** How a file is read. @param {Random} random */
export const drawOptions = (random) => ({
  gap: random.pick([0, 200, 65536, 65536]),
  maxRequest: random.pick([5000, 70_000, 200_000, 2 ** 23]),
  concurrency: random.pick([1, 2, 6, 16]),
});
