// Measures in a process of its own: what it has compiled for others, and what it keeps, counts for nobody else.

import { OURS } from '../../../tools/common/contestants.js';
import { inRoot } from '../../../tools/common/paths.js';
import { capture, TYPESCRIPT } from '../../../tools/common/run.js';

/** @import { Request } from './row_process.js' */
/** @import { RowResult } from './measure.js' */

/**
 * The last line that a program of the bench prints, as JSON.
 * @param {string} program in tests/bench
 * @param {unknown} request its argument, as JSON
 * @param {readonly string[]} [flags] of Node
 * @returns {Promise<any>}
 */
export async function runAlone(program, request, flags = []) {
  const file = inRoot('tests/bench', program);
  const args = [...flags, '--expose-gc', file, JSON.stringify(request)];
  const { code, out, all } = await capture(process.execPath, args);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${all}`);
  return JSON.parse(/** @type {string} */ (out.trim().split('\n').at(-1)));
}

/**
 * @param {Request} request
 * @returns {Promise<RowResult>} blank where its process died, of too little memory for instance
 */
export const measureInProcess = (request) =>
  runAlone('measure/row_process.js', request, TYPESCRIPT).catch((error) => {
    const blank = String(error.message).slice(0, 200);
    return { id: request.id, title: blank, bytes: 0, results: [{ name: OURS, blank }] };
  });
