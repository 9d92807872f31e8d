// THE path through the playground that every browser goes, with what must be seen on the way. tests/browser/page expects more,
// in Chromium. To add a step, add a row.
import assert from 'node:assert/strict';
import { read, STATES } from '../../browser/bench.js';
import { fill, focused, open, see } from './hands.js';

/** @import { Tab } from '../drivers/tab.js' */

/** @typedef {{ title: string, go: (tab: Tab, url: string) => Promise<unknown> }} Step */

/** Tabs to the input's cells are fewer than that. */
const MOST_STOPS = 60;

/** @param {Tab} tab */
const prints = async (tab) => (await read(tab)).prints;

/** @type {(title: string, go: Step['go']) => Step} */
const step = (title, go) => ({ title, go });

export const PATH = [
  step('opens with a picture, and its cut has the same pixels', async (tab, url) => {
    await open(tab, url);
    await see(() => prints(tab), '[ 288, 360, 4 ]', 'what is printed');
    assert.equal(await tab.evaluate(comparePixels, [96, 252]), 0);
  }),
  step('cuts what is typed, and keeps it in the address', async (tab) => {
    await fill(tab, 's', '::-2, 100:');
    await see(() => prints(tab), '[ 240, 620, 4 ]', 'what is printed');
    await see(
      () => tab.evaluate(() => location.hash),
      '#op=Slice&opset=13&on=picture&s=::-2,100:',
      'the address',
    );
  }),
  step(`shows ${Object.keys(STATES).length} states, each with its code`, async (tab, url) => {
    for (const [name, hash] of Object.entries(STATES).filter(([, each]) => each !== '')) {
      await open(tab, `${url}#${hash}`);
      const { error, code } = await read(tab);
      if (name === 'wrong') assert.match(error, /step cannot be 0/);
      else assert.equal(error, '', name);
      if (!['wrong', 'nothing'].includes(name))
        await see(async () => /await init\(\)/.test((await read(tab)).code), true, `${name}: ${code}`);
    }
  }),
  step('explains a mistake, while the last result stays', async (tab, url) => {
    await open(tab, `${url}#${STATES.cells}`);
    await fill(tab, 's', '1:3, ::');
    const before = await read(tab);
    await tab.type('0');
    await see(
      async () => (await read(tab)).error,
      '▲ The step of axis 1 is 0; a step cannot be 0',
      'the message',
    );
    const now = await read(tab);
    assert.deepEqual([now.cells, now.code, now.isOld], [before.cells, before.code, true]);
  }),
  step('leads to a cell and its twin with keys alone', async (tab, url) => {
    await open(tab, `${url}#${STATES.cells}`);
    await tab.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('#call input')).focus());
    for (let i = 0; i < MOST_STOPS && (await focused(tab)) === ''; ++i) await tab.press('Tab');
    for (const [key, cell] of [
      ['ArrowDown', '3'],
      ['End', '5'],
      ['Home', '3'],
      ['PageDown', '21'],
    ]) {
      await tab.press(key);
      await see(() => focused(tab), cell, key);
    }
    const lit = () =>
      tab.evaluate(() => [...document.querySelectorAll('.twin')].map((each) => each.textContent));
    await see(lit, ['21', '21'], 'what is lit');
  }),
  step('plans many outputs in a worker', async (tab, url) => {
    await open(tab, `${url}#${STATES.many}`);
    await see(
      () => tab.evaluate(() => document.querySelector('.rest')?.textContent),
      'and 1,988 more',
      'the list',
    );
  }),
  step('lists a file, and fetches a part of it', async (tab, url) => {
    await open(tab, `${url}#${STATES.file}`);
    await see(
      () => tab.evaluate(() => document.querySelectorAll('.listed tbody tr').length),
      6,
      'the tensors',
    );
    await tab.click('.cost .main');
    await see(
      () => tab.evaluate(() => document.querySelector('.cost b')?.textContent),
      '[16, 256]',
      'what has come',
    );
  }),
  step('leads to the documentation, which is searched, and back', async (tab, url) => {
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
  }),
];

/** The heading of a page of the documentation. @param {Tab} tab */
const heading = (tab) =>
  tab.evaluate(() => document.querySelector('.col-content h1')?.firstChild?.textContent);

/** How many values of the cut differ from those of the picture at this place. @param {number[]} place */
function comparePixels([top, left]) {
  const canvases = /** @type {HTMLCanvasElement[]} */ ([...document.querySelectorAll('#stage canvas')]);
  const [whole, cut] = canvases.map((canvas) =>
    /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
      0,
      0,
      canvas.width,
      canvas.height,
    ),
  );
  let wrong = 0;
  for (let y = 0; y < cut.height; ++y)
    for (let x = 0; x < 4 * cut.width; ++x)
      if (cut.data[y * 4 * cut.width + x] !== whole.data[(top + y) * 4 * whole.width + 4 * left + x])
        wrong += 1;
  return wrong;
}
