// `npm run bench -- files`: cuts of local files. First beside plain reads of the same ranges: many small runs, and 128 MiB of 6 GB, with the
// memory that saving all of it takes. Then cuts with strides, beside NumPy's memory maps.
import { open as openFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTable } from '../../../tools/common/table.js';
import { init } from '../../../web/dist/index.js';
import { open, save, slice } from '../../../web/dist/source.js';
import { quantile } from '../measure/samples.js';
import { strides } from './strides.js';

const GIB = 2 ** 30;

/** @param {readonly string[]} _ no words @param {{ rounds: number }} options */
export async function files(_, { rounds }) {
  await init();
  await smallRuns(rounds);
  await ofDisk(rounds);
  await strides(rounds);
}

/** Number and bytes of runs, between which as many bytes are left out. */
const RUNS = [
  [64, 262_144],
  [512, 16_384],
  [4096, 4096],
];
/** What `open` reads at a time. */
const LANES = 6;

/** @param {number} rounds */
function smallRuns(rounds) {
  return withFile(2 ** 26, async (handle) => {
    /** @type {string[][]} */ const rows = [];
    for (const [count, bytes] of RUNS) {
      const layout = /** @type {const} */ ({ type: 'uint8', dims: [count, 2 * bytes] });
      const stored = (await open(handle, { layout, gap: 0 })).tensor();
      const spec = `:, :${bytes}`;
      const out = new Uint8Array(count * bytes);
      const plain = async (/** @type {number} */ lanes) => {
        let next = 0;
        const lane = async () => {
          for (let i = next++; i < count; i = next++) await handle.read(out, i * bytes, bytes, i * 2 * bytes);
        };
        await Promise.all(Array.from({ length: lanes }, lane));
      };
      const ours = () => slice(stored, spec, { out, maxRequests: count });
      const [own, ...others] = await inTurns([ours, () => plain(1), () => plain(LANES)], 4 * rounds);
      const shares = others.map((other) => `${other.toFixed(2)} ms (${(other / own).toFixed(2)})`);
      rows.push([`${count} runs of ${bytes} bytes`, `${own.toFixed(2)} ms`, ...shares]);
    }
    console.log('\nsmall runs of a local file; in brackets: our speed in times that of the plain reads');
    printTable([['', 'microtome/source', 'FileHandle.read', `${LANES} at a time`], ...rows]);
  });
}

/** Median milliseconds of each. @param {((round: number) => Promise<unknown>)[]} contestants @param {number} rounds */
async function inTurns(contestants, rounds) {
  /** @type {number[][]} */ const times = contestants.map(() => []);
  for (let round = 0; round < rounds; ++round)
    for (const [k, run] of contestants.entries()) {
      const begin = performance.now();
      await run(round);
      times[k].push(performance.now() - begin);
    }
  return times.map((each) => quantile(each, 0.5));
}

/** A file of so many zeros. @param {number} bytes @param {(handle: import('node:fs/promises').FileHandle) => Promise<void>} use */
async function withFile(bytes, use) {
  const path = join(tmpdir(), `microtome-bench-${process.pid}.bin`);
  const made = await openFile(path, 'w');
  await made.truncate(bytes);
  await made.close();
  const handle = await openFile(path);
  try {
    await use(handle);
  } finally {
    await handle.close();
    await rm(path);
  }
}

/** @param {number} rounds */
function ofDisk(rounds) {
  return withFile(6 * GIB, async (handle) => {
    const stored = (
      await open(handle, { layout: { type: 'float32', dims: [(6 * GIB) / 4096, 1024] } })
    ).tensor();
    const count = 2 ** 27 / 4096; // 128 MiB
    const plain = async (/** @type {number} */ i) => {
      const into = new Uint8Array(count * 4096);
      for (let at = 0; at < into.length; at += 2 ** 23)
        await handle.read(into, at, 2 ** 23, i * into.length + at);
    };
    const ours = (/** @type {number} */ i) => slice(stored, `${i * count}:${(i + 1) * count}`);
    for (let i = 0; i < 4; ++i) await plain(i); // into the system's cache
    const [own, other] = await inTurns([(round) => ours(round % 4), (round) => plain(round % 4)], 4 * rounds);
    console.log(
      `\n128 MiB of a file of 6 GiB: ${own.toFixed(0)} ms, and ${other.toFixed(0)} ms by plain FileHandle.read: ${(other / own).toFixed(2)} of its speed`,
    );
    const before = process.memoryUsage().rss;
    let most = 0;
    const writable = new WritableStream({
      write() {
        most = Math.max(most, process.memoryUsage().rss);
      },
    });
    await save(stored, '...', writable, { format: 'raw' });
    const mib = (/** @type {number} */ bytes) => Math.round(bytes / 2 ** 20);
    console.log(
      `save of all of it: ${mib(before)} MiB of memory before, at most ${mib(most)} MiB while it runs`,
    );
  });
}
