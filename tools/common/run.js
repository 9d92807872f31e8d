// Running other programs: `run` shows their output, `capture` returns it, `findProgram` looks along PATH.
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot, ROOT } from './paths.js';

/**
 * @typedef {object} Options
 * @property {string} [cwd] default: the checkout
 * @property {Record<string, string | undefined>} [env] added to this process's own
 * @property {(line: string) => void} [onLine] gets each line of output when it is printed
 */

/**
 * @typedef {object} Outcome
 * @property {number} code exit code; 127 when the program could not be started, 128 when a signal ended it
 * @property {string} out what it wrote to stdout
 * @property {string} all what it wrote to stdout and stderr, interleaved
 */

/** Flags with which Node can import the playground, which is TypeScript. */
export const TYPESCRIPT = ['--import', pathToFileURL(inRoot('tools/common/typescript.js')).href];

/**
 * Runs a program with its output shown; returns its exit code.
 * @param {string} program
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, options = {}) {
  const child = spawn(program, args, { ...spawnOptions(options), stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 128));
  });
}

/**
 * Runs a program quietly; returns its exit code and output. Never throws.
 * @param {string} program
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<Outcome>}
 */
export function capture(program, args, options = {}) {
  const child = spawn(program, args, { ...spawnOptions(options), stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let all = '';
  let line = '';
  /** @param {string} text */
  const feed = (text) => {
    all += text;
    if (!options.onLine) return;
    const lines = (line + text).split('\n');
    line = lines.pop() ?? '';
    for (const whole of lines) options.onLine(whole);
  };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
    feed(text);
  });
  child.stderr.setEncoding('utf8').on('data', feed);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, out, all: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 128, out, all }));
  });
}

/** The first of these programs that is on PATH. @param {...string} names @returns {string | undefined} */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @param {Options} options */
const spawnOptions = (options) => ({ cwd: options.cwd ?? ROOT, env: { ...process.env, ...options.env } });
