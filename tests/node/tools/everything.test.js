// `npm run everything`: that it leaves out no suite, and what it says of suites that pass, fail, or cannot run. Here `npm` is a
// script that answers as the rows below say.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { COMMANDS, readArguments, SUITES } from '../../../tools/common/commands.js';
import { inRoot } from '../../../tools/common/paths.js';

/** @typedef {keyof typeof COMMANDS} Name */

/** Scripts that test, so that their rows say what `everything` runs. */
const TESTERS = Object.entries(COMMANDS).flatMap(([name, row]) => ('everything' in row ? [name] : []));

describe('the suites of npm run everything', () => {
  it('are those that tests/README.md lists, and `npm test` and `npm run check`', () => {
    const listed = [
      ...readFileSync(inRoot('tests/README.md'), 'utf8').matchAll(/^\| `npm run ([^`]+)` \|/gm),
    ];
    const scripts = listed.map(([, command]) => command.split(' ')[0]);
    assert.deepEqual([...new Set([...scripts, 'test', 'check'])].sort(), [...TESTERS].sort());
    const commands = listed.map(([, command]) => command);
    for (const { script, args } of SUITES)
      if (args.length > 0 && Number.isNaN(Number(args[0])))
        assert.ok(commands.includes(`${script} -- ${args.join(' ')}`), `${script} ${args}`);
  });

  it('are all scripts of package.json that test, by names of their own, with arguments that they take', () => {
    const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
    assert.deepEqual(
      Object.keys(COMMANDS).sort(),
      Object.keys(scripts)
        .filter((name) => name !== 'prepack')
        .sort(),
    );
    for (const name of Object.keys(scripts).filter((each) => /^test/.test(each)))
      assert.ok(
        SUITES.some(({ script }) => script === name),
        name,
      );
    assert.equal(new Set(SUITES.map(({ suite }) => suite)).size, SUITES.length);
    for (const { script, args } of SUITES)
      assert.doesNotThrow(() => readArguments(script, [...args]), script);
  });
});

describe('npm run everything', () => {
  /** By script: the lines that it leaves, and its exit code. @type {Record<string, [unknown[], number]>} */
  const ANSWERS = {
    'test:recipes': [[{ tests: 30, passed: 29 }], 1],
    'test:types': [
      [
        { tests: 4, passed: 4 },
        { tests: 3, passed: 3 },
      ],
      0,
    ],
    'test:engines': [[{ missed: 'no network', unavailable: true }], 1],
    'test:hosts': [[{ tests: 2, passed: 2 }, { missed: 'Safari was not visited' }], 0],
    conformance: [[{ tests: 2, passed: 2 }, { missed: 'NumPy was not asked' }], 1],
    soak: [[], 0],
  };
  /** @type {string} */ let folder;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'microtome-everything-'));
    const program = `#!${process.execPath}
      const { appendFileSync, writeFileSync } = require('node:fs');
      const [lines, code] = ${JSON.stringify(ANSWERS)}[process.argv[3]];
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
        ['conformance', 'FAILED', '2 2'],
        ['types', 'ok', '7 7'],
        ['hosts', 'MISSED', '2 2'],
        ['recipes', 'FAILED', '30 29'],
        ['engines', 'MISSED', ''],
        ['soak', 'ok', ''],
      ],
      text,
    );
    assert.match(text, /^ran run soak -- 3$/m);
    assert.match(text, /^ran run test:types$/m);
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
