// A release has a bill of materials, and its workflow runs commands that exist.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { NOTICES } from '../../../tools/build/notices.js';
import { RECORD, readRecord } from '../../../tools/build/record.js';
import { sbomOf } from '../../../tools/build/sbom.js';
import { issuesPlace, securityContact, unfilled } from '../../../tools/check/owner.js';
import { inRoot } from '../../../tools/common/paths.js';
import { checkNpm } from '../../support/npm_command.js';

const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

describe('the notices of third parties', () => {
  const text = readFileSync(inRoot('web/dist', NOTICES), 'utf8');
  const { tools, libraries } = readRecord(inRoot('web/dist', RECORD));

  it('name every linked library and Emscripten, with version and licence', () => {
    const parts = { Emscripten: tools.Emscripten, ...libraries };
    for (const [name, version] of Object.entries(parts))
      assert.ok(text.includes(`- ${name} ${version}: `), name);
    assert.equal(text.match(/^- /gm)?.length, Object.keys(parts).length);
  });

  it('hold the text of each licence once, under the names of what it is for', () => {
    const heads = [...text.matchAll(/^={80}\n(.+)\n={80}$/gm)].flatMap(([, names]) => names.split(', '));
    assert.deepEqual(heads.sort(), ['Emscripten', ...Object.keys(libraries)].sort());
    for (const phrase of ['musl as a whole is licensed', 'LLVM Exceptions', 'Emscripten authors'])
      assert.equal(text.split(phrase).length, 2, phrase);
  });
});

describe('the bill of materials', async () => {
  const record = readRecord(inRoot('web/dist', RECORD));
  const bom = await sbomOf(record);

  it('is CycloneDX, of this package', () => {
    assert.equal(bom.bomFormat, 'CycloneDX');
    const { name, version, purl } = bom.metadata.component;
    assert.deepEqual(
      [name, version, purl],
      [manifest.name, manifest.version, `pkg:npm/${manifest.name}@${manifest.version}`],
    );
  });

  it('names the module, its libraries and Emscripten, each with version and licence', () => {
    const [module, ...parts] = bom.components;
    assert.deepEqual(module.hashes, [{ alg: 'SHA-256', content: record.sha256 }]);
    assert.deepEqual(Object.fromEntries(parts.map((/** @type {any} */ part) => [part.name, part.version])), {
      Emscripten: record.tools.Emscripten,
      ...record.libraries,
    });
    for (const part of parts) assert.match(part.licenses[0].expression, /^(MIT|Apache-2\.0)/, part.name);
  });

  it('says that the package depends on all of them, and names nothing twice', () => {
    const refs = bom.components.map((/** @type {any} */ part) => part['bom-ref']);
    assert.equal(new Set(refs).size, refs.length);
    assert.deepEqual(bom.dependencies[0].dependsOn, refs);
  });
});

/** The commands that each workflow runs. */
const WORKFLOWS = {
  'push.yml': ['check', 'test', 'test', 'test', 'test', 'test'],
  'night.yml': ['everything', 'test'],
  'release.yml': ['test', 'build', 'build', 'build'],
};

describe('workflows', () => {
  for (const [name, wanted] of Object.entries(WORKFLOWS)) {
    const text = readFileSync(inRoot('.github/workflows', name), 'utf8');
    it(`runs npm scripts that exist: ${name}`, () => {
      const commands = [...text.matchAll(/run: npm ((?:run|test).*?) *\}?$/gm)].map(([, command]) => command);
      assert.deepEqual(commands.map(checkNpm), wanted);
    });

    it(`${name} names actions by their commits, and may only read but to release`, () => {
      for (const [, action] of text.matchAll(/uses: (\S+)/g)) assert.match(action, /@[0-9a-f]{40}$/);
      assert.match(text, /^permissions:\n {2}contents: read$/m);
      assert.equal(/: write/.test(text), name === 'release.yml');
    });
  }
});

describe('the release workflow', () => {
  const text = readFileSync(inRoot('.github/workflows/release.yml'), 'utf8');

  it('tests before it publishes, with provenance and without a token', () => {
    assert.ok(text.indexOf('npm test') < text.indexOf('npm publish --provenance'));
    assert.match(text, /^permissions:\n {2}contents: read$/m);
    assert.match(text, /id-token: write/);
    assert.doesNotMatch(text, /secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/);
  });
});

describe('who publishes', () => {
  const filled = {
    homepage: 'https://example.org/microtome/',
    repository: { url: 'git+https://example.org/us/microtome.git' },
    bugs: { url: 'https://example.org/us/microtome/issues', email: 'us@example.org' },
  };

  it('is named by package.json alone, or npm publish and the workflow refuse', () => {
    assert.equal(manifest.scripts.prepublishOnly, 'node tools/check/owner.js');
    const text = readFileSync(inRoot('.github/workflows/release.yml'), 'utf8');
    assert.ok(text.indexOf('node tools/check/owner.js') < text.indexOf('npm publish'));
    const { status, stderr } = spawnSync(process.execPath, [inRoot('tools/check/owner.js')], {
      encoding: 'utf8',
    });
    const missing = unfilled(manifest);
    assert.equal(status, missing.length > 0 ? 1 : 0);
    for (const name of missing) assert.ok(stderr.includes(name), name);
  });

  it('is in the documents as soon as it is filled in, and nowhere before', () => {
    assert.deepEqual(unfilled(filled), []);
    assert.match(
      securityContact(filled),
      /\(https:\/\/example\.org\/us\/microtome\/security\/.*<us@example\.org>/,
    );
    assert.match(issuesPlace(filled), /\(https:\/\/example\.org\/us\/microtome\/issues\)/);
    for (const name of /** @type {const} */ (['homepage', 'repository', 'bugs'])) {
      const without = { ...filled, [name]: undefined };
      assert.deepEqual(unfilled(without), [name]);
      assert.match(securityContact(without), /no address for reports yet/);
    }
    assert.match(issuesPlace({ ...filled, homepage: 'https://fill-in.invalid/' }), /no list of issues yet/);
  });
});
