// WebKit, as WebKitGTK has it: its MiniBrowser behind WebKitWebDriver, by selenium-webdriver, on a screen that nobody sees.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findWebKit } from '../../../tools/setup/browser.js';
import { load } from '../../packages.js';
import { Absent, addressOf, freePort, reported, START_MS, within } from './driver.js';

/** @import { ChildProcess } from 'node:child_process' */

/** @type {import('./driver.js').Open} */
export async function openWebKit(site) {
  const programs = findWebKit();
  if (!programs)
    throw new Absent(
      'there is no WebKitGTK with its driver and Xvfb, and installing them needs root and Debian',
    );
  const selenium = load('hosts', 'selenium-webdriver');
  const home = mkdtempSync(join(tmpdir(), 'microtome-webkit-'));
  /** @type {ChildProcess[]} */
  const children = [];
  const close = async () => {
    for (const child of children.reverse()) await end(child);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const screen = begin(children, programs.screen, ['-displayfd', '1', '-nolisten', 'tcp'], {});
    const number = await within(START_MS, firstLine(screen), 'Xvfb has not started');
    const port = await freePort();
    const env = { DISPLAY: `:${number}`, HOME: home, XDG_RUNTIME_DIR: home, NO_AT_BRIDGE: '1' };
    begin(children, programs.driver, [`--port=${port}`, '--host=127.0.0.1'], env);
    const url = `http://127.0.0.1:${port}`;
    await within(START_MS, answering(url), 'WebKitWebDriver has not started');
    const session = await within(START_MS, openSession(selenium, url), 'WebKit has not started');
    const version = (await session.getCapabilities()).get('browserVersion');
    return {
      version,
      visit: (place, policy) => reported(site, (visit) => session.get(addressOf(site, place, policy, visit))),
      async close() {
        await within(START_MS, session.quit(), 'WebKit has not ended').catch(() => {});
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @param {any} selenium
 * @param {string} url
 */
function openSession({ Builder, Capabilities }, url) {
  return new Builder()
    .usingServer(url)
    .withCapabilities(new Capabilities().set('browserName', 'MiniBrowser'))
    .build();
}

/**
 * In a group of its own, so that all that it starts can be ended.
 * @param {ChildProcess[]} children
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function begin(children, program, args, env) {
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  child.on('error', () => {}); // it is told as not started
  child.stdout?.resume();
  children.push(child);
  return child;
}

/** @param {ChildProcess} child @returns {Promise<string>} */
const firstLine = (child) =>
  new Promise((resolve) => child.stdout?.setEncoding('utf8').once('data', (text) => resolve(text.trim())));

/** @param {string} url */
async function answering(url) {
  while (!(await fetch(`${url}/status`).catch(() => null)))
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** @param {ChildProcess} child */
async function end(child) {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))]);
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // nothing of it is left
  }
}
