// A project of somebody who uses the package: a fresh folder outside of the checkout, into which npm has installed the tarball
// and what else the project needs.
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOCK, npm } from '../../tools/common/packages.js';
import { inRoot } from '../../tools/common/paths.js';
import { capture } from '../../tools/common/run.js';
import { freePort, inTime } from '../hosts/drivers/driver.js';
import { begin } from '../hosts/drivers/leftovers.js';

/** @import { Way } from './ways.js' */

const FIXTURES = inRoot('tests/package/fixtures');
const { dependencies } = JSON.parse(readFileSync(inRoot('tests/package/package.json'), 'utf8'));

/** What programs would do beside their work, and colours. */
const ENVIRONMENT = {
  NEXT_TELEMETRY_DISABLED: '1',
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
  npm_config_loglevel: 'error', // of what this process inherits when npm runs it, bundlers repeat nothing
};

/** As bundlers begin one. */
const WARNING = /warn|⚠/i;

/** A package that npm could not fetch: that is not the tarball's fault. */
export class NotInstalled extends Error {}

export class Project {
  /** @param {Way} way */
  constructor(way) {
    this.folder = mkdtempSync(join(tmpdir(), 'microtome-package-'));
    this.way = way;
  }

  /** @param {...string} parts */
  path(...parts) {
    return join(this.folder, ...parts);
  }

  /** @param {string} tarball */
  async install(tarball) {
    const { packages = [], manifest = {}, fixture } = this.way;
    const wanted = Object.fromEntries(packages.map((name) => [name, dependencies[name]]));
    const content = { private: true, type: 'module', ...manifest, dependencies: wanted };
    writeFileSync(this.path('package.json'), JSON.stringify(content));
    copyFileSync(inRoot('tests/package', LOCK), this.path(LOCK)); // of which npm takes what is wanted
    const failure = packages.length > 0 && (await npm(this.folder, ['install', '--prefer-offline']));
    if (failure) throw new NotInstalled(`npm could not install ${packages.join(', ')}: ${failure}`);
    const failed = await npm(this.folder, ['install', '--offline', tarball]);
    if (failed) throw new Error(`npm could not install the tarball: ${failed}`);
    for (const name of ['shared', fixture]) cpSync(join(FIXTURES, name), this.folder, { recursive: true });
  }

  /**
   * Runs a program of the project, which must be content: a warning is a failure.
   * @param {readonly string[]} command
   * @returns {Promise<string>} what it wrote to stdout
   */
  async run([name, ...args]) {
    const { code, out, all } = await capture(this.#program(name), args, {
      cwd: this.folder,
      env: ENVIRONMENT,
    });
    if (code !== 0) throw new Error(`${name} ${args.join(' ')} ends with ${code}:\n${all.trim()}`);
    if (this.#warns(all)) throw new Error(`${name} ${args.join(' ')} warns:\n${all.trim()}`);
    return out;
  }

  /**
   * Starts a server of the project on a free port, given as its last argument; `use` gets its address.
   * @template T
   * @param {readonly string[]} command
   * @param {(url: string) => Promise<T>} use
   */
  async serve([name, ...args], use) {
    const port = String(await freePort());
    const server = begin(this.#program(name), [...args, port], { cwd: this.folder, env: ENVIRONMENT });
    const listening = async () => {
      while (!server.said().includes(`localhost:${port}`)) {
        if (server.child.exitCode !== null) throw new Error(`${name} has ended: ${server.said()}`);
        await sleep(100);
      }
    };
    try {
      await inTime(listening(), `${name} has said no address`);
      const result = await use(`http://localhost:${port}/`);
      if (this.#warns(server.said())) throw new Error(`${name} ${args[0]} warns:\n${server.said()}`);
      return result;
    } finally {
      await server.end(); // its files go next
    }
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @param {string} text */
  #warns(text) {
    const { warns } = this.way;
    return text.split('\n').some((line) => WARNING.test(line) && !warns?.test(line));
  }

  /** @param {string} name */
  #program(name) {
    return name === 'node' ? process.execPath : this.path('node_modules/.bin', name);
  }
}
