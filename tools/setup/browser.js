// Finds browsers and their drivers. If one is missing, the system's apt installs it, if it can.
import { Failure } from '../common/failure.js';
import { capture, findProgram, isExecutable } from '../common/run.js';
import { isDebian } from './debian.js';

/** The environment variable that names another Chromium than the one on PATH. */
export const CHROMIUM_VARIABLE = 'MICROTOME_CHROMIUM';

/** @returns {string | undefined} the program */
export function findChromium() {
  const named = process.env[CHROMIUM_VARIABLE];
  if (named && !isExecutable(named))
    throw new Failure(`${CHROMIUM_VARIABLE} names ${named}, which is not a program.`);
  return named || findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
}

/** @returns {string | undefined} the program */
export const findFirefox = () => findProgram('firefox-esr', 'firefox');

/** The driver of WebKitGTK, which finds its browser itself, and a virtual screen. */
export function findWebKit() {
  const driver = findProgram('WebKitWebDriver');
  const screen = findProgram('Xvfb');
  return driver && screen ? { driver, screen } : undefined;
}

/** True if apt may install packages. */
export const canInstallBrowsers = () => isDebian() && process.getuid?.() === 0;

/**
 * Notes a failure instead of throwing, because a machine without a browser still runs every other test.
 * @param {readonly string[]} packages
 * @returns {import('./install.js').Step['install']}
 */
export const installBrowser = (packages) => async (_folder, progress) => {
  const env = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  /** @param {string} line */
  const onLine = (line) => progress.update(line.trim().slice(0, 100));
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { code, all } = await capture('apt-get', ['-q', ...args], { env, onLine });
    if (code !== 0) return progress.note(`it could not be installed: ${all.trim().split('\n').at(-1)}`);
  }
};
