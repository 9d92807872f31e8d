// `npm run bench -- kernels`: the kernels alone, in GB/s of output and as multiples of memcpy's time, natively and in wasm.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEmscripten } from '../../../tools/common/emscripten.js';
import { Failure } from '../../../tools/common/failure.js';
import { filesUnder } from '../../../tools/common/files.js';
import { BENCH_BUILD, inRoot, inToolchain } from '../../../tools/common/paths.js';
import { startProgress } from '../../../tools/common/progress.js';
import { capture, findProgram } from '../../../tools/common/run.js';
import { printTable } from '../../../tools/common/table.js';
import { WASM_FLAGS } from '../../../tools/wasm/flags.js';

/** @typedef {Map<string, number>} Speeds bytes per second by name */

const HERE = inRoot('tests/bench/native');
const BENCHMARK = inToolchain('benchmark/usr');

/**
 * @param {readonly string[]} names parts of kernels' names; all without any
 */
export async function kernels(names) {
  mkdirSync(BENCH_BUILD, { recursive: true });
  const sources = [
    join(HERE, 'kernels_bench.cpp'),
    ...filesUnder('src/move/kernels', /\.cpp$/).map((file) => inRoot(file)),
  ];
  const native = await measure('natively', () => buildNative(sources), [
    '--benchmark_format=json',
    '--benchmark_min_time=0.05',
  ]);
  const wasm = await measure('in WebAssembly', () => buildWasm(sources), []);
  const both = [...new Set([...native.keys(), ...wasm.keys()])];
  const asked = both.filter((name) => names.length === 0 || names.some((part) => name.includes(part)));
  print(asked, native, wasm);
  const told = Object.fromEntries(
    both.map((name) => [name, { native: native.get(name), wasm: wasm.get(name) }]),
  );
  writeFileSync(join(BENCH_BUILD, 'kernels.json'), `${JSON.stringify(told, null, 1)}\n`);
}

/**
 * @param {string} where
 * @param {() => Promise<string[]>} build gives the command that runs it
 * @param {string[]} args
 * @returns {Promise<Speeds>} empty where it cannot be built
 */
async function measure(where, build, args) {
  const progress = startProgress(`Kernels ${where}`);
  try {
    const [program, ...first] = await build();
    const { code, out, all } = await capture(program, [...first, ...args]);
    if (code !== 0) throw new Failure(`ended with code ${code}:\n${all.slice(0, 2000)}`);
    const { benchmarks } = JSON.parse(out);
    return new Map(benchmarks.map((/** @type {any} */ one) => [one.name, one.bytes_per_second]));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    progress.note(`not measured: ${error.message}`);
    return new Map();
  } finally {
    progress.done();
  }
}

/** @param {string[]} sources */
async function buildNative(sources) {
  const program = join(BENCH_BUILD, 'kernels_native');
  const compiler = findProgram('c++', 'g++', 'clang++');
  if (!compiler) throw new Failure('there is no C++ compiler');
  const found = [`-I${BENCHMARK}/include`, `-L${BENCHMARK}/lib`, `-L${BENCHMARK}/lib/${triple()}`];
  const args = [
    '-O3',
    ...VECTORS,
    '-std=c++23',
    '-fno-exceptions',
    `-I${inRoot('src')}`,
    ...found,
    ...sources,
  ];
  return compile(compiler, [...args, '-o', program, '-lbenchmark', '-lpthread'], {}, [program]);
}

/** What V8 asks of a processor for WebAssembly's vectors. */
const VECTORS = process.arch === 'x64' ? ['-msse4.1'] : [];

const triple = () => `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

/** @param {string[]} sources */
async function buildWasm(sources) {
  const emscripten = await findEmscripten();
  const program = join(BENCH_BUILD, 'kernels_wasm.cjs');
  const includes = [`-I${join(HERE, 'wasm')}`, `-I${inRoot('src')}`];
  const args = [
    ...WASM_FLAGS.compile,
    ...WASM_FLAGS.kernels,
    ...includes,
    ...sources,
    '-sALLOW_MEMORY_GROWTH',
    '-o',
    program,
  ];
  return compile(join(emscripten.folder, 'em++'), args, emscripten.env, [process.execPath, program]);
}

/**
 * @param {string} compiler
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {string[]} command
 */
async function compile(compiler, args, env, command) {
  const { code, all } = await capture(compiler, args, { env });
  if (code !== 0) throw new Failure(`it could not be compiled:\n${all.trim()}`);
  return command;
}

/**
 * @param {readonly string[]} names
 * @param {Speeds} native
 * @param {Speeds} wasm
 */
function print(names, native, wasm) {
  const cells = (/** @type {Speeds} */ speeds, /** @type {string} */ name) => {
    const speed = speeds.get(name);
    const limit = speeds.get(nearestMemcpy(sizeOf(name), [...speeds.keys()]));
    if (speed === undefined || limit === undefined) return ['-', '-'];
    return [(speed / 1e9).toFixed(1), (limit / speed).toFixed(2)];
  };
  const rows = names.map((name) => [name, ...cells(native, name), ...cells(wasm, name)]);
  printTable([['', 'native GB/s', 'x memcpy', 'wasm GB/s', 'x memcpy'], ...rows]);
}

const sizeOf = (/** @type {string} */ name) => Number(name.split('/').at(-1));

/**
 * The measurement of memcpy that is nearest in size. Kernels of widths like 3 do not fill a size exactly.
 * @param {number} size
 * @param {readonly string[]} names
 */
function nearestMemcpy(size, names) {
  const farness = (/** @type {string} */ name) => Math.abs(Math.log(sizeOf(name) / size));
  const [nearest] = names
    .filter((name) => name.startsWith('memcpy/'))
    .sort((a, b) => farness(a) - farness(b));
  return nearest;
}
