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
 * Loads the page, whatever was there before, and waits until all of its view can be used.
 * @param {Tab} tab
 * @param {string} url with or without a hash
 */
export async function open(tab, url) {
  assert.deepEqual(await complaintsOf(tab), [], 'what the page before it complained about');
  await tab.goto('about:blank');
  await tab.goto(url);
  const isReady = () =>
    tab.evaluate(() => {
      const { ready } = document.documentElement.dataset;
      return ready !== undefined && (ready !== 'cut' || document.querySelector('.code') !== null);
    });
  await see(isReady, true, 'the page can be used');
}

/**
 * Types into fields of the form, by label, over what they hold.
 * @param {Tab} tab
 * @param {Record<string, string>} values
 */
export async function fill(tab, values) {
  for (const [label, text] of Object.entries(values)) {
    await tab.evaluate((name) => {
      const labels = /** @type {NodeListOf<HTMLLabelElement>} */ (
        document.querySelectorAll(':is(#cut-form, .folds) label')
      );
      const field = [...labels].find(({ textContent }) => textContent === name)?.control;
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
        throw new Error(`there is no field ${name}`);
      const fold = field.closest('details');
      if (fold) fold.open = true;
      field.focus();
      field.select();
    }, label);
    if (text === '') await tab.press('Delete');
    else await tab.type(text);
    await see(() => typed(tab), text, label);
  }
}

/** @param {Tab} tab */
const typed = (tab) => tab.evaluate(() => /** @type {HTMLInputElement} */ (document.activeElement).value);

/**
 * Chooses an operator, with its example.
 * @param {Tab} tab
 * @param {string} operator as the page writes it
 * @param {string} [version] such as `opset 13`
 */
export async function choose(tab, operator, version) {
  const choice = async (/** @type {string} */ name, /** @type {string} */ value) => {
    const chosen = await tab.evaluate(
      ([id, option]) => {
        const select = /** @type {HTMLSelectElement} */ (document.getElementById(id));
        select.value = option;
        for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
        return select.value;
      },
      [`cut-${name}`, value],
    );
    await see(() => Promise.resolve(chosen), value, name);
  };
  await tab.evaluate(() => {
    for (const fold of document.querySelectorAll('.folds details')) /** @type {any} */ (fold).open = true;
    scrollTo(0, 0); // nothing moves under the pointer then
  });
  await tab.click('.tools button:last-child'); // Reset: what was typed would stay
  await choice('operator', operator.replace('OpenVINO ', 'openvino.'));
  if (version) await choice('version', version.replace('opset ', ''));
}

/** The label of the tensor that has the focus, and the text of its cell. @param {Tab} tab */
export const focused = (tab) =>
  tab.evaluate(() => {
    const { activeElement } = document;
    return {
      grid: activeElement?.closest('[role=grid]')?.getAttribute('aria-label') ?? '',
      cell: activeElement?.firstChild?.textContent ?? '',
    };
  });
