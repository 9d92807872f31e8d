// Finds a Python with NumPy and talks to it. The candidates are the one that MICROTOME_PYTHON names,
// otherwise `python3`, and then the one that set-up installs into `.toolchain/`.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inToolchain } from './paths.js';
import { capture } from './run.js';

export const NUMPY_HOME = inToolchain('numpy');

/**
 * @typedef {object} Numpy
 * @property {string} python
 * @property {Record<string, string>} env what it needs in its environment
 * @property {string} version NumPy's
 */

/** @returns {Promise<Numpy | undefined>} */
export async function findNumpy() {
  const named = process.env.MICROTOME_PYTHON;
  const candidates = named ? [{ python: named, env: {} }] : [{ python: 'python3', env: {} }, ...ownPython()];
  for (const one of candidates) {
    const { code, out } = await capture(one.python, ['-c', 'import numpy; print(numpy.__version__)'], one);
    if (code === 0) return { ...one, version: out.trim() };
  }
  return undefined;
}

/** Starts a script that answers each line of JSON with one. @param {Numpy} numpy @param {string} script */
export function startPython({ python, env }, script) {
  const child = spawn(python, [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** @param {object} request @returns {Promise<any>} */
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${script} has ended`);
      return JSON.parse(value);
    },
    stop: () => void child.kill(),
  };
}

/** The one that set-up has installed. It needs the places of its parts. */
function ownPython() {
  const usr = join(NUMPY_HOME, 'usr');
  if (!existsSync(usr)) return [];
  const libraries = readdirSync(join(usr, 'lib'))
    .filter((name) => name.endsWith('-linux-gnu'))
    .flatMap((name) => ['', 'blas', 'lapack'].map((part) => join(usr, 'lib', name, part)));
  const env = { PYTHONHOME: usr, LD_LIBRARY_PATH: libraries.join(':') };
  return [{ python: join(usr, 'bin/python3'), env }];
}
