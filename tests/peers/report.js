// What a comparison has found: a table of what was compared, one of the differences that there were, and what is wrong.
import { printTable } from '../../tools/common/table.js';
import { DIFFERENCES } from './differences/differences.js';

/** @import { Comparison } from './compare.js' */
/** @import { Engine } from './engines/engines.js' */
/** @import { OpType } from '../random/nodes/example.js' */

/** @typedef {{ op_type: OpType, engine: Engine, seconds: string } & Comparison} Result */

const WHAT_NEXT =
  'Where this library is wrong, add the line to tests/cases/ and fix it; where the engine is, add a row to tests/peers/differences/.';

/**
 * @param {readonly Result[]} results
 * @param {boolean} isDefault every difference must have been needed
 * @returns {boolean} whether something is wrong
 */
export function report(results, isDefault) {
  console.log('');
  printTable([
    ['compared', 'cases', 'agree', 'differ by ruling', 'engine lacks', 'result', 'seconds'],
    ...results.map(rowOf),
  ]);
  const counted = DIFFERENCES.filter(({ engine }) => results.some((one) => one.engine.name === engine)).map(
    (row) => ({ row, count: results.reduce((n, { differed }) => n + (differed.get(row) ?? 0), 0) }),
  );
  console.log('');
  printTable([
    ['differences by ruling', 'cases'],
    ...counted
      .filter(({ count }) => count > 0)
      .map(({ row, count }) => [`${row.ruling} ${row.engine}: ${row.title}`, count]),
  ]);
  const failures = results.flatMap(({ op_type, engine, failure }) =>
    failure ? ['', `${op_type} against ${engine.name}:`, ...failure.map((line) => `  ${line}`)] : [],
  );
  const needless = counted
    .filter(({ count }) => isDefault && count === 0)
    .map(({ row }) => `${row.ruling} ${row.engine} (${row.title}) is never needed: remove its row.`);
  const lines = [...failures, ...(failures.length > 0 ? ['', WHAT_NEXT] : []), ...needless];
  for (const line of lines) console.log(line);
  return lines.length > 0;
}

/** @param {Result} result */
const rowOf = ({ op_type, engine, agreed, explained, lacking, failure, seconds }) => [
  `${op_type}, ${engine.name}`,
  agreed + explained + lacking,
  agreed,
  explained,
  lacking,
  failure ? 'FAILED' : 'ok',
  seconds,
];
