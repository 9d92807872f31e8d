// THE path through the playground that every browser goes, with what must be seen on the way: what tests/browser expects in
// Chromium. To add a step, add a row.
import assert from 'node:assert/strict';
import { EXAMPLES } from '../../../web/playground/gallery/examples.ts';
import { CUTS, MISTAKES } from '../../browser/cuts.js';
import { comparePixels, comparePlanes, PIXELS } from '../../browser/pixels.js';
import {
  everything,
  expectOutput,
  hashOf,
  inspector,
  lit,
  readMistakes,
  readResult,
} from '../../browser/reading.js';
import { choose, fill, focused, open, see } from './hands.js';

/** @import { Page } from 'playwright-core' */
/** @import { Expected } from '../../browser/reading.js' */
/** @import { Tab } from '../drivers/tab.js' */

/** @typedef {{ title: string, go: (tab: Tab, url: string) => Promise<unknown> }} Step */

/** Tabs to the input's cells are fewer than that. */
const MOST_STOPS = 40;

/** @type {readonly Step[]} */
export const PATH = [
  {
    title: 'opens with a cut, and every cell is right',
    async go(tab, url) {
      await open(tab, url);
      await assertOutputs(tab, [expectOutput([4, 6], [[3, 2, 1, 0], [1, 2, 3, 4]])]); // biome-ignore format: a row
      const { said, input } = await readResult(tab);
      assert.equal(said, 'Takes all of axis 0 backwards, and indices 1 to 4 of axis 1.');
      assert.equal(input.length, 24);
    },
  },
  {
    title: "cuts what is typed in NumPy's notation",
    async go(tab) {
      await fill(tab, { slice: '1:-1, ::2' });
      await assertOutputs(tab, [expectOutput([4, 6], [[1, 2], [0, 2, 4]])]); // biome-ignore format: a row
      assert.equal(await hashOf(tab), '#op=Slice&opset=13&dims=4,6&s=1:-1,::2');
    },
  },
  {
    title: `cuts by every operator, ${CUTS.length} cuts of different versions`,
    async go(tab) {
      for (const { title, operator, version, values, outputs } of CUTS) {
        await choose(tab, operator, version);
        await fill(tab, values);
        await assertOutputs(tab, outputs, title);
      }
    },
  },
  {
    title: `explains ${MISTAKES.length} mistakes beside their fields, while the last result stays`,
    async go(tab) {
      for (const { field, operator, values, message } of MISTAKES) {
        const { [field]: last, ...rest } = values;
        await choose(tab, operator);
        await fill(tab, { ...rest, [field]: last.slice(0, -1) });
        const before = await readResult(tab);
        await tab.type(last.slice(-1));
        await see(() => readMistakes(tab), [{ field, message, live: 'polite' }], field);
        const { stale, outputs } = await readResult(tab);
        assert.equal(stale, field !== 'values', `${message}: what is pasted in vain changes nothing`);
        assert.deepEqual(outputs.map(pick), before.outputs.map(pick), message);
        await fill(tab, { [field]: '' });
      }
    },
  },
  {
    title: `follows the gallery, of ${EXAMPLES.length} pictures, to every fourth example`,
    async go(tab) {
      await tab.click('a[data-view="examples"]');
      await see(() => tab.evaluate(pictures), EXAMPLES.length, 'pictures that are not blank');
      for (const { title, hash } of EXAMPLES.filter((_, i) => i % 4 === 0)) {
        await tab.click('a[data-view="examples"]');
        const isShown = () => tab.evaluate(() => document.querySelector('.card a') !== null);
        await see(isShown, true, 'the gallery is shown');
        await tab.click(`.card a[href="#${hash}"]`);
        const lesson = () => tab.evaluate(() => document.querySelector('.lesson b')?.textContent);
        await see(lesson, `${title}.`, 'what the example is called');
        assert.equal((await readResult(tab)).stale, false, title);
      }
    },
  },
  {
    title: 'restores the page from its address',
    async go(tab, url) {
      for (const { title, operator, version, values } of CUTS.slice(0, 3)) {
        await open(tab, url);
        await choose(tab, operator, version);
        await fill(tab, values);
        const [hash, seen] = [await hashOf(tab), await everythingBare(tab)];
        await open(tab, url + hash);
        assert.equal(await hashOf(tab), hash);
        assert.deepEqual(await everythingBare(tab), seen, title);
      }
    },
  },
  {
    title: 'leads through the tour to a slice that goes backwards',
    async go(tab, url) {
      await open(tab, url);
      await tab.click('#start-tour');
      for (const step of [1, 2, 3, 4]) {
        const count = () => tab.evaluate(() => document.querySelector('.tour .note')?.textContent);
        await see(count, `Step ${step} of 6`, 'the step');
        await tab.click('.tour button:nth-of-type(2)');
      }
      await assertOutputs(tab, [{ shape: '[5]', values: [50, 40, 30, 20, 10] }]);
      assert.match(await hashOf(tab), /&starts=-1&ends=INT_MIN&steps=-1&/);
    },
  },
  {
    title: 'leads to a cell and its twin with keys alone',
    async go(tab, url) {
      await open(tab, `${url}#op=Slice&opset=13&dims=4,8&starts=2,7&ends=4,-100&axes=0,1&steps=1,-2`);
      const grid = async () => (await focused(tab)).grid;
      for (let i = 0; i < MOST_STOPS && (await grid()) !== 'input [4, 8]'; ++i) await tab.press('Tab');
      await see(grid, 'input [4, 8]', 'the stop that was come to');
      /** @type {[key: string, cell: string][]} */
      const walk = [['ArrowDown', '8'], ['ArrowDown', '16'], ['End', '23'], ['ArrowLeft', '22'], ['ArrowLeft', '21']]; // biome-ignore format: a table
      for (const [key, cell] of walk) {
        await tab.press(key);
        await see(async () => (await focused(tab)).cell, cell, key);
      }
      assert.deepEqual(await lit(tab), [['21'], ['21']]);
      assert.equal(await inspector(tab), 'out[0, 1]←data[2, 5]= 21axis 0: 2 = 2 + 0axis 1: 5 = 7 + 1 * (-2)');
      await tab.press('Tab');
      await see(grid, 'output 0 [2, 4]', 'the stop after it');
      await tab.press('ArrowRight');
      await see(() => lit(tab), [['21'], ['21']], 'what is lit');
    },
  },
  {
    title: 'cuts a picture to the pixel, a sound and a file',
    async go(tab, url) {
      await open(tab, `${url}#media`);
      for (const kind of ['image', 'sound', 'tensor']) {
        await tab.click(`#tab-${kind}`);
        await see(() => tab.evaluate(areCut, kind), true, `${kind} is cut`);
      }
      await tab.click('.examples button:nth-child(3)');
      const shape = () => tab.evaluate(() => document.querySelector('#panel-tensor .job .size')?.textContent);
      await see(shape, 'bfloat16 [12, 64, 32]', 'weights.pb');
      const [top, left, h, w] = [180, 320, 360, 640];
      const page = /** @type {Page} */ (/** @type {unknown} */ (tab));
      assert.deepEqual(await comparePlanes(page, top, left), [0, 0, 0, 0]);
      for (const [job, [y, x]] of Object.entries(PIXELS)) {
        const found = await comparePixels(page, `.job.${job} canvas`, { y, x, top, left, h, w });
        assert.deepEqual(found, { size: [h, w], wrong: 0 }, job);
      }
    },
  },
  {
    title: 'leads to the documentation, which is searched, and back',
    async go(tab, url) {
      await open(tab, url);
      await tab.click('nav a[href="./docs/guide.html"]');
      await see(() => heading(tab), 'Guide', 'the page that the link leads to');
      await tab.click('#tsd-search-trigger');
      await tab.type('variadicSplit');
      // There are two such functions; browsers differ in which comes first.
      const isFound = () =>
        tab.evaluate(() =>
          document.querySelector('#tsd-search-results a')?.textContent?.endsWith('variadicSplit'),
        );
      await see(isFound, true, 'the first result');
      await tab.click('#tsd-search-results a');
      await see(() => heading(tab), 'Function variadicSplit', 'the page that was found');
      const { href } = new URL(url);
      await tab.click('#tsd-toolbar-links a');
      await see(() => tab.evaluate(() => location.href), `${href}index.html`, 'the way back');
    },
  },
];

/** The heading of a page of the documentation. @param {Tab} tab */
const heading = (tab) =>
  tab.evaluate(() => document.querySelector('.col-content h1')?.firstChild?.textContent);

/**
 * @param {Tab} tab
 * @param {readonly Expected[]} expected
 * @param {string} [title]
 */
async function assertOutputs(tab, expected, title = '') {
  const look = async () => {
    const { outputs, stale } = await readResult(tab);
    return { stale, outputs: outputs.map(pick) };
  };
  await see(look, { stale: false, outputs: expected }, title);
}

/** How many canvases of the gallery hold more than one colour. */
const pictures = () =>
  [.../** @type {NodeListOf<HTMLCanvasElement>} */ (document.querySelectorAll('.card canvas'))].filter(
    (canvas) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return data && new Set(new Uint32Array(data.buffer)).size > 1;
    },
  ).length;

/** Is each job of a panel done? @param {string} kind */
const areCut = (kind) => {
  const jobs = [...document.querySelectorAll(`#panel-${kind} .job`)];
  return jobs.length > 0 && jobs.every((job) => !job.classList.contains('stale'));
};

/** @param {Expected} output */
const pick = ({ shape, values }) => ({ shape, values });

/** Without spaces: addresses have none. @param {Tab} tab */
async function everythingBare(tab) {
  const { fields, result } = await everything(tab);
  return { fields, result: result?.replace(/\s/g, '') };
}
