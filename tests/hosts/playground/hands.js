// What users do with the playground, in any browser's tab.
import assert from 'node:assert/strict';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { complaintsOf } from './complaints.js';

/** @import { Tab } from '../drivers/tab.js' */

const LOOK_MS = 30;

/**
 * Looks until it passes. Drivers do not wait for what a key or a click has done.
 * @param {() => Promise<unknown>} look throws what is wrong
 */
export async function until(look) {
  for (const since = Date.now(); ; ) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() - since > HANGS_AFTER_MS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/**
 * Looks until this is seen.
 * @param {() => Promise<unknown>} look
 * @param {unknown} expected
 * @param {string} what it is
 */
export const see = (look, expected, what) =>
  until(async () => assert.deepEqual(await look(), expected, what));

/**
 * Loads the page, whatever was there before, and waits until it can be used.
 * @param {Tab} tab
 * @param {string} url with or without a hash
 */
export async function open(tab, url) {
  assert.deepEqual(await complaintsOf(tab), [], 'what the page before it complained about');
  await tab.goto('about:blank');
  await tab.goto(encodeURI(url));
  await see(() => tab.evaluate(() => document.documentElement.dataset.ready), 'true', 'the page can be used');
}

/** Types into a field of the call, over what it holds. @param {Tab} tab @param {string} name @param {string} text */
export async function fill(tab, name, text) {
  await tab.evaluate((field) => {
    const input = /** @type {HTMLInputElement} */ (document.querySelector(`#call input[name="${field}"]`));
    input.focus();
    input.select();
  }, name);
  await tab.type(text);
  await see(
    () => tab.evaluate(() => /** @type {HTMLInputElement} */ (document.activeElement).value),
    text,
    name,
  );
}

/** The text of the cell that has the focus, if one has it. @param {Tab} tab */
export const focused = (tab) =>
  tab.evaluate(() => document.activeElement?.closest('[role=gridcell]')?.textContent ?? '');
