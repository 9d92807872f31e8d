// The points of the sweeps. To sweep over something else, add a row to SWEEPS.

/**
 * @typedef {object} Point
 * @property {number} x where it stands on the axis
 * @property {string} series
 * @property {Omit<import('../rows/workloads.js').Workload, 'byHand' | 'target'>} workload
 */

/**
 * @typedef {object} Sweep
 * @property {string} name
 * @property {string} title
 * @property {string} axis
 * @property {Point[]} points
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** @param {number} bytes */
const label = (bytes) =>
  bytes < KIB ? `${bytes} B` : bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`;

/**
 * The widest elements that such runs can be made of; wide entries are what is kindest to a loop.
 * @param {number} run
 * @returns {{ type: 'uint8' | 'uint16' | 'float32', width: number }}
 */
const elementsOf = (run) =>
  run % 4 === 0
    ? { type: 'float32', width: 4 }
    : run % 2 === 0
      ? { type: 'uint16', width: 2 }
      : { type: 'uint8', width: 1 };

/**
 * Runs of `run` bytes with gaps as long, `total` bytes of output.
 * @param {number} run
 * @param {number} total
 * @returns {Point['workload']}
 */
function crop(run, total) {
  const { type, width } = elementsOf(run);
  const rows = Math.max(1, Math.round(total / run));
  const size = run / width;
  return {
    id: `runs of ${label(run)}, ${label(total)}`,
    title: `${type} [${rows},${2 * size}] [:, :${size}]`,
    type,
    dims: [rows, 2 * size],
    cut: { slice: { starts: [0, 0], ends: [rows, size], steps: [1, 1] } },
  };
}

/**
 * `outputs` interleaved outputs with runs of `run` bytes, `total` bytes in all.
 * @param {number} outputs
 * @param {number} run
 * @param {number} total
 * @returns {Point['workload']}
 */
function deal(outputs, run, total) {
  const { type, width } = elementsOf(run);
  const rows = Math.max(1, Math.round(total / run / outputs));
  const size = run / width;
  return {
    id: `${outputs} outputs, runs of ${label(run)}`,
    title: `${type} [${rows},${outputs * size}] to ${outputs}`,
    type,
    dims: [rows, outputs * size],
    cut: { split: { axis: 1, sizes: new Array(outputs).fill(size) } },
  };
}

const POWERS = Array.from({ length: 17 }, (_, i) => 2 ** i);
const BETWEEN = [3, 6, 12, 24, 48, 96, 192, 384, 768, 1536];

/** @type {Sweep[]} */
export const SWEEPS = [
  {
    name: 'run',
    title: 'run length (one output of 4 MiB, gaps as long as runs)',
    axis: 'bytes per run',
    points: [...POWERS, ...BETWEEN]
      .sort((a, b) => a - b)
      .map((run) => ({ x: run, series: '', workload: crop(run, 4 * MIB) })),
  },
  {
    name: 'size',
    title: 'total size (one output)',
    axis: 'bytes of output',
    points: [4, 64, 1024].flatMap((run) =>
      [1, 2, 4, 8, 16, 64, 256, 1024, 4096, 16384, 65536].map((kib) => ({
        x: kib * KIB,
        series: `runs of ${label(run)}`,
        workload: crop(run, kib * KIB),
      })),
    ),
  },
  {
    name: 'outputs',
    title: 'interleaved outputs (8 MiB in all)',
    axis: 'bytes per run',
    points: [2, 4, 16, 256].flatMap((outputs) =>
      [1, 4, 16, 64, 256, 1024, 4096].map((run) => ({
        x: run,
        series: `${outputs} outputs`,
        workload: deal(outputs, run, 8 * MIB),
      })),
    ),
  },
];
