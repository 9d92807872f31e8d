// A Chromium for the browser tests: one that is named or installed is used; otherwise it is installed where that is possible.
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

/** True where apt may install things. */
export const canInstallChromium = () => isDebian() && process.getuid?.() === 0;

/**
 * A machine without a browser still runs every other test, so a failure here is told and not thrown.
 * @param {string} _folder
 * @param {import('../common/progress.js').Progress} progress
 */
export async function installChromium(_folder, progress) {
  const env = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  /** @param {string} line */
  const onLine = (line) => progress.update(line.trim().slice(0, 100));
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { code, all } = await capture('apt-get', ['-q', ...args], { env, onLine });
    if (code !== 0) return progress.note(`it could not be installed: ${all.trim().split('\n').at(-1)}`);
  }
}
