// The commands that docs/command.md shows, run in a shell as they are shown, one after another: what they print is what it says. Those of
// docs/many-machines.md are run by tests/engines/.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { blocksOf } from '../../support/document_blocks.js';
import { installCommand } from '../../support/npx.js';
import { startRangeServer } from '../../support/range_server.js';
import { makeFolder, writeModel, writeStack } from './run.js';

/** The address in the documents, which a server of this machine answers. */
const ADDRESS = 'https://example.org';
const DOCUMENT = 'docs/command.md';

/** @type {Awaited<ReturnType<typeof startRangeServer>>} */ let server;

/** A folder with the examples' files, in which `npx` finds the command. */
function makeProject() {
  const folder = makeFolder();
  writeStack(folder.file('stack.npy'));
  writeModel(folder.file('model.safetensors'));
  return { ...folder, ...installCommand(folder.path) };
}

/** Each command of a block, and what is printed below it. @param {string} code */
const commandsIn = (code) =>
  code
    .split(/^\$ /m)
    .slice(1)
    .map((each) => {
      const [command, ...printed] = each.split('\n');
      return { command, printed: printed.join('\n') };
    });

/** @param {string} command @param {string} cwd @param {Record<string, string | undefined>} env @returns {Promise<string>} */
function runInShell(command, cwd, env) {
  const local = command.replaceAll(ADDRESS, new URL(server.url).origin);
  const child = spawn('sh', ['-c', local], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
    });
  return new Promise((resolve) => child.on('close', () => resolve(text)));
}

before(async () => {
  const folder = makeProject();
  server = await startRangeServer(readFileSync(folder.file('stack.npy')));
  folder.remove();
});
after(() => server.close());

describe(DOCUMENT, () => {
  const folder = makeProject();
  const blocks = blocksOf(DOCUMENT).filter(({ info }) => info === 'console');
  assert.ok(blocks.length > 0);
  after(() => folder.remove());

  const commands = blocks.flatMap(({ code, line }) => commandsIn(code).map((each) => ({ ...each, line })));
  for (const [i, { command, printed, line }] of commands.entries())
    it(`${DOCUMENT}:${line}: ${command}`, async () => {
      const env = i === commands.length - 1 ? folder.npm : folder.quick;
      assert.equal(await runInShell(command, folder.path, env), printed);
    });

  it('has left what the commands say, and nothing else', () => {
    assert.deepEqual(
      folder.names().filter((name) => name.startsWith('.')),
      [],
    );
    assert.ok(folder.names().includes('half.npy'));
  });
});
