// Recipes of docs/many-machines.md, as they are shown: over a gigabyte, what they join has the SHA-256 of NumPy's own slice; of a
// quantized model of 40 GB, which is a sparse file, they decode the rows that an oracle expects.
import assert from 'node:assert/strict';
import {
  closeSync,
  copyFileSync,
  createReadStream,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inRoot } from '../../tools/common/paths.js';
import { capture } from '../../tools/common/run.js';
import { COMMAND, makeFolder } from '../node/command/run.js';
import { blocksOf } from '../support/document_blocks.js';
import { floatsOf, QUANTIZED, randomBytes } from '../support/ggml.js';
import { ggufOf } from '../support/handmade.js';

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

/** Requests and bytes that the server has counted. */
const sent = { requests: 0, bytes: 0 };

/** Answers requests for ranges of a file. @param {string} path */
async function serve(path) {
  server?.close();
  Object.assign(sent, { requests: 0, bytes: 0 });
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
      ETag: '"one"',
    };
    sent.requests += 1;
    sent.bytes += headers['Content-Length'];
    response.writeHead(206, headers);
    createReadStream(path, { start: Number(begin), end: last }).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}/${basename(path)}`;
}

/** The code of a section of the document. @param {string} section @param {string} info */
const recipe = (section, info) =>
  blocksOf(DOCUMENT).find((block) => block.section.includes(section) && block.info === info)?.code ?? '';

before(() => {
  mkdirSync(folder.file('node_modules/.bin'), { recursive: true });
  symlinkSync(COMMAND, folder.file('node_modules/.bin/microtome'));
  for (const name of ['numpy_slice.py', 'run.py'])
    copyFileSync(inRoot('tests/engines', name), folder.file(name));
});
after(() => {
  server?.close();
  folder.remove();
});

describe('one gigabyte', () => {
  before(async () => {
    await python('numpy_slice.py', 'write', 'stack.npy', ...DIMS);
    expected = await python('numpy_slice.py', 'half', 'stack.npy');
  });

  it('is cut by Dask, although a worker is killed', async () => {
    writeFileSync(folder.file('recipe.py'), recipe('Dask', 'python'));
    const out = await python(
      'run.py',
      'cut',
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

describe('a quantized model of 40 GB', () => {
  const [LAYERS, MATRICES, ROWS, COLUMNS, CUT] = [64, 5, 28_672, 8192, 1024];
  const { code, elements, bytes } = QUANTIZED.Q4_K;
  const row = (COLUMNS / elements) * bytes;
  /** Layers that the test decodes, and rows of each matrix that are not zeros. */
  const [TRIED, FILLED] = [4, 2];

  it('has its rows decoded by Dask, and nothing else is fetched', async () => {
    const tensors = Array.from({ length: LAYERS * MATRICES }, (_, i) => ({
      name: `blk.${Math.floor(i / MATRICES)}.m${i % MATRICES}.weight`,
      dims: [COLUMNS, ROWS],
      type: code,
      offset: i * ROWS * row,
    }));
    const head = ggufOf({ tensors });
    const file = openSync(folder.file('model.gguf'), 'w');
    writeSync(file, head, 0, head.length, 0);
    const filled = tensors.slice(0, TRIED * MATRICES).map((_, i) => randomBytes(FILLED * row, i));
    for (const [i, blocks] of filled.entries())
      writeSync(file, blocks, 0, blocks.length, head.length + tensors[i].offset);
    const size = head.length + tensors.length * ROWS * row;
    ftruncateSync(file, size);
    closeSync(file);
    assert.ok(size > 40e9);
    writeFileSync(folder.file('recipe.py'), recipe('Example: a quantized model of 40 gigabytes', 'python'));
    const source = await serve(folder.file('model.gguf'));
    const out = await python('run.py', 'rows', `${TRIED}`, source, '.');
    const { memory } = JSON.parse(out.trim().split('\n').at(-1) ?? '');
    console.log(
      `${TRIED} layers: ${sent.requests} requests, ${sent.bytes} bytes; a command takes at most ${Math.round(memory / 1e6)} MB`,
    );
    assert.ok(memory < MOST_MEMORY, `${memory} bytes of memory`);
    assert.equal(sent.bytes, TRIED * (2 ** 16 + MATRICES * CUT * row));
    for (let layer = 0; layer < TRIED; ++layer) {
      const written = readFileSync(folder.file(`${layer}.safetensors`));
      const begin = 8 + Number(written.readBigUInt64LE(0));
      const header = JSON.parse(written.toString('utf8', 8, begin));
      for (let m = 0; m < MATRICES; ++m) {
        const { dtype, shape, data_offsets } = header[`blk.${layer}.m${m}.weight`];
        assert.deepEqual([dtype, shape], ['F32', [CUT, COLUMNS]]);
        const floats = floatsOf('Q4_K', filled[layer * MATRICES + m]);
        const found = written.subarray(begin + data_offsets[0], begin + data_offsets[1]);
        const { length, byteLength } = floats;
        const decoded = new Float32Array(found.buffer, found.byteOffset, length);
        const odd = floats.findIndex((value, at) => !Object.is(value, decoded[at])); // of NaNs, any will do
        assert.equal(odd, -1, `layer ${layer}, matrix ${m}`);
        assert.ok(found.subarray(byteLength).every((byte) => byte === 0));
      }
    }
  });
});
