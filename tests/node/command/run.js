// Runs the built command, as a shell would.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../../../tools/common/paths.js';
import { safetensorsOf } from '../../support/handmade.js';
import { npyOf } from '../../support/npz_files.js';

export const COMMAND = inRoot('web/dist/command.js');

/** Arguments of Node that have the command print its memory to standard error, in KiB, when it ends. */
export const TELL = [
  '--import',
  "data:text/javascript,process.on('exit',()=>process.stderr.write(String(process.resourceUsage().maxRSS)))",
];

/** @typedef {{ code: number | null, signal: string | null, out: Buffer, err: string }} Ended */
/** @typedef {{ cwd?: string, onStart?: (child: import('node:child_process').ChildProcess) => void }} Options */

/** Arguments of Node for code that runs before the command. @param {string} code */
export const first = (code) => ['--import', `data:text/javascript,${encodeURIComponent(code)}`];

/** The same, for code that replaces functions of a module, which it knows as `fs`. @param {string} code @param {string} [module] */
export const patched = (code, module = 'node:fs') =>
  first(
    `import fs from '${module}'; import { syncBuiltinESMExports } from 'node:module';\n${code}\nsyncBuiltinESMExports();`,
  );

/** @param {string} program @param {readonly string[]} args @param {Options & { env?: NodeJS.ProcessEnv }} options @returns {Promise<Ended>} */
function run(program, args, { cwd, env, onStart }) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onStart?.(child);
  /** @type {Buffer[]} */ const out = [];
  let err = '';
  child.stdout.on('data', (chunk) => out.push(chunk));
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, out: Buffer.concat(out), err }));
  });
}

/** @param {readonly string[]} args @param {Options & { node?: readonly string[] }} [options] */
export const microtome = (args, { node = [], ...options } = {}) =>
  run(process.execPath, [...node, COMMAND, ...args], options);

/** Runs a script in bash, where `microtome` and `$M` are the command. @param {string} script @param {string} cwd */
export async function inShell(script, cwd) {
  const env = { ...process.env, M: `${process.execPath} ${COMMAND}` };
  const { code, out, err } = await run('bash', ['-c', `microtome() { $M "$@"; }\n${script}`], { cwd, env });
  return { code, out, err };
}

/** A folder of its own, and what is in it. */
export function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), 'microtome-'));
  const file = (/** @type {string} */ name) => join(path, name);
  const run = (/** @type {string[]} */ ...args) => microtome(args, { cwd: path });
  return {
    path,
    names: () => readdirSync(path).sort(),
    file,
    remove: () => rmSync(path, { recursive: true, force: true }),
    /** Writes a file, and gives its name. @param {string} name @param {Uint8Array} content */
    put(name, content) {
      writeFileSync(file(name), content);
      return name;
    },
    /** Runs the command there. */
    run,
    /** Runs it, which must succeed, and gives what it prints. @param {string[]} args */
    async done(...args) {
      const { code, out, err } = await run(...args);
      assert.deepEqual([code, err], [0, ''], args.join(' '));
      return out;
    },
  };
}

/** Writes uint16 [40, 64, 48], whose elements count. @param {string} path */
export function writeStack(path) {
  const data = Uint16Array.from({ length: 40 * 64 * 48 }, (_, i) => i);
  writeFileSync(path, npyOf('<u2', [40, 64, 48], new Uint8Array(data.buffer)));
}

/** Writes a.safetensors: three tensors, one of a type that cannot be cut. @param {string} path */
export function writeModel(path) {
  const header = {
    'wte.weight': { dtype: 'F32', shape: [100, 8], data_offsets: [0, 3200] },
    bias: { dtype: 'F16', shape: [8], data_offsets: [3200, 3216] },
    odd: { dtype: 'F8_E4M3FNUZ', shape: [4], data_offsets: [3216, 3220] },
  };
  const data = Buffer.alloc(3220);
  for (let i = 0; i < 800; ++i) data.writeFloatLE(i, 4 * i);
  writeFileSync(path, safetensorsOf(header, data));
}
