// What comes with the package, and what does not: no dependency, no script at a user's, no request that nobody asked for. And the
// licences of what we develop with.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, describe, it, mock } from 'node:test';
import { findUnaccepted } from '../../../tools/check/licenses.js';
import { inRoot } from '../../../tools/common/paths.js';
import { sampleNodes } from '../../random/nodes/example.js';
import { live } from '../../soak/soak.js';
import { freshLibrary, removeFresh } from '../../support/fresh.js';

/** @typedef {any} Any */

const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));

after(removeFresh);
afterEach(() => mock.restoreAll());

describe('the package', () => {
  it('depends on nothing', () => {
    const kinds = 'dependencies optionalDependencies peerDependencies bundleDependencies bundledDependencies';
    for (const kind of kinds.split(' ')) {
      assert.equal(manifest[kind], undefined, kind);
      assert.equal(packages[''][kind], undefined, `${kind} of the lock file`);
    }
  });

  it('runs nothing where it is installed', () => {
    const scripts = 'preinstall install postinstall prepublish preprepare prepare postprepare dependencies';
    for (const name of scripts.split(' ')) assert.equal(manifest.scripts[name], undefined, name);
    assert.equal(manifest.gypfile, undefined);
    assert.deepEqual(manifest.bin, { microtome: 'web/dist/command.js' });
    assert.ok(!manifest.files.some((/** @type {string} */ name) => /gyp/.test(name)));
  });

  it('asks nobody for anything', async () => {
    const asked = mock.fn(() => assert.fail('asked'));
    mock.method(globalThis, 'fetch', asked);
    // zlib unpacks the module
    const { getBuiltinModule } = /** @type {Any} */ (process);
    mock.method(/** @type {Any} */ (process), 'getBuiltinModule', (/** @type {string} */ name) =>
      name === 'node:zlib' ? getBuiltinModule(name) : asked(),
    );
    Object.assign(globalThis, { XMLHttpRequest: asked, WebSocket: asked });
    const library = await freshLibrary();
    await library.init();
    live(library, 1, 300, { nodes: sampleNodes(1, 20), arena: 0, forget: 0 });
    assert.equal(asked.mock.callCount(), 0);
    Object.assign(globalThis, { XMLHttpRequest: undefined, WebSocket: undefined });
  });
});

describe('licences of development dependencies', () => {
  it('are all accepted', () => {
    assert.ok(Object.keys(packages).length > 20);
    assert.deepEqual(findUnaccepted(packages), []);
  });
});
