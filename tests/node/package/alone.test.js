// Each function works in a page that imports nothing else: it brings what it needs, and bundlers leave out the rest.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { build as buildWithVite } from 'vite';
import { inRoot } from '../../../tools/common/paths.js';
import * as library from '../../../web/dist/index.js';
import { leftIn, MARKS } from '../../package/marks.js';

/** @typedef {any} Any */

const INDEX = JSON.stringify(inRoot('web/dist/index.js'));

/** Calls of each function, by every kind of argument that it has a reader or a way for. @type {Record<string, (all: Any) => unknown>} */
const CALLS = {
  slice: ({ slice }) => {
    const x = { dims: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) };
    return [
      slice(x, '1, ::-1'),
      slice(x, { starts: [0], ends: [1], axes: [-1] }),
      slice(x, { starts: { type: 'int64', dims: [1], data: BigInt64Array.of(1n) }, ends: [2] }),
      slice(x, { start: [1], stop: [2], step: [1] }, { domain: 'openvino' }),
      slice({ dims: [2], data: ['a', 'b'] }, '::-1'),
      slice({ type: 'u4', dims: [4], data: Uint8Array.of(0x21, 0x43) }, '1:3', { domain: 'openvino' }),
      slice({ data: x.data, shape: [3, 2], stride: [1, 3], offset: 0 }, '1:', { out: new Float32Array(4) }),
      slice(x, ':, 1', { view: 'strided' }),
      slice({ dims: [300, 200], data: new Uint8Array(60_000).map((_, i) => i) }, '::3, ::-7'),
    ];
  },
  split: ({ split }) => {
    const x = { dims: [1, 4], data: Uint8Array.of(1, 2, 3, 4) };
    return [split(x, { axis: 1, num_outputs: 2 }), split(x, { axis: 1, split: [1, 3] })];
  },
  splitToSequence: ({ splitToSequence }) => splitToSequence({ dims: [2, 2], data: ['a', 'b', 'c', 'd'] }),
  variadicSplit: ({ variadicSplit }) => variadicSplit({ dims: [5], data: Int16Array.of(1, 2, 3, 4, 5) }, 0, [2, -1]),
  concat: ({ concat }) => [
    concat([{ dims: [1, 2], data: Int8Array.of(1, 2) }, { dims: [1, 1], data: Int8Array.of(3) }], 1),
    concat([{ dims: [1], data: ['a'] }, { dims: [1], data: ['b'] }], 0),
  ],
  concatFromSequence: ({ concatFromSequence }) =>
    concatFromSequence([{ dims: [2], data: Int8Array.of(1, 2) }, { dims: [2], data: Int8Array.of(3, 4) }], { axis: 1, new_axis: 1 }),
  sliceScatter: ({ sliceScatter }) =>
    sliceScatter({ dims: [4], data: Float32Array.of(1, 2, 3, 4) }, { dims: [2], data: Float32Array.of(8, 9) }, '::2'),
  tensorScatter: ({ tensorScatter }) =>
    tensorScatter({ dims: [1, 3, 1], data: Float32Array.of(1, 2, 3) }, { dims: [1, 1, 1], data: Float32Array.of(9) }, { write_indices: [2] }),
  assign: ({ assign }) => {
    const x = { dims: [2, 2], data: Float32Array.of(1, 2, 3, 4) };
    assign(x, '0, :', 7);
    assign(x, '::-1', x); // which shares memory with its updates
    return [
      x,
      assign({ dims: [2], data: ['a', 'b'] }, '0', 'c'),
      assign({ type: 'u2', dims: [4], data: Uint8Array.of(0) }, '1', 3),
    ];
  },
  compress: ({ compress }) => [
    compress({ dims: [3, 2], data: Float32Array.of(1, 2, 3, 4, 5, 6) }, [true, false, true], { axis: 0 }),
    compress({ dims: [3], data: ['a', 'b', 'c'] }, Uint8Array.of(0, 1, 1)),
  ],
  scatterUpdate: ({ scatterUpdate }) => [
    scatterUpdate({ dims: [3, 2], data: Float32Array.of(1, 2, 3, 4, 5, 6) }, [2, 0, 2], { dims: [3, 2], data: new Float32Array(6) }),
    scatterUpdate({ type: 'u4', dims: [4], data: Uint8Array.of(0x21, 0x43) }, [-1, 0, 1], { type: 'u4', dims: [3], data: Uint8Array.of(0x65, 7) }),
  ], // biome-ignore format: short
  gather: ({ gather }) => {
    const x = { dims: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) };
    return [
      gather(x, [2, 0], { axis: 1 }),
      gather(x, 1),
      gather({ dims: [2], data: ['a', 'b'] }, [1, 0, 1]),
      gather({ type: 'u4', dims: [4], data: Uint8Array.of(0x21, 0x43) }, [3, 0], {}, { domain: 'openvino' }),
    ];
  },
  rearrange: ({ rearrange }) => {
    const x = { dims: [2, 3], data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
    return [
      rearrange(x, 'a b -> b a'),
      rearrange(x, 'a b -> b a', { to: { type: 'float32', scale: [1, 2], along: 'a' } }),
      rearrange({ dims: [300], data: new Float32Array(300).fill(3) }, 'a -> a', { to: 'int8', out: new Int8Array(300) }),
    ];
  },
  pad: ({ pad }) => {
    const x = { dims: [2], data: Float32Array.of(1, 2) };
    const value = { type: 'float32', dims: [], data: Float32Array.of(9) };
    return [pad(x, [[1, 2]]), pad(x, [1, 1], { value }), pad(x, [1, 1], { mode: 'reflect' }), pad({ dims: [1], data: ['a'] }, [1, 0], { value: 'b' })];
  },
  evaluate: ({ evaluate }) => {
    const x = { dims: [2], data: Float32Array.of(1, 2) };
    return [
      evaluate('Slice', [x, [0], [1]]),
      evaluate('Gather', [x, [1, 0]]),
      evaluate('Pad', [x, [1, 0], 4]),
      evaluate('Rearrange', [x], { attributes: { pattern: 'a -> a', to: 'int32' } }),
      evaluate('Concat', [x, x], { attributes: { axis: 0 } }),
    ];
  },
  plan: ({ plan }) => {
    const x = { dims: [2], data: Float32Array.of(1, 2) };
    const gathered = plan('Gather', [x, [1, 0]]);
    const assigned = plan('Assign', [x, '0', 5]);
    const turned = plan('Rearrange', [x], { attributes: { pattern: 'a -> a', to: 'int32' } });
    const planned = [gathered, assigned, turned];
    return planned.map((one) => [one.explain(), one.moves, one.outputs, one.bind({ dims: [2], data: Float32Array.of(3, 4) })()]);
  },
  allocate: ({ allocate }) => [allocate('int16', [3]), allocate('int16', [3]).buffer.byteLength > 4096],
  release: ({ release }) => {
    try {
      return release(new Uint8Array(1));
    } catch (error) {
      return /** @type {Any} */ (error).code;
    }
  },
  operators: ({ operators }) => operators(),
  elementTypes: ({ elementTypes }) => elementTypes(),
}; // biome-ignore format: calls

/** Names that are no functions to call. */
const REST = ['init', 'MicrotomeError'];

/** @type {string[]} */
const folders = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** @param {Record<string, string>} files */
function folderWith(files) {
  const folder = mkdtempSync(join(tmpdir(), 'microtome-'));
  folders.push(folder);
  for (const [name, text] of Object.entries({ ...files, 'package.json': '{ "type": "module" }' }))
    writeFileSync(join(folder, name), text);
  return folder;
}

/** By bundler: the script that a page of one file becomes. @type {Record<string, (folder: string) => Promise<unknown>>} */
const BUNDLERS = {
  esbuild: (folder) =>
    build({ entryPoints: [join(folder, 'page.js')], bundle: true, minify: true, format: 'esm', outdir: join(folder, 'out') }),
  Vite: (folder) =>
    buildWithVite({
      configFile: false,
      root: folder,
      publicDir: false,
      logLevel: 'silent',
      build: {
        outDir: 'out',
        minify: true,
        rolldownOptions: { input: join(folder, 'page.js'), preserveEntrySignatures: 'strict' },
      },
    }),
}; // biome-ignore format: short

/** @param {string} folder */
const scriptIn = (folder) => {
  const files = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' });
  return join(folder, 'out', /** @type {string} */ (files.find((path) => path.endsWith('.js'))));
};

/** @param {unknown} result */
const asText = (result) =>
  JSON.stringify(result, (_, value) =>
    ArrayBuffer.isView(value)
      ? [value.constructor.name, ...Array.from(/** @type {Any} */ (value), String)]
      : typeof value === 'bigint'
        ? `${value}n`
        : value,
  );

describe('a function', () => {
  it('is called here', () => {
    const functions = Object.keys(library).filter((name) => !REST.includes(name));
    assert.deepEqual(Object.keys(CALLS).sort(), functions.sort());
  });

  for (const [name, bundle] of Object.entries(BUNDLERS))
    for (const [used, call] of Object.entries(CALLS))
      it(`${used} works alone in a bundle by ${name}`, async () => {
        await library.init({ arena: 4096 });
        const page = `import { init, ${used} } from ${INDEX};
export const run = async () => { await init({ arena: 4096 }); return (${call})({ ${used} }); };`;
        const folder = folderWith({ 'page.js': page });
        await bundle(folder);
        const { run } = await import(pathToFileURL(scriptIn(folder)).href);
        assert.equal(asText(await run()), asText(call(library)));
      });
});

describe('`assign` at listed positions', () => {
  const LISTED = `const x = { dims: [4], data: Uint8Array.of(1, 2, 3, 4) };
  assign(x, { indices: [3, 0, 2] }, 9);
  assign(x, { condition: [false, true, false, false] }, 7);
  return x.data.join();`;
  for (const [name, bundle] of Object.entries(BUNDLERS)) {
    /** Runs a page, and returns its result. @param {string} names @param {string} body */
    const run = async (names, body) => {
      const folder = folderWith({
        'page.js': `import { ${names} } from ${INDEX};
export const run = async (use) => { await init(); ${body} };`,
      });
      await bundle(folder);
      return (await import(pathToFileURL(scriptIn(folder)).href)).run();
    };

    it(`comes with scatterUpdate in a bundle by ${name}`, async () => {
      assert.equal(
        await run('init, assign, scatterUpdate', `globalThis.also = scatterUpdate; ${LISTED}`),
        '9,7,9,9',
      );
    });

    it(`is refused alone in a bundle by ${name}, with a way that works`, async () => {
      await assert.rejects(run('init, assign', LISTED), {
        code: 'bad_argument',
        param: 'spec',
        message: /plan\('Assign', /,
      });
      const way = `const target = { dims: [4], data: Uint8Array.of(1, 2, 3, 4) };
  plan('Assign', [target, { indices: [3, 0, 2] }, 9]).run(target);
  return target.data.join();`;
      assert.equal(await run('init, plan', way), '9,2,9,9');
    });
  }
});

describe('a page that imports `init` and `slice`', () => {
  for (const [name, bundle] of Object.entries(BUNDLERS))
    it(`has nothing of what other functions need, if ${name} bundles it`, async () => {
      const page = (/** @type {string} */ names) => ({
        'page.js': `import { ${names} } from ${INDEX}; globalThis.cut = { ${names} };`,
      });
      const some = folderWith(page('init, slice'));
      await bundle(some);
      assert.deepEqual(leftIn(readFileSync(scriptIn(some), 'utf8')), []);
      const all = folderWith(page(Object.keys(library).join(', ')));
      await bundle(all);
      assert.deepEqual(leftIn(readFileSync(scriptIn(all), 'utf8')), Object.keys(MARKS));
    });
});
