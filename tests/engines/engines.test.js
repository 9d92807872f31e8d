// Recipes of docs/many-machines.md, as they are shown, over a gigabyte: what they join has the SHA-256 of NumPy's own slice.
import assert from 'node:assert/strict';
import { copyFileSync, createReadStream, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { inRoot } from '../../tools/common/paths.js';
import { capture } from '../../tools/common/run.js';
import { COMMAND, makeFolder } from '../node/command/run.js';
import { blocksOf } from '../support/document_blocks.js';

const DOCUMENT = 'docs/many-machines.md';
/** Debian's, which has the packages. */
const PYTHON = '/usr/bin/python3';
const DIMS = ['16384', '16384'];
const PARTS = 24;
const MOST_MEMORY = 256e6;

const folder = makeFolder();
/** @type {import('node:http').Server} */ let server;
/** @type {string} */ let expected;

/** @param {string} command @param {string[]} args @returns {Promise<string>} */
async function inFolder(command, args) {
  const { code, out } = await capture(command, args, { cwd: folder.path });
  assert.equal(code, 0, out);
  return out;
}

const python = (/** @type {string} */ script, /** @type {string[]} */ ...args) =>
  inFolder(PYTHON, [script, ...args]);

/** Answers requests for ranges of a file. @param {string} path */
async function serve(path) {
  const { size } = statSync(path);
  server = createServer((request, response) => {
    const [, begin, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (begin === undefined) {
      response.writeHead(416).end();
      return;
    }
    const last = Math.min(Number(end), size - 1);
    const headers = {
      'Content-Length': last - Number(begin) + 1,
      'Content-Range': `bytes ${begin}-${last}/${size}`,
      ETag: '"stack"',
    };
    response.writeHead(206, headers);
    createReadStream(path, { start: Number(begin), end: last }).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}/stack.npy`;
}

/** The code of a section of the document. @param {string} section @param {string} info */
const recipe = (section, info) =>
  blocksOf(DOCUMENT).find((block) => block.section.includes(section) && block.info === info)?.code ?? '';

describe('one gigabyte', () => {
  before(async () => {
    mkdirSync(folder.file('node_modules/.bin'), { recursive: true });
    symlinkSync(COMMAND, folder.file('node_modules/.bin/microtome'));
    for (const name of ['numpy_slice.py', 'run.py'])
      copyFileSync(inRoot('tests/engines', name), folder.file(name));
    await python('numpy_slice.py', 'write', 'stack.npy', ...DIMS);
    expected = await python('numpy_slice.py', 'half', 'stack.npy');
  });
  after(() => {
    server?.close();
    folder.remove();
  });

  it('is cut by Dask, although a worker is killed', async () => {
    writeFileSync(folder.file('recipe.py'), recipe('Dask', 'python'));
    const out = await python(
      'run.py',
      `${PARTS}`,
      await serve(folder.file('stack.npy')),
      ':, ::2',
      'dask.npy',
    );
    const { workers, lost, memory } = JSON.parse(out.trim().split('\n').at(-1) ?? '');
    console.log(`${workers} workers, ${lost} killed; a command takes at most ${Math.round(memory / 1e6)} MB`);
    assert.equal(lost, 1);
    assert.ok(memory < MOST_MEMORY, `${memory} bytes of memory`);
    assert.equal(await python('numpy_slice.py', 'all', 'dask.npy'), expected);
  });

  it('is cut by GNU parallel', async () => {
    await inFolder('bash', ['-c', recipe('GNU parallel', 'bash')]);
    assert.equal(await python('numpy_slice.py', 'all', 'half.npy'), expected);
  });
});
