// Browsers and what drives them: those that are named or installed are used; otherwise they are installed by the system's apt
// where that is possible.
import { Failure } from '../common/failure.js';
import { capture, findProgram, isExecutable } from '../common/run.js';
import { isDebian } from './apt.js';

/** Names a browser's program, when the one on PATH is not wanted. */
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

/** The driver of WebKitGTK, which knows where its browser is, and a screen for it. */
export function findWebKit() {
  const driver = findProgram('WebKitWebDriver');
  const screen = findProgram('Xvfb');
  return driver && screen ? { driver, screen } : undefined;
}

/** True where apt may install things. */
export const canInstallBrowsers = () => isDebian() && process.getuid?.() === 0;

/**
 * A machine without a browser still runs every other test, so a failure here is told and not thrown.
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
