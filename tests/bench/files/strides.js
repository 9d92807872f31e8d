// Cuts with strides of local files, beside NumPy's memory maps.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findNumpy, startPython } from '../../../tools/common/numpy.js';
import { printTable } from '../../../tools/common/table.js';
import { open, slice } from '../../../web/dist/source.js';
import { quantile } from '../measure/samples.js';

/** Of float32. @type {readonly (readonly [dims: readonly number[], specs: readonly string[]])[]} */
const CUTS = [
  [[500, 500], [':, ::2', '::3', ':, 7', '100:300, 100:300', '::-1']],
  [[20, 100, 125], [':, :, 10:20']],
  [[1000, 1000], [':, ::2', '::3', ':, 7', '300:700, 300:700', '::-1']],
  [[5000, 5000], [':, ::2', '::3', ':, 7', '1000:3000, 1000:3000', '::-1']],
  [[250, 250, 400], [':, :, 100:140']],
]; // biome-ignore format: a table

const ALL = { maxBytes: Number.POSITIVE_INFINITY, maxRequests: Number.POSITIVE_INFINITY };

/** Median milliseconds of both, of calls in turns: each opens the file and cuts it, or cuts an open one into an array that is there. */
async function compare(
  /** @type {ReturnType<typeof startPython>} */ python,
  /** @type {{ path: string, spec: string, opens: boolean, calls: number, rounds: number }} */ {
    path,
    spec,
    opens,
    calls,
    rounds,
  },
) {
  const url = pathToFileURL(path);
  const kept = await open(url);
  const out = /** @type {Float32Array} */ ((await slice(kept.tensor(), spec, ALL)).data);
  const cutOnce = async () => {
    const source = opens ? await open(url) : kept;
    await slice(source.tensor(), spec, opens ? ALL : { ...ALL, out });
    if (opens) await source.close();
  };
  /** @type {number[]} */ const own = [];
  /** @type {number[]} */ const other = [];
  for (let round = 0; round < rounds; ++round) {
    const { times, digest } = await python.ask({ path, spec, opens, calls });
    if (digest !== createHash('sha1').update(out).digest('hex')) throw new Error(`${spec} differs`);
    other.push(...times);
    for (let call = 0; call < calls; ++call) {
      const begin = performance.now();
      await cutOnce();
      own.push(performance.now() - begin);
    }
  }
  await kept.close();
  return [quantile(other, 0.5), quantile(own, 0.5)];
}

/** @param {number} rounds @returns {Promise<void>} */
export async function strides(rounds) {
  const numpy = await findNumpy();
  if (numpy === undefined) {
    console.log('\ncuts with strides: no NumPy here');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'microtome-strides-'));
  const python = startPython(numpy, join(import.meta.dirname, 'strides.py'));
  /** @type {string[][]} */ const rows = [];
  try {
    for (const [dims, specs] of CUTS) {
      const path = join(folder, `${dims.join('x')}.npy`);
      await python.ask({ path, make: dims });
      const calls = dims.reduce((a, b) => a * b, 1) > 1e7 ? 3 : 15;
      for (const spec of specs) {
        const cells = [];
        for (const opens of [true, false]) {
          const [other, own] = await compare(python, { path, spec, opens, calls, rounds });
          cells.push(`${other.toFixed(2)} ms`, `${own.toFixed(2)} ms`, (own / other).toFixed(1));
        }
        rows.push([`[${dims.join(', ')}] ${spec}`, ...cells]);
      }
    }
  } finally {
    python.stop();
    rmSync(folder, { recursive: true });
  }
  console.log(`\ncuts of local files of float32, beside memory maps of NumPy ${numpy.version}`);
  printTable([['', 'open, cut', 'ours', 'times', 'cut into `out`', 'ours', 'times'], ...rows]);
}
