// The command among others in a shell: pipes that nobody reads any more, servers that keep it waiting, and what it says of
// addresses and files that it cannot read.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { safetensorsOf } from '../../support/handmade.js';
import { npyOf } from '../../support/npz_files.js';
import { startRangeServer } from '../../support/range_server.js';
import { inShell, makeFolder, writeModel, writeStack } from './run.js';

/** @import { Answer } from '../../support/range_server.js' */

const folder = makeFolder();
const { run } = folder;

/** @type {Awaited<ReturnType<typeof startRangeServer>>} */ let server;

before(() => {
  writeStack(folder.file('stack.npy'));
  writeModel(folder.file('model.safetensors'));
  const rows = Array.from({ length: 20_000 }, (_, i) => [
    `t${i}`,
    { dtype: 'U8', shape: [1], data_offsets: [i, i + 1] },
  ]);
  writeFileSync(folder.file('many.safetensors'), safetensorsOf(Object.fromEntries(rows), 20_000));
  writeFileSync(folder.file('large.npy'), npyOf('|u1', [3000, 1000], new Uint8Array(3e6)));
});
beforeEach(async () => {
  server = await startRangeServer(readFileSync(folder.file('stack.npy')));
});
afterEach(() => server.close());
after(() => folder.remove());

/** @param {string} line of bash */
const bash = async (line) => {
  const { out, err } = await inShell(line, folder.path);
  return { out: `${out}`, err };
};

describe('a pipe that nobody reads any more', () => {
  /** What is piped into something that leaves early. @type {[line: string, into: string][]} */
  const ROWS = [
    ['microtome ls many.safetensors', 'head -1'],
    ['microtome ls --json many.safetensors', 'head -c 9'],
    ['microtome cut large.npy : -o -', 'head -c 9'],
    ['microtome cut large.npy : --raw -o -', 'true'],
    ['microtome cut large.npy : -o /dev/stdout', 'head -c 9'],
    ['microtome cut large.npy : --part 0/2 -o -', 'head -c 9'],
    ['microtome cut large.npy : -o /dev/fd/3 3>&1', 'head -c 9'],
    ['microtome join --axis 0 - large.npy large.npy', 'head -c 9'],
    ['{ sleep 0.3; microtome --help; }', 'true'],
    ['{ sleep 0.3; microtome cost large.npy :; }', 'true'],
  ];
  for (const [line, into] of ROWS)
    it(`is no failure: ${line} | ${into}`, async () => {
      const { out, err } = await bash(`${line} | ${into} > /dev/null; echo $PIPESTATUS`);
      assert.deepEqual([out, err], ['0\n', '']);
    });

  it('is none on standard error either, where the exit code still says what happened', async () => {
    const { out, err } = await bash('{ sleep 0.3; microtome ls none.npy; } 2>&1 | true; echo $PIPESTATUS');
    assert.deepEqual([out, err], ['1\n', '']);
  });

  it('is a failure where it was to have the name of a part, which is not there then', async () => {
    const { out, err } = await bash(
      '{ sleep 0.3; microtome cut large.npy : -o p.npy --part 0/2; } | true; echo $PIPESTATUS',
    );
    assert.equal(out, '1\n');
    assert.match(err, /^microtome: standard output cannot be written: nobody reads it\n$/);
    assert.deepEqual(
      folder.names().filter((name) => name.startsWith('p.')),
      [],
    );
  });
});

describe('servers', () => {
  it('may say nothing for as long as --timeout says', async () => {
    server.latency = 20_000;
    const { code, err } = await run('ls', server.url, '--timeout', '0.2');
    assert.equal(code, 1);
    assert.match(err, /has said nothing for 0\.2 s; --timeout SECONDS waits longer\n$/);
    server.latency = 300;
    for (const seconds of ['20', '1.001', '65.537']) // in milliseconds, some are no integers in binary
      assert.equal((await run('ls', server.url, '--timeout', seconds)).code, 0, seconds);
  });

  it('are reached by a proxy, where Node knows NODE_USE_ENV_PROXY', async () => {
    const [major, minor] = process.versions.node.split('.').map(Number);
    const isKnown = major >= 24 || (major === 22 && minor >= 21);
    let asked = 0;
    const proxy = createServer((_, response) => response.writeHead(501).end());
    proxy.on('connect', ({ url }, client) => {
      asked += 1;
      const { hostname, port } = new URL(`http://${url}`);
      const target = connect(Number(port), hostname, () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        target.pipe(client).pipe(target);
      });
      for (const each of [client, target]) each.on('error', () => target.destroy());
    });
    await new Promise((resolve) => proxy.listen(0, 'localhost', () => resolve(null)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (proxy.address());
    try {
      const env = `NODE_USE_ENV_PROXY=1 HTTP_PROXY=http://localhost:${port} NO_PROXY=`;
      const { out } = await bash(`export ${env}; microtome ls ${server.url}`);
      assert.match(out, /uint16 +\[40, 64, 48\]/);
      assert.equal(asked > 0, isKnown, `Node ${process.version}: ${asked} connections by the proxy`);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it('may have ETags of their own, with --trust last-modified', async () => {
    let node = 0;
    server.fault = (/** @type {Answer} */ answer) => {
      answer.headers.etag = `"${node++}"`;
    };
    const { code, err } = await run('cut', server.url, ':', '-o', 'x.npy');
    assert.equal(code, 1);
    const [, option, value] = /with (--trust) (last-modified) if only/.exec(err) ?? [];
    assert.equal((await run('cut', server.url, ':', '-o', 'x.npy', option, value)).code, 0);
    assert.deepEqual(
      readFileSync(folder.file('x.npy')).subarray(-99),
      Buffer.from(server.file.subarray(-99)),
    );
    const parts = ['join', 'y.npy', '--axis', '0', server.url, server.url];
    assert.equal((await run(...parts)).code, 1);
    assert.equal((await run(...parts, option, value)).code, 0);
  });

  it('take a name and a password in a header, and no message has them', async () => {
    server.file = /** @type {any} */ (
      (/** @type {string} */ _, /** @type {any} */ { authorization }) =>
        authorization === 'Basic dXNlcjpzZWNyZXQ=' ? readFileSync(folder.file('stack.npy')) : undefined
    );
    const { code, err } = await run('ls', server.url.replace('://', '://user:secret@'));
    assert.equal(code, 1);
    assert.doesNotMatch(err, /user|secret/);
    assert.match(err, /--header 'Authorization: Basic \.\.\.', as base64 of NAME:PASSWORD\n$/);
    const basic = execFileSync('sh', ['-c', 'printf user:secret | base64'], { encoding: 'utf8' }).trim();
    assert.equal((await run('ls', server.url, '--header', `Authorization: Basic ${basic}`)).code, 0);
  });
});

describe('what cannot be read says what it is, and what to do', () => {
  it('an address of an object store', async () => {
    for (const from of ['s3://bucket/a.npy', 'gs://bucket/a.npy']) {
      const { code, err } = await run('ls', from);
      assert.equal(code, 1);
      assert.match(
        err,
        /is not an address of http:, https:, file:; of an object store, give the https: address/,
      );
    }
  });

  it('an empty object', async () => {
    server.file = new Uint8Array(0);
    server.fault = (answer) => {
      answer.status = 416;
      answer.headers['content-range'] = 'bytes */0';
    };
    const { code, err } = await run('ls', server.url);
    assert.deepEqual([code, err], [1, 'microtome: open: the file is empty\n']);
  });

  it('a slice in brackets, which is one without them', async () => {
    for (const name of [[], ['']]) {
      const { code, err } = await run('cut', 'stack.npy', ...name, '[0:2]', '-o', 'x.npy');
      assert.equal(code, 1);
      assert.match(err, /; leave out the brackets\n$/);
    }
    assert.equal((await run('cut', 'stack.npy', '0:2', '-o', 'x.npy')).code, 0);
  });
});
