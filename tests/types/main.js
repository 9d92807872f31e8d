// `npm test -- types`: the type tests, compiled by the versions of TypeScript that programs may have; ours, the newest, does
// it in `npm test`. For another version, add a row to package.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool, Unavailable } from '../../tools/common/failure.js';
import { noteResults } from '../../tools/common/outcome.js';
import { homeOf, installGroup, versionOf } from '../../tools/common/packages.js';
import { inRoot } from '../../tools/common/paths.js';
import { printTable } from '../../tools/common/table.js';
import { compile, HOSTS, SHIPPED, typeTests } from '../node/types/compile.js';

const GROUP = 'tests/types';
const { dependencies } = JSON.parse(readFileSync(inRoot('tests/types/package.json'), 'utf8'));

/** Versions that know what not all do: the first that does. */
const SINCE = { words: 5.1, fractions: 5.6, buffers: 5.7, halves: 5.8 };

/**
 * The tests that a version can read: words in attributes are literals since 5.1, numbers in lists since 5.6 at the latest, typed
 * arrays have type arguments since 5.7, Float16Array is known since 5.8.
 * @param {number} version
 * @param {readonly string[]} [without]
 */
function testsFor(version, without = []) {
  const unread = [
    ...(version < SINCE.words ? ['rearrange_nodes.test-d.ts'] : []),
    ...(version < SINCE.fractions ? ['fractions.test-d.ts'] : []),
    ...(version < SINCE.halves ? ['host.test-d.ts'] : []),
    ...without,
  ];
  const files = Object.entries(typeTests(unread));
  const plain = (/** @type {string} */ text) => text.replace(/(\w+Array)<\w*ArrayBuffer\w*>/g, '$1');
  return Object.fromEntries(
    files.map(([name, text]) => [name, version < SINCE.buffers ? plain(text) : text]),
  );
}

await runTool(async () => {
  if (!(await installGroup(GROUP))) throw new Unavailable('TypeScript could not be installed; see above.');
  const rows = Object.keys(dependencies).flatMap((name) => {
    const tsc = join(homeOf(GROUP), 'node_modules', name, 'bin/tsc');
    return Object.entries(HOSTS).map(([words, host]) => {
      const version = versionOf(GROUP, name) ?? '';
      const { status, stdout } = compile(
        `${name} ${words}`,
        SHIPPED,
        testsFor(Number.parseFloat(version), host.without),
        host,
        tsc,
      );
      if (status !== 0) console.log(`TypeScript ${version} with ${words}:\n${stdout}`);
      return [version, words, status === 0 ? 'ok' : 'FAILED'];
    });
  });
  printTable([['TypeScript', 'a program with', 'result'], ...rows]);
  noteResults(rows.map(([, , result]) => result));
  return rows.some(([, , result]) => result === 'FAILED') ? 1 : 0;
});
