// Limits of time are constants of tools/common/limits.js: a number beside a test or a wait is soon too small for a busy machine.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { filesUnder } from '../../../tools/common/files.js';
import { inRoot } from '../../../tools/common/paths.js';

/** A limit by its option or its function, with a number other than 0, which means none. */
const LIMIT = /\b(protocolTimeout|timeout|pageLoad|script): ?[1-9]|\bsetDefault(Navigation)?Timeout\(\d/;

it('no test or tool has a limit of its own', () => {
  const files = [...filesUnder('tests', /\.js$/), ...filesUnder('tools', /\.js$/)].filter(
    (path) => !/node_modules|^tests\/bench\//.test(path),
  );
  assert.ok(files.length > 300);
  const own = files.flatMap((path) =>
    readFileSync(inRoot(path), 'utf8')
      .split('\n')
      .flatMap((line, i) => (LIMIT.test(line) ? [`${path}:${i + 1}`] : [])),
  );
  assert.deepEqual(own, []);
});
