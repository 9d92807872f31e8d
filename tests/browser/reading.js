// What the page shows, and what it should show: a cut worked out one cell at a time, without the library. What reads by `evaluate`
// alone is for the tabs of other browsers too (tests/hosts/playground).

import { setTimeout } from 'node:timers/promises';
import { HANGS_AFTER_MS } from '../../tools/common/limits.js';

/** @import { Locator, Page } from 'playwright-core' */

/** @typedef {Pick<Page, 'evaluate'>} Readable */

/**
 * @typedef {object} Cell
 * @property {number} value
 * @property {string} fill its colour
 * @property {string} label number of the output that takes it; '' for none
 */

/** @typedef {{ shape: string, values: number[], fills: string[], swatch: string }} OutputOnPage */

/** Waits until nothing is being drawn. @param {Readable} page */
export async function isDrawn(page) {
  const late = Date.now() + HANGS_AFTER_MS;
  while (await page.evaluate(() => document.querySelector('[aria-busy=true]') !== null)) {
    if (Date.now() > late) throw new Error(`the page still draws after ${HANGS_AFTER_MS / 1000} s`);
    await setTimeout(10);
  }
}

/** Waits until what was to be done in the next frame has been done, and painted: large tensors are. @param {Page} page */
export const isPainted = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * @param {Readable} page
 * @returns {Promise<{ input: Cell[], outputs: OutputOnPage[], how: string, said: string, stale: boolean }>}
 */
export async function readResult(page) {
  await isDrawn(page);
  return page.evaluate(() => {
    const all = (/** @type {ParentNode} */ root, /** @type {string} */ selector) => [
      ...root.querySelectorAll(selector),
    ];
    const fill = (/** @type {Element} */ element) => getComputedStyle(element).backgroundColor;
    const text = (/** @type {Node | null | undefined} */ node) => node?.textContent ?? '';
    return {
      input: all(document, '.whole .cell').map((cell) => ({
        value: Number(text(cell.firstChild)),
        fill: fill(cell),
        label: cell.getAttribute('data-output') ?? '',
      })),
      outputs: all(document, '.io .part').map((output) => ({
        shape: text(output.querySelector('.shape')),
        values: all(output, '.cell').map((cell) => Number(text(cell))),
        fills: all(output, '.cell').map(fill),
        swatch: fill(output.querySelector('.badge') ?? output), // a pattern's output has none
      })),
      how: text(document.querySelector('.explanation')),
      said: text(document.querySelector('.said')),
      stale: document.querySelector('.body.stale') !== null,
    };
  });
}

/** What the line below the cells says. @param {Readable} page */
export const inspector = (page) =>
  page.evaluate(() => (document.querySelector('.inspector')?.textContent ?? '').replace(/\s+/g, ' '));

/** Values of the cells that are lit, in the input and in the outputs. @param {Readable} page */
export const lit = (page) =>
  page.evaluate(() =>
    ['.whole', '.parts'].map((part) =>
      [...document.querySelectorAll(`.io ${part} .cell.lit`)].map((cell) => cell.firstChild?.textContent),
    ),
  );

/**
 * Presses a button that copies, and waits until it says so, which it does for a moment only.
 * @param {Page} page
 * @param {Locator} button
 * @returns what was copied
 */
export async function copyBy(page, button) {
  const said = page.waitForFunction(() =>
    [...document.querySelectorAll('button')].some(
      (each) => each.textContent === 'Copied' && each.checkVisibility(),
    ),
  );
  await button.click();
  await said;
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Of the page itself: a driver may be told later. @param {Readable} page */
export const hashOf = (page) => page.evaluate(() => location.hash);

/** Everything on the page that a link must restore. @param {Readable} page */
export async function everything(page) {
  await isDrawn(page);
  return page.evaluate(() => ({
    fields: [
      .../** @type {NodeListOf<HTMLInputElement>} */ (
        document.querySelectorAll(':is(#cut-form, .folds) :is(input, textarea, select)')
      ),
    ].map(({ id, value }) => [id, value.replace(/\s/g, '')]),
    result: document.querySelector('#cut-result .body')?.textContent,
  }));
}

/** Which fields are marked as wrong, and what is said of each, to screen readers too. @param {Readable} page */
export const readMistakes = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#view-cut [aria-invalid=true]')].map((field) => {
      const [, id] = (field.getAttribute('aria-describedby') ?? '').split(' ');
      const said = document.getElementById(id);
      return {
        field: document.querySelector(`label[for="${field.id}"]`)?.textContent,
        message: said?.textContent,
        live: said?.getAttribute('aria-live'),
      };
    }),
  );

/**
 * Fills fields of the tensor panel, by label.
 * @param {Page} page
 * @param {Record<string, string>} values
 */
export async function fill(page, values) {
  await unfold(page);
  for (const [label, value] of Object.entries(values)) {
    await page.locator('#view-cut').getByLabel(label, { exact: true }).fill(value);
  }
  await isDrawn(page);
}

/** Opens all parts of the form. @param {Readable} page */
export const unfold = (page) =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll('.folds details')) /** @type {any} */ (fold).open = true;
  });

/**
 * Chooses an operator, with its example.
 * @param {Page} page
 * @param {string} operator
 * @param {string} [version] label
 */
export async function choose(page, operator, version) {
  await unfold(page);
  await page.getByRole('button', { name: 'Reset' }).click(); // what was typed would stay
  await page.getByLabel('operator', { exact: true }).selectOption(operator);
  if (version) await page.getByLabel('version', { exact: true }).selectOption(version);
  await isDrawn(page);
}

/** @typedef {{ shape: string, values: number[] }} Expected */

/**
 * The output that takes these indices of each axis, in this order.
 * @param {readonly number[]} dims
 * @param {readonly (readonly number[])[]} indices per axis
 * @param {readonly number[]} [dropped] axes
 * @returns {Expected}
 */
export function expectOutput(dims, indices, dropped = []) {
  let values = [0];
  for (const [axis, size] of dims.entries()) {
    values = values.flatMap((place) => indices[axis].map((index) => place * size + index));
  }
  const shape = indices.map((taken) => taken.length).filter((_, axis) => !dropped.includes(axis));
  return { shape: `[${shape.join(', ')}]`, values };
}

/**
 * All outputs of a tensor cut along an axis into pieces of these sizes.
 * @param {readonly number[]} dims
 * @param {number} axis
 * @param {readonly number[]} sizes
 * @param {readonly number[]} [dropped]
 */
export function expectPieces(dims, axis, sizes, dropped) {
  let first = 0;
  return sizes.map((size) => {
    const indices = dims.map((whole, k) => (k === axis ? upTo(size).map((i) => first + i) : upTo(whole)));
    first += size;
    return expectOutput(dims, indices, dropped);
  });
}

/** @param {number} n */
export const upTo = (n) => Array.from({ length: n }, (_, i) => i);
