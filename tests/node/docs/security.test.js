// What SECURITY.md says and no other test proves: what the published scripts load, what they leave alone, and what is pinned.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { before, describe, it, mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { init } from 'microtome';
import { open, slice } from 'microtome/source';
import { GROUPS, LOCK } from '../../../tools/common/packages.js';
import { inRoot } from '../../../tools/common/paths.js';
import { startRangeServer } from '../../support/range_server.js';
import { makeFolder } from '../command/run.js';

/** @typedef {any} Any */

before(() => init());

const DIST = inRoot('web/dist');
/** What is published, by its name, without comments. */
const SCRIPTS = readdirSync(DIST)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({
    name,
    code: readFileSync(`${DIST}/${name}`, 'utf8').replace(/^ *\/\*\*[\s\S]*?\*\//gm, ''),
  }));

describe('the published scripts', () => {
  it('imports its own files, and no others', () => {
    const own = new Set([...SCRIPTS.map(({ name }) => `./${name}`), './conformance.json']);
    let count = 0;
    for (const { name, code } of SCRIPTS)
      for (const [, path] of code.matchAll(/(?<!\.)\b(?:from|import)\s*\(?\s*"([\w:./@-]+)"/g)) {
        count += 1;
        const isOfCommand = /^command\b/.test(name) && /^(node:|microtome(\/(source|cached))?$)/.test(path);
        assert.ok(own.has(path) || isOfCommand, `${name} imports ${path}`);
      }
    assert.ok(count > 10, `${count}`);
  });
});

describe('the library', () => {
  const LAYOUT = /** @type {const} */ ({ layout: { type: 'uint8', dims: [300, 1000] } });
  const FILE = new Uint8Array(300_000).map((_, i) => i % 251);

  it('reads each kind of file in its own way', async () => {
    const folder = makeFolder();
    const server = await startRangeServer(FILE);
    const none = () => assert.fail('this way is not meant');
    const cut = async (/** @type {Any} */ from) => {
      const source = await open(from, LAYOUT);
      assert.equal((await slice(source.tensor(), '7, 5')).data[0], FILE[7005]);
      await source.close();
    };
    try {
      writeFileSync(folder.file('x'), FILE);
      const disk = mock.method(/** @type {Any} */ (process), 'getBuiltinModule', none);
      await cut(server.url);
      const web = mock.method(globalThis, 'fetch', none);
      await cut(new Blob([FILE]));
      await cut({
        size: FILE.length,
        read: (/** @type {number} */ at, /** @type {number} */ length) => FILE.slice(at, at + length),
      });
      disk.mock.restore();
      await cut(pathToFileURL(folder.file('x')));
      web.mock.restore();
    } finally {
      mock.restoreAll();
      await server.close();
      folder.remove();
    }
  });

  it('prints and stores nothing, starts no worker, and sets no timer', () => {
    const folder = makeFolder();
    const program = `
      const used = [];
      const use = (name) => (...args) => { used.push(name + ' ' + args.map(String)); };
      for (const name of Object.keys(console)) if (typeof console[name] === 'function') console[name] = use(name);
      for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']) globalThis[name] = use(name);
      for (const name of ['Worker', 'SharedWorker', 'localStorage', 'sessionStorage', 'indexedDB', 'caches', 'document'])
        Object.defineProperty(globalThis, name, { get: use(name), configurable: true });
      const modules = [];
      const { getBuiltinModule } = process;
      process.getBuiltinModule = (name) => { modules.push(name); return getBuiltinModule(name); };
      const write = process.stdout.write.bind(process.stdout);
      for (const stream of [process.stdout, process.stderr]) stream.write = use('write');
      const { init, slice, concat, plan } = await import('${pathToFileURL(`${DIST}/index.js`)}');
      const { open, save, parts, slice: cut } = await import('${pathToFileURL(`${DIST}/source.js`)}');
      const { cached } = await import('${pathToFileURL(`${DIST}/cached.js`)}');
      await init();
      const x = { data: new Float32Array(6), dims: [2, 3] };
      slice(x, '1');
      concat([x, x], 0);
      plan('Slice', [x, '::-1']).bind(x)();
      try { slice(x, '9, 9, 9'); } catch {}
      const { writeFile, rm } = await import('node:fs/promises');
      const url = new URL('file:' + process.cwd() + '/x');
      await writeFile(url, new Uint8Array(90_000));
      for (const from of [url, cached(url), new Blob([new Uint8Array(90_000)])]) {
        const source = await open(from, { layout: { type: 'uint8', dims: [300, 300] } });
        await cut(source.tensor(), ':, 7');
        for await (const part of parts(source.tensor(), ':', { maxBytes: 9000 }));
        await save(source.tensor(), ':', new WritableStream(), { format: 'npy' });
        await cut(source.tensor(), '999').catch(() => {});
        await source.close();
      }
      await open(new Uint8Array(9)).catch(() => {});
      await rm(url);
      write(JSON.stringify([used, [...new Set(modules)]]));
    `;
    try {
      const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        cwd: folder.path,
        encoding: 'utf8',
      });
      assert.deepEqual(JSON.parse(out), [[], ['node:zlib', 'node:fs']]);
      assert.deepEqual(folder.names(), []);
    } finally {
      folder.remove();
    }
  });
});

describe('the repository', () => {
  it('pins each dependency by its checksum', () => {
    for (const folder of ['.', ...GROUPS]) {
      const { packages } = JSON.parse(readFileSync(inRoot(folder, LOCK), 'utf8'));
      const { devDependencies, dependencies, optionalDependencies } = JSON.parse(
        readFileSync(inRoot(folder, 'package.json'), 'utf8'),
      );
      const named = { ...devDependencies, ...dependencies, ...optionalDependencies };
      assert.ok(Object.keys(named).length > 0, folder);
      for (const [name, wanted] of Object.entries(named))
        assert.ok(wanted.endsWith(packages[`node_modules/${name}`].version), `${folder}: ${name}`);
      for (const [path, { version, integrity, resolved }] of Object.entries(packages)) {
        if (path === '') continue;
        assert.match(`${version} ${integrity}`, /^\d+\.\d+\.\S+ sha512-\S+$/, path);
        assert.equal(resolved, undefined, path); // npm asks the registry that it is set to
      }
    }
  });
});
