// Processes and folders that must be gone when the command ends, however it ends.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../../../tools/common/paths.js';

const PATIENCE_MS = 5000;

/** @type {Set<() => void>} */
const left = new Set();

process.once('exit', () => {
  for (const remove of left) remove();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** Gives a function that does it now, instead of at the end. @param {() => void} remove */
function atTheEnd(remove) {
  const now = () => {
    if (left.delete(now)) remove();
  };
  left.add(now);
  return now;
}

/** An empty folder, and how to remove it. @param {string} name */
export function temporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `microtome-${name}-`));
  return { folder, remove: atTheEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })) };
}

/** @typedef {ReturnType<typeof begin>} Begun */

/**
 * A program with all that it starts, and how to end them.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined> }} [options]
 */
export function begin(program, args, { cwd = inRoot(), env = {} } = {}) {
  const child = spawn(program, args, {
    cwd,
    detached: true, // a group of its own
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      said += error.message;
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 128));
  });
  /** @param {NodeJS.Signals} signal */
  const signal = (signal) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // nothing of it is left
    }
  };
  const term = atTheEnd(() => signal('SIGTERM'));
  return {
    child,
    /** Its exit code, when it has ended. */
    ended,
    said: () => said.trim(),
    async end() {
      term();
      const timer = setTimeout(() => signal('SIGKILL'), PATIENCE_MS);
      await ended;
      clearTimeout(timer);
      signal('SIGKILL'); // what it has started and did not end
    },
  };
}
