// `npm run bench -- files`: cuts of files. First of a URL, compared with what people use today, on one server that answers after 50 ms:
// bytes, requests and time. Then of local files, beside plain reads of the same ranges: many small runs, and 128 MiB of 6 GB, with the
// memory that saving all of it takes. Last, cuts with strides, beside NumPy's memory maps.
import { open as openFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFrom, installGroup, versionOf } from '../../../tools/common/packages.js';
import { printTable } from '../../../tools/common/table.js';
import { init } from '../../../web/dist/index.js';
import { open, save, slice } from '../../../web/dist/source.js';
import { startRangeServer } from '../../support/range_server.js';
import { quantile } from '../measure/samples.js';
import { FILES, WINDOW } from './made.js';
import { strides } from './strides.js';

const LATENCY = 50;
const GROUP = 'tests/bench/files';
const GIB = 2 ** 30;

/** @typedef {{ what: string, peer?: string, run: (url: string, library: any) => Promise<ArrayLike<any>> }} Contestant */

/** Ten rows of float32 [25000, 1024], 102 MB. @type {Contestant[]} */
const ROWS_BY = [
  {
    what: 'microtome/source',
    run: async (url) => (await slice((await open(`${url}/rows.npy`)).tensor(), '10:20')).data,
  },
  {
    what: 'npyjs, the whole file',
    peer: 'npyjs',
    run: async (url, { default: Npyjs, load: loadNpy }) => {
      const { data } = await (loadNpy ?? ((/** @type {string} */ path) => new Npyjs().load(path)))(
        `${url}/rows.npy`,
      );
      return data.subarray(10 * 1024, 20 * 1024);
    },
  },
  {
    what: 'hyparquet, its range reader by hand',
    peer: 'hyparquet',
    run: async (url, { asyncBufferFromUrl }) => {
      const buffer = await asyncBufferFromUrl({ url: `${url}/rows.npy` });
      await buffer.slice(0, 128);
      return new Float32Array(await buffer.slice(128 + 10 * 4096, 128 + 20 * 4096));
    },
  },
  {
    what: 'zarrita, chunks of 250 rows',
    peer: 'zarrita',
    run: async (url, zarr) => {
      const array = await zarr.open.v2(new zarr.FetchStore(`${url}/rows.zarr`), { kind: 'array' });
      return (await zarr.get(array, [zarr.slice(10, 20), null])).data;
    },
  },
];

/** 256 x 256 pixels of a TIFF of 4096 x 4096 pixels of 16 bits. @type {Contestant[]} */
const CROP_BY = [
  {
    what: 'microtome/source, with a layout',
    run: async (url) => {
      const layout = /** @type {const} */ ({ type: 'uint16', dims: [4096, 4096], at: FILES.pixelsAt });
      return (await slice((await open(`${url}/image.tif`, { layout })).tensor(), '1000:1256, 2000:2256'))
        .data;
    },
  },
  {
    what: 'geotiff',
    peer: 'geotiff',
    run: async (url, { fromUrl }) => {
      const image = await (await fromUrl(`${url}/image.tif`)).getImage();
      return (await image.readRasters({ window: WINDOW }))[0];
    },
  },
];

/**
 * @param {readonly string[]} _ no words
 * @param {{ rounds: number }} options
 */
export async function files(_, { rounds }) {
  await init();
  await installGroup(GROUP);
  await overNetwork('ten rows of float32 [25000, 1024], 40,960 bytes', ROWS_BY, rounds);
  await overNetwork('256 x 256 pixels of uint16 [4096, 4096], 131,072 bytes', CROP_BY, rounds);
  await smallRuns(rounds);
  await ofDisk(rounds);
  await strides(rounds);
}

/**
 * @param {string} title
 * @param {readonly Contestant[]} contestants
 * @param {number} rounds
 */
async function overNetwork(title, contestants, rounds) {
  const server = await startRangeServer(FILES.all(), (answer) => {
    answer.headers['access-control-expose-headers'] = '*';
  });
  server.latency = LATENCY;
  server.allowsHead = true;
  const url = new URL(server.url).origin;
  /** @type {string[][]} */ const rows = [];
  /** @type {ArrayLike<any> | undefined} */ let expected;
  for (const { what, peer, run } of contestants) {
    try {
      const library = peer === undefined ? undefined : await importFrom(GROUP, peer);
      const times = [];
      let counted = { requests: 0, bytes: 0 };
      for (let round = 0; round < rounds; ++round) {
        server.count();
        const begin = performance.now();
        const data = await run(url, library);
        times.push(performance.now() - begin);
        counted = server.count();
        expected ??= data;
        if (!sameNumbers(data, expected)) throw new Error('gives other numbers');
      }
      const name = peer === undefined ? what : `${what} (${versionOf(GROUP, peer)})`;
      rows.push([
        name,
        String(counted.bytes),
        String(counted.requests),
        `${quantile(times, 0.5).toFixed(0)} ms`,
      ]);
    } catch (error) {
      rows.push([what, '-', '-', String(/** @type {Error} */ (error).message).slice(0, 60)]);
    }
  }
  await server.close();
  console.log(`\n${title}; ${LATENCY} ms before each answer`);
  printTable([['', 'bytes asked for', 'requests', 'time'], ...rows]);
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

/** @param {ArrayLike<any>} a @param {ArrayLike<any>} b */
function sameNumbers(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; ++i) if (a[i] !== b[i]) return false;
  return true;
}
