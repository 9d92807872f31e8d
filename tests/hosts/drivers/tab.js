// A browser's tab as its user has it: an address, keys, clicks, and what can be seen. Whatever drives the browser, what is done in
// a tab (../playground) knows this alone.
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';

/**
 * @typedef {object} Tab
 * @property {string} version of the browser
 * @property {(url: string) => Promise<unknown>} goto
 * @property {import('playwright-core').Page['evaluate']} evaluate
 * @property {(selector: string) => Promise<unknown>} click
 * @property {(key: string) => Promise<unknown>} press by its name in KeyboardEvent, such as ArrowDown
 * @property {(text: string) => Promise<unknown>} type
 * @property {() => Promise<void>} close the browser too
 */

/** @typedef {(args?: readonly string[]) => Promise<Tab>} OpenTab args: more of them for Chromium; throws `Absent` where the browser cannot be had */

/**
 * @param {any} page of playwright-core or puppeteer-core
 * @param {string} version
 * @param {() => Promise<void>} close
 * @returns {Tab}
 */
export function tabOf(page, version, close) {
  page.setDefaultTimeout(HANGS_AFTER_MS);
  return {
    version,
    goto: (url) => page.goto(url),
    evaluate: (/** @type {any} */ inPage, /** @type {any} */ given) => page.evaluate(inPage, given),
    click: (selector) => page.click(selector),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    close,
  };
}
