// Measures a row in a process of its own.
import { fork } from 'node:child_process';
import { inRoot } from '../../../tools/common/paths.js';
import { TYPESCRIPT } from '../../../tools/common/run.js';

/** @typedef {import('./measure.js').RowResult} RowResult */

/**
 * @param {import('./row_process.js').Request} request
 * @param {(detail: string) => void} update
 * @returns {Promise<RowResult>} blank where its process died, of too little memory for instance
 */
export function measureInProcess(request, update) {
  const execArgv = [...TYPESCRIPT, '--expose-gc'];
  const child = fork(inRoot('tests/bench/measure/row_process.js'), { execArgv });
  return new Promise((resolve) => {
    child.on('message', (/** @type {import('./row_process.js').Message} */ { progress, row }) => {
      if (progress) update(progress);
      if (row) resolve(row);
    });
    child.on('exit', (code, signal) => {
      const blank = `the row's process ended: ${signal ?? `exit code ${code}`}`;
      resolve({ id: request.id, title: blank, bytes: 0, results: [{ name: 'ours', blank }] });
    });
    child.send(request);
  });
}
