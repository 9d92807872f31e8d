// The README's commands, executed as a newcomer types them, and what an npm script answers to an option that it does not have.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { COMMANDS as NAMES } from '../../../tools/common/commands.js';
import { pack } from '../../package/pack.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A new command of the README needs a row here. @type {Record<string, () => void | Promise<void>>} */
const COMMANDS = {
  'npm install microtome': installPacked,
  'npm pack': () => assert.equal(scripts().prepack, 'node tools/build.js wasm types package'), // runs first
  'npm start': startPlayground,
  'npm test': () => assert.match(scripts().test, /tools\/test\.js/), // that is what runs this
};

describe("the README's command", () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const lines = [...readme.matchAll(/(?:```sh\n|`)(npm [^`\n]+)/g)].map(([, line]) => line);

  it('is one that is executed here', () => {
    assert.deepEqual([...lines].sort(), Object.keys(COMMANDS).sort());
  });
  for (const line of lines) it(line, { timeout: 120_000 }, () => COMMANDS[line]());
});

describe('an npm script', () => {
  it('has a row in the table of commands', () => {
    const names = Object.keys(scripts()).filter((name) => name !== 'prepack');
    assert.deepEqual(Object.keys(NAMES).sort(), names.sort());
  });

  it('answers with its usage, in one sentence, to an option that it does not have', () => {
    const args = [join(ROOT, 'tools/bench.js'), '--nonsense'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^\nmicrotome: unknown option '--nonsense'; usage: npm run bench -- [^\n]*\n$/);
  });
});

/** @returns {Record<string, string>} */
function scripts() {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;
}

/** What npm would publish, installed into an empty project and imported by its name. */
function installPacked() {
  const folder = mkdtempSync(join(tmpdir(), 'microtome-'));
  try {
    const npm = (/** @type {string[]} */ args, /** @type {string} */ cwd) =>
      execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    const { tarball } = pack(folder);
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    npm(['install', '--offline', '--no-audit', '--no-fund', tarball], folder);
    const script = `
      import { init, slice } from 'microtome';
      await init();
      console.log(slice({ dims: [2, 3], data: Int16Array.of(1, 2, 3, 4, 5, 6) }, ':, ::-1').data.join());`;
    writeFileSync(join(folder, 'use.js'), script);
    assert.equal(
      execFileSync(process.execPath, ['use.js'], { cwd: folder, encoding: 'utf8' }),
      '3,2,1,6,5,4\n',
    );
    const bytes = readFileSync(join(folder, 'node_modules/microtome/web/dist/microtome.wasm'));
    assert.ok(WebAssembly.validate(bytes));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** On a free port, and ended as Ctrl-C would. */
async function startPlayground() {
  const child = spawn('npm', ['start', '--', '--port', '5187'], { cwd: ROOT, detached: true });
  try {
    const address = await new Promise((resolve, reject) => {
      let printed = '';
      const read = (/** @type {Buffer} */ chunk) => {
        printed += chunk;
        const found = /The playground is at (http:\S+)/.exec(printed);
        if (found) resolve(found[1]);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)));
    });
    const response = await fetch(address);
    assert.equal(response.status, 200);
    assert.match(await response.text(), /<title>Microtome/);
  } finally {
    process.kill(-(/** @type {number} */ (child.pid)), 'SIGINT');
  }
}
