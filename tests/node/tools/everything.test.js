// Commands: what there is, that `npm run everything` leaves out no suite, and what it says of suites that pass, fail, or cannot run.
// Here `npm` is a script that answers as the rows below say.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { COMMANDS, EVERYTHING, SUITES } from '../../../tools/common/commands.js';
import { inRoot } from '../../../tools/common/paths.js';
import { checkNpm } from '../../support/npm_command.js';

describe('commands', () => {
  const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

  it('are the scripts of package.json, at most twelve', () => {
    const own = Object.entries(SUITES).flatMap(([name, suite]) => ('script' in suite ? [name] : []));
    assert.deepEqual(
      [...Object.keys(COMMANDS), ...own, 'prepack', 'prepublishOnly'].sort(),
      Object.keys(scripts).sort(),
    );
    assert.ok(Object.keys(scripts).length <= 12);
  });

  it('that test are in tests/README.md, and those that find a fault are suites of npm run everything', () => {
    const text = readFileSync(inRoot('tests/README.md'), 'utf8');
    const listed = [...text.matchAll(/^\| `npm ([^`]+)` \|/gm)].map(([, command]) => command);
    assert.deepEqual(new Set(listed.map(checkNpm)), new Set([...Object.keys(SUITES), 'fuzz']));
    const run = new Set(Object.values(EVERYTHING).map(checkNpm));
    const measuring = ['bench', 'mutate'];
    assert.deepEqual(
      run,
      new Set(['test', 'check', 'fuzz', ...Object.keys(SUITES).filter((name) => !measuring.includes(name))]),
    );
    for (const command of listed.filter((each) => / -- \w+ .*[a-z]/.test(each)))
      assert.ok(
        Object.values(EVERYTHING).some((each) => each === command),
        command,
      );
  });
});

describe('npm run everything', () => {
  /** By what follows `npm`: the lines that it leaves, and its exit code. @type {Record<string, [unknown[], number]>} */
  const ANSWERS = {
    'test -- recipes': [[{ tests: 30, passed: 29 }], 1],
    'test -- types': [
      [
        { tests: 4, passed: 4 },
        { tests: 3, passed: 3 },
      ],
      0,
    ],
    'test -- engines': [[{ missed: 'no network', unavailable: true }], 1],
    'test -- hosts': [[{ tests: 2, passed: 2 }, { missed: 'Safari was not visited' }], 0],
    'test -- conformance': [[{ tests: 2, passed: 2 }, { missed: 'NumPy was not asked' }], 1],
    'test -- soak 3': [[], 0],
  };
  /** @type {string} */ let folder;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'microtome-everything-'));
    const program = `#!${process.execPath}
      const { appendFileSync, writeFileSync } = require('node:fs');
      const [lines, code] = ${JSON.stringify(ANSWERS)}[process.argv.slice(2).join(' ')];
      console.log('ran', ...process.argv.slice(2));
      for (const line of lines) appendFileSync(process.env.MICROTOME_OUTCOME, JSON.stringify(line) + '\\n');
      process.exitCode = code;`;
    writeFileSync(join(folder, 'npm'), program, { mode: 0o755 });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** @param {string[]} words */
  function everything(...words) {
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [inRoot('tools/everything.js'), ...words],
      { env },
    );
    const rows = [...`${stdout}`.matchAll(/^(\w+) +(ok|FAILED|MISSED) +(\d* +\d*) +[\d.]+$/gm)];
    return {
      status,
      text: `${stdout}${stderr}`,
      rows: rows.map(([, ...cells]) => cells.map((cell) => cell.trim().replace(/ +/, ' '))),
    };
  }

  it('goes on after a failure, counts, and shows loudly what was missed', () => {
    const { status, text, rows } = everything('recipes', 'types', 'engines', 'hosts', 'conformance', 'soak');
    assert.deepEqual(
      rows,
      [
        ['hosts', 'MISSED', '2 2'],
        ['conformance', 'FAILED', '2 2'],
        ['types', 'ok', '7 7'],
        ['recipes', 'FAILED', '30 29'],
        ['engines', 'MISSED', ''],
        ['soak', 'ok', ''],
      ],
      text,
    );
    assert.match(text, /^ran test -- soak 3$/m);
    assert.match(text, /^ran test -- types$/m);
    for (const what of ['ENGINES: NOT ALL OF IT RAN: no network', 'HOSTS: NOT ALL OF IT RAN: Safari'])
      assert.ok(text.includes(`\n!!! ${what}`), what);
    assert.match(text, /^FAILED: conformance, recipes$/m);
    assert.equal(status, 1);
  });

  it('succeeds where nothing failed, and refuses a suite that is none', () => {
    const { status, text } = everything('types', 'engines');
    assert.match(text, /^All that ran passed\.$/m);
    assert.equal(status, 0);
    const wrong = everything('recipe');
    assert.equal(wrong.status, 1);
    assert.match(wrong.text, /there is no suite 'recipe'; choose from test, /);
  });
});
