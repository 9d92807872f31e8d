// What the playground may not stand still for: loading, typing and scrolling. To measure one more, add a row.

/** @import { Page } from 'playwright-core' */

/**
 * @typedef {object} Standstill
 * @property {string} name
 * @property {string} begin the hash
 * @property {(page: Page) => Promise<void>} [act] without: loading
 */

/** @param {readonly string[]} texts one after the other, by key */
const typeDims = (texts) => async (/** @type {Page} */ page) => {
  const dims = page.locator('#cut-dims');
  for (const text of texts) {
    await dims.fill('');
    await dims.pressSequentially(text, { delay: 30 });
  }
};

/** @param {Page} page */
async function scroll(page) {
  for (let i = 0; i < 20; ++i) {
    await page.mouse.wheel(0, 300);
    await page.waitForTimeout(30);
  }
}

const SPLIT = '#op=Split&opset=18&dims=4,6&axis=1&num_outputs=3';
const SEQUENCE = '#op=SplitToSequence&opset=24&dims=4,6&axis=0';

/** @type {readonly Standstill[]} */
export const STANDSTILLS = [
  { name: 'loading', begin: '' },
  { name: 'loading a million cells', begin: '#op=Slice&opset=13&dims=1000,1000&s=::2,::-3' },
  { name: 'loading the examples', begin: '#examples' },
  { name: 'loading 2,000 outputs', begin: '#op=SplitToSequence&opset=24&dims=2000,2&axis=0' },
  { name: 'typing 2,000 outputs', begin: SEQUENCE, act: typeDims(['2000, 2']) },
  { name: 'typing small shapes', begin: SPLIT, act: typeDims(['4, 9', '6, 3', '3, 12']) },
  { name: 'typing hundreds of cells', begin: SPLIT, act: typeDims(['20, 18', '12, 30']) },
  { name: 'typing large shapes', begin: SPLIT, act: typeDims(['1000, 1000', '100000, 6', '24, 24, 24']) },
  { name: 'scrolling', begin: SPLIT, act: scroll },
];
