// `npm run bench -- adopters [logits]`: the cases of docs/recipes.md, what their users do today beside ours. `--save` keeps the
// figures, from which tools/generate.js makes the page's table.
import { checkWords } from '../../../tools/common/commands.js';
import { startProgress } from '../../../tools/common/progress.js';
import { printTable } from '../../../tools/common/table.js';
import { installGroup, versionOf } from '../../packages.js';
import { measureInProcess } from '../measure/fork.js';
import { writeJson } from '../report/files.js';
import { machine } from '../report/machine.js';
import { CASES } from './cases.js';

/** @typedef {import('../measure/measure.js').RowResult} RowResult */

const PEERS = ['@huggingface/transformers', '@tensorflow/tfjs-core', 'ndarray-ops', '@stdlib/ndarray'];

/**
 * @param {readonly string[]} ids beginnings; all cases without any
 * @param {{ rounds: number, publish: boolean }} options
 */
export async function adopters(ids, { rounds, publish }) {
  checkWords(
    ids,
    'case',
    CASES.map(({ id }) => id),
    (each, id) => id.startsWith(each),
  );
  const cases = CASES.filter(({ id }) => ids.length === 0 || ids.some((each) => id.startsWith(each)));
  await installGroup('recipes');
  const progress = startProgress(`Measuring ${cases.length} cases, ${rounds} rounds each`);
  /** @type {RowResult[]} */
  const rows = [];
  for (const { id, flags } of cases) {
    rows.push(await measureInProcess({ id, adopter: true, flags, rounds }, progress.update));
  }
  progress.done();
  print(rows);
  const peers = Object.fromEntries(PEERS.map((name) => [name, versionOf('recipes', name)]));
  writeJson('adopters.json', { machine: machine(), peers, rounds, rows }, publish && ids.length === 0);
}

/** @param {readonly RowResult[]} rows */
function print(rows) {
  const names = [...new Set(rows.flatMap(({ results }) => results.map(({ name }) => name)))];
  const cells = rows.map(({ id, results }) => [
    id,
    ...names.map((name) => {
      const ns = results.find((one) => one.name === name)?.ns;
      return ns === undefined ? '-' : `${(ns / 1e6).toPrecision(3)} ms`;
    }),
  ]);
  printTable([['', ...names], ...cells]);
  for (const { id, results } of rows)
    for (const { name, blank } of results) if (blank) console.log(`${id} ${name}: ${blank}`);
}
