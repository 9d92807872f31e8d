// What a suite tells `npm run everything` besides its exit code: how many tests passed, and what could not run on this machine.
// Each is a line of a file that everything.js names in the environment.
import { appendFileSync } from 'node:fs';

const VARIABLE = 'MICROTOME_OUTCOME';

/**
 * One line: a count, or what was missed, which may be all of it.
 * @typedef {{ tests: number, passed: number } | { missed: string, unavailable?: true }} Note
 */

const file = process.env[VARIABLE];
delete process.env[VARIABLE]; // programs that a suite tests are no suites

/** The environment of a program that is part of this suite. @type {Record<string, string>} */
export const SAME_SUITE = file ? { [VARIABLE]: file } : {};

/** The environment of a suite. @param {string} path of its file */
export const suiteEnvironment = (path) => ({ [VARIABLE]: path });

/** @param {Note} line */
export function note(line) {
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Counts the rows of a table. @param {readonly string[]} results 'ok', or how it failed */
export const noteResults = (results) =>
  note({ tests: results.length, passed: results.filter((result) => result === 'ok').length });
