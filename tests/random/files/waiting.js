// Waiting, by counts and not by the clock; and what is in a folder.
import { readdirSync } from 'node:fs';

export const turn = () => new Promise((resolve) => setImmediate(resolve));
const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something holds, as long as any machine may need. @param {() => boolean | Promise<boolean>} holds @param {number} [most] times that it looks */
export async function until(holds, most = 2000) {
  for (let i = 0; i < most; ++i) {
    if (await holds()) return true;
    await (i < 30 ? turn() : sleep(Math.min(10, i / 30)));
  }
  return false;
}

/** How many files are in a folder and its folders. @param {string} folder */
export function filesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
      .length;
  } catch {
    return 0; // it is not there
  }
}
