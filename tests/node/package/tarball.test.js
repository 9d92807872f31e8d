// The published package: the files of the tarball, the manifest, and the verdicts of publint and attw ("are the types wrong?").
// `npm test -- package` takes it into every bundler.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { NODES } from '../../../tools/common/nodes.js';
import { inRoot } from '../../../tools/common/paths.js';
import { pack } from '../../package/pack.js';

const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

/** Bytes of the tarball, and of the files that it installs. Most of them are the corpus, and the library for `import` and for `require`. */
const MOST_BYTES = { packed: 760_000, installed: 2_200_000 };

/** @type {string} */ let folder;
/** @type {ReturnType<typeof pack>} */ let packed;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'microtome-'));
  packed = pack(folder);
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} folder @param {RegExp} wanted */
const files = (folder, wanted) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => wanted.test(path));

describe('the tarball', () => {
  it('holds the library, its types, its module and its documents, and nothing else', () => {
    const wanted = files('web/dist', /\.(c?js|json|wasm|sha256|txt|d\.c?ts)$/);
    assert.ok(wanted.length > 20, `${wanted.length}: build first`);
    const inside = /^web\/dist\/lib\/(bind|core|arguments|move)\//; // rooms that no declaration of an entry refers to
    assert.deepEqual(
      wanted.filter((path) => inside.test(path)),
      [],
    );
    const texts = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json'];
    const more = [...texts, ...files('docs', /^docs\/(?!rules\/|conformance).*\.(md|svg)$/)];
    assert.deepEqual([...packed.paths].sort(), [...wanted, ...more].sort());
  });

  // npm shows the README with its links and pictures from the repository.
  it('holds all that the README links to, but what is for contributors, a picture, and the proofs', () => {
    const links = [...readFileSync(inRoot('README.md'), 'utf8').matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)];
    const targets = new Set(links.map(([, path]) => path));
    assert.ok(targets.size > 10);
    assert.deepEqual([...targets].filter((path) => !packed.paths.includes(path)).sort(), [
      'CONTRIBUTING.md',
      'docs/conformance.md',
      'tests/bench/results/chart.svg',
    ]);
  });

  it('stays small, pictures included', () => {
    const sizes = {
      packed: readFileSync(packed.tarball).length,
      installed: packed.paths.reduce((sum, path) => sum + statSync(inRoot(path)).size, 0),
    };
    for (const name of /** @type {const} */ (['packed', 'installed'])) {
      const most = MOST_BYTES[name];
      assert.ok(sizes[name] <= most, `${sizes[name]} bytes (${name}), and ${most} are allowed`);
      assert.ok(
        sizes[name] > most * 0.97,
        `${sizes[name]} bytes (${name}): lower the limit, which is ${most}`,
      );
    }
  });

  it('has nothing for publint to say', async () => {
    const { buffer } = new Uint8Array(readFileSync(packed.tarball));
    const { messages, pkg } = await publint({ strict: true, pack: { tarball: buffer } });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });

  // microtome.wasm has no types, because what its import gives depends on the bundler.
  it('has the right types, for every way to resolve them', async () => {
    const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(packed.tarball)));
    const excludeEntrypoints = ['./conformance.json', './microtome.wasm', './package.json'];
    const result = await checkPackage(tarball, { excludeEntrypoints });
    assert.ok(result.types);
    assert.deepEqual(Object.keys(result.entrypoints), entries());
    assert.deepEqual(
      result.problems.map((problem) => ({ resolutionKind: '', entrypoint: '', ...problem })).map(tell),
      [],
    );
  });
});

describe('the library', () => {
  it('is one and the same for import and for require, where Node can require modules', async () => {
    const name = 'microtome';
    const imported = await import(name);
    const require = createRequire(import.meta.url);
    const canRequire = /** @type {any} */ (process.features).require_module === true; // from 20.19 on
    assert.equal(require(name) === imported, canRequire);
  });

  it('has the same names in CommonJS, where its entries share one library', async () => {
    const require = createRequire(import.meta.url);
    for (const name of entries()) {
      const { require: commonJs, default: module } = manifest.exports[name];
      const names = Object.keys(require(inRoot(commonJs.default)));
      assert.deepEqual(names.sort(), Object.keys(await import(inRoot(module.default))).sort(), name);
    }
    const [{ init }, { slice, open }] = ['index', 'source'].map((name) =>
      require(inRoot(`web/dist/${name}.cjs`)),
    );
    await init();
    const file = await open(new Blob([Uint8Array.of(1, 2, 3)]), { layout: { type: 'uint8', dims: [3] } });
    assert.deepEqual([...(await slice(file.tensor(), '::-1')).data], [3, 2, 1]);
  });
});

describe('the declarations', () => {
  it('compile where there is no browser and no newest JavaScript, with themselves checked too', () => {
    const folder = inRoot('build/types-test/plain');
    mkdirSync(folder, { recursive: true });
    copyFileSync(inRoot('tests/package/fixtures/typescript/consumer.ts'), join(folder, 'consumer.ts'));
    const compilerOptions = {
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022'],
      types: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    const tsc = inRoot('node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' });
    assert.deepEqual([status, stdout], [0, '']);
  });
});

/** @param {{ kind: string, entrypoint: string, resolutionKind: string }} problem */
const tell = ({ kind, entrypoint, resolutionKind }) => `${entrypoint}: ${kind} in ${resolutionKind}`;

/** The entries that are modules of JavaScript. */
const entries = () => Object.keys(manifest.exports).filter((name) => !/\.\w+$/.test(name));

describe('the manifest', () => {
  // Node knows the first condition since it can require ES modules, and bundlers know the second. So all that is in one process, or in
  // one bundle, shares one library.
  it('has the ES module for everybody but a require that cannot take it, each with its types first', () => {
    assert.ok(entries().includes('.'));
    for (const name of entries()) {
      const conditions = manifest.exports[name];
      assert.deepEqual(Object.keys(conditions), ['module-sync', 'module', 'require', 'default'], name);
      for (const condition of ['module-sync', 'module'])
        assert.deepEqual(conditions[condition], conditions.default, name);
      for (const [condition, file] of Object.entries(conditions)) {
        const [js, dts] = condition === 'require' ? ['.cjs', '.d.cts'] : ['.js', '.d.ts'];
        assert.deepEqual(Object.keys(file), ['types', 'default'], name);
        assert.equal(file.types.slice(0, -dts.length), file.default.slice(0, -js.length), name);
      }
    }
  });

  it('says the same to those who read no exports', () => {
    const [own, ...others] = entries();
    assert.equal(manifest.main, manifest.exports[own].default.default);
    assert.equal(manifest.types, manifest.exports[own].default.types);
    assert.deepEqual(
      manifest.typesVersions['*'],
      Object.fromEntries(others.map((name) => [name.slice(2), [manifest.exports[name].default.types]])),
    );
  });

  it('says what happens on import, and what it needs', () => {
    const { default: module, require } = manifest.exports['./formats'];
    assert.deepEqual(manifest.sideEffects, [module.default, require.default]);
    assert.equal(manifest.type, 'module');
    const { optionalDependencies } = JSON.parse(readFileSync(inRoot('tests/hosts/package.json'), 'utf8'));
    const [, oldest] = /@(\d+\.\d+)\.0$/.exec(optionalDependencies[`node${NODES[0]}`]) ?? [];
    assert.equal(manifest.engines.node, `>=${oldest}`, 'the oldest version that the hosts suite runs');
    for (const field of ['name', 'version', 'description', 'license', 'author'])
      assert.ok(manifest[field], field);
  });
});
