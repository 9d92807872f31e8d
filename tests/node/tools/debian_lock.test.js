// What set-up unpacks is what tools/setup/debian.lock says, for each processor, and nothing else is taken silently. A server here
// plays the mirror. Only Debian has the program that fetches, so the tests that fetch are for Debian.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import {
  ARCHITECTURES,
  fetchPackages,
  fileOf,
  hasPackages,
  isDebian,
  lockedPackages,
} from '../../../tools/setup/debian.js';
import { DEBIAN_RECIPES, STEPS } from '../../../tools/setup/steps.js';

/** Steps that build, and the recipe of their compiler. */
const BUILT = { 'system-libraries': 'emscripten', 'whole-libraries': 'emscripten' };

describe('tools/setup/debian.lock', () => {
  it('has what each step needs, by path, size and SHA-256, for each processor', () => {
    for (const architecture of Object.values(ARCHITECTURES))
      for (const { name, packages, leaveOut } of DEBIAN_RECIPES) {
        const locked = lockedPackages(name, architecture);
        const names = locked.map((one) => one.name);
        const where = `${name} ${architecture}`;
        assert.ok(
          packages.every((each) => names.includes(each)),
          where,
        );
        assert.ok(!names.some((each) => leaveOut?.test(each)), where);
        for (const { path, size, sha256 } of locked) {
          assert.match(path, new RegExp(`^pool/[^ :]+_(${architecture}|all)\\.deb$`), where);
          assert.ok(size > 0, where);
          assert.match(sha256, /^[0-9a-f]{64}$/, where);
        }
      }
  });

  it('is in the stamp of each step that unpacks packages, or builds with them', () => {
    if (!hasPackages()) return;
    const stamps = new Map(STEPS.map(({ name, recipe }) => [name, JSON.stringify(recipe)]));
    const steps = { ...Object.fromEntries(DEBIAN_RECIPES.map(({ name }) => [name, name])), ...BUILT };
    for (const [step, recipe] of Object.entries(steps))
      for (const { sha256 } of lockedPackages(recipe)) assert.ok(stamps.get(step)?.includes(sha256), step);
  });
});

describe('Debian packages of set-up', () => {
  const CONTENT = 'what a package is';
  const one = {
    name: 'microtome-test',
    version: '1.0',
    path: 'pool/main/m/microtome-test_1.0_all.deb',
    size: CONTENT.length,
    sha256: createHash('sha256').update(CONTENT).digest('hex'),
  };
  const server = createServer((request, response) => {
    if (request.url === `/${one.path}`) response.end(CONTENT);
    else response.writeHead(404).end();
  });
  /** @type {string[]} */ const notes = [];
  const progress = { update() {}, note: (/** @type {string} */ line) => void notes.push(line), done() {} };
  /** @param {object} [change] */
  const fetch = (change) =>
    fetchPackages(
      {
        name: 'test',
        suite: 'forky',
        packages: [one.name],
        otherwise: 'install it',
        locked: [{ ...one, ...change }],
      },
      progress,
    );

  before(async () => {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(0)));
    const address = server.address();
    assert.ok(address && typeof address === 'object');
    process.env.MICROTOME_MIRROR = `http://127.0.0.1:${address.port}`;
  });
  after(() => {
    delete process.env.MICROTOME_MIRROR;
    rmSync(fileOf(one), { force: true });
    server.close();
  });

  if (!isDebian()) return;

  it('refuses what has another SHA-256', async () => {
    await assert.rejects(fetch({ sha256: one.sha256.replace(/./, (digit) => (digit === '0' ? '1' : '0')) }), {
      message: /^the Debian mirror's pool\S+ has another SHA-256 than [0-9a-f]{64}; install it\.$/,
    });
  });

  it('takes what the lock says, and keeps it', async () => {
    assert.deepEqual(await fetch(), [one]);
    await fetch();
    assert.match(notes.at(-1) ?? '', /100 % already here/);
  });

  it('says so if the mirror has moved on, and asks it for its current versions', async () => {
    // it has no lists of packages either
    await assert.rejects(fetch({ path: 'pool/main/m/microtome-test_0.9_all.deb', version: '0.9' }), {
      message: /^the Debian mirror cannot be reached/,
    });
    assert.match(
      notes.at(-1) ?? '',
      /no longer has microtome-test 0\.9, .*Current versions of forky are taken/,
    );
  });
});
