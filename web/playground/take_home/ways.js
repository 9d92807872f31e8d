// How a cut is carried out and what that moves, read from the library's own explanation: one row per way.

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {string} means
 * @property {(bytes: number) => string} moves
 */

/** @type {readonly Way[]} */
export const WAYS = [
  { name: 'view', means: 'no copy: the output lies in the input', moves: () => 'nothing, with view: true' },
  {
    name: 'runs',
    means: 'long runs, copied by the host',
    moves: (bytes) => `${say(bytes)} read, ${say(bytes)} written`,
  },
  {
    name: 'staged',
    means: 'tile by tile through WebAssembly, by a SIMD kernel',
    moves: (bytes) => `${say(bytes)} out of a kernel, after a copy in and before a copy out`,
  },
  {
    name: 'scalar',
    means: 'a plain loop, the cheapest way for so little',
    moves: (bytes) => `${say(bytes)} read, ${say(bytes)} written`,
  },
];

/**
 * Which ways an explanation names, and how many bytes (or strings) go into the outputs.
 * @param {string} explanation `plan.explain()`'s
 */
export function readExplanation(explanation) {
  const bytes = Number(/, (\d+) (?:bytes?|strings?) in all/.exec(explanation)?.[1] ?? Number.NaN);
  const names = WAYS.map(({ name }) => name).filter((name) =>
    name === 'view' ? explanation.includes('with view: true, not at all') : explanation.includes(`(${name}`),
  );
  return { bytes, names };
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** @param {number} bytes */
export function say(bytes) {
  const unit = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** unit;
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`;
}
