// The bench of the page: what a person does there, and what is seen.
import { setTimeout } from 'node:timers/promises';
import { HANGS_AFTER_MS } from '../../tools/common/limits.js';

/** @import { Page } from 'playwright-core' */

/** What `evaluate` alone reads is for the tabs of other browsers too. @typedef {Pick<Page, 'evaluate'>} Readable */

/** The states that every look at the page goes through, by name: a hash each. */
export const STATES = {
  first: '',
  flip: 'op=Slice&on=picture&s=::-2,::-1',
  pieces: 'op=Split&on=picture&axis=1&split=240,320,160',
  planes: 'op=Rearrange&on=picture&pattern=h w c -> c h w',
  border: 'op=Pad&on=picture&pads=[60,60],[60,60],[0,0]&mode=reflect',
  cells: 'op=Slice&dims=4,6,3&s=1:3,::-2,:2',
  lists: 'op=Slice&dims=4,6&starts=-1,1&ends=-7,5&axes=0,1&steps=-1,1',
  join: 'op=Concat&dims=3,2;3,4;3,1&axis=1',
  cache: 'op=TensorScatter&dims=2,6,3;2,1,3&write_indices=2,4&axis=1',
  patch: 'op=SliceScatter',
  chosen: 'op=Gather',
  padded: 'op=Pad',
  rows: 'op=SplitToSequence',
  large: 'op=Slice&dims=8,1024,1024&s=1:7:2,::-3,5:1000',
  yolo: 'op=VariadicSplit&dims=1,84,8400&axis=1&split_lengths=4,-1',
  many: 'op=Split&dims=2000,3&axis=0&num_outputs=2000',
  inputs: `op=Concat&axis=0&dims=${Array(22).fill('2,3').join(';')}`,
  sizes: `op=Split&dims=100,6&axis=0&split=${Array(50).fill('2').join(',')}`,
  equal: 'op=Split&on=picture&axis=0&num_outputs=4',
  rank8: 'op=Slice&dims=2,2,2,2,2,2,2,9&s=...,1:3',
  empty: 'op=Slice&dims=4,6&s=3:1',
  wrong: 'op=Slice&dims=4,6&s=1:3,::0',
  file: 'op=Slice&on=file&url=./sample.safetensors&tensor=wte.weight&s=1000:1016',
  nothing: 'op=Slice&on=file&url=',
};

/** Waits until nothing is being drawn, nor is about to be: a new address tells the page so in a task. @param {Readable} page */
export async function isDrawn(page) {
  await page.evaluate(() => new Promise((resolve) => globalThis.setTimeout(resolve, 0)));
  const late = Date.now() + HANGS_AFTER_MS;
  const isBusy = () => document.querySelector('[aria-busy=true], .cost progress') !== null;
  while (await page.evaluate(isBusy)) {
    if (Date.now() > late) throw new Error(`the page still draws after ${HANGS_AFTER_MS / 1000} s`);
    await setTimeout(10);
  }
}

/** Shows a state of the open page. @param {Page} page @param {string} hash */
export async function show(page, hash) {
  await page.evaluate((text) => {
    location.hash = encodeURI(text);
  }, hash);
  await page.waitForFunction(() => true);
  await isDrawn(page);
  await page.waitForTimeout(hash.includes('on=file') ? 300 : 30);
  await isDrawn(page);
}

/** The field of a parameter in the call. @param {Page} page @param {string} name */
export const field = (page, name) => page.locator(`#call input[name="${name}"]`);

/** Waits until all of the stage is in view: what has changed its size is drawn in the next frame. @param {Page} page */
export const isInView = async (page) => {
  const handle = await page.waitForFunction(() => {
    const { top, bottom } = /** @type {Element} */ (document.querySelector('#stage')).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  return handle.jsonValue();
};

/** Everything that is seen. @param {Readable} page */
export async function read(page) {
  await isDrawn(page);
  return page.evaluate(() => {
    const text = (/** @type {string} */ selector) => document.querySelector(selector)?.textContent ?? '';
    const all = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)];
    const texts = (/** @type {string} */ selector) => all(selector).map((each) => each.textContent ?? '');
    const values = all('#call input').map((each) => [
      /** @type {any} */ (each).name,
      /** @type {any} */ (each).value,
    ]);
    return {
      call: all('#call .w, #call > span > .tok, #call input')
        .map((each) => /** @type {any} */ (each).value ?? each.textContent)
        .join(''),
      values: /** @type {Record<string, string>} */ (Object.fromEntries(values)),
      says: texts('#says li'),
      error: text('#says .error'),
      wavy: texts('#call .wavy'),
      isOld: document.querySelector('#stage .old') !== null,
      result: text('.out .cap, .cap.flow .dims'),
      cells: all('#stage .out.cells [role=grid]').map((grid) =>
        [...grid.querySelectorAll('.cell')].map((cell) => cell.textContent),
      ),
      inputs: all('#stage .grids > div > [role=grid]')
        .filter((grid) => !grid.closest('.out'))
        .map((grid) => [...grid.querySelectorAll('.cell')].map((cell) => cell.textContent)),
      code: texts('#program .row').join('\n'),
      prints: text('.prints output'),
      memory: text('#stage .memory p'),
    };
  });
}
