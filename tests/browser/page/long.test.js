// A long session: what a thousand edits leave behind, and what a key causes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { field, STATES, show } from '../bench.js';
import { usePage } from '../page.js';

const EDITS = 1000;
/**
 * Layouts that a key may cause. It causes two or three; a page that measures between its changes causes one for each. The time of a key
 * depends on the machine, so no test measures it.
 */
const MOST_LAYOUTS = 6;

describe('a long session', () => {
  const place = usePage();

  it(`leaves no nodes, listeners or memory behind after ${EDITS} edits`, async () => {
    const client = await place.page.context().newCDPSession(place.page);
    await client.send('Performance.enable');
    const measure = async () => {
      await client.send('HeapProfiler.collectGarbage');
      const { metrics } = await client.send('Performance.getMetrics');
      const of = (/** @type {string} */ name) => metrics.find((each) => each.name === name)?.value ?? 0;
      return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize') };
    };
    /** Types so many times, in turn on each kind of data. @param {number} count */
    const edit = async (count) => {
      for (const hash of [STATES.cells, STATES.first, STATES.large, STATES.join]) {
        await show(place.page, hash);
        await place.page.evaluate(async (times) => {
          const input = /** @type {HTMLInputElement} */ (document.querySelector('#call input'));
          const texts = input.name === 's' ? ['1:3', '::-1', '0:0', '::0', '...'] : ['1', '0', '-1', '9'];
          for (let i = 0; i < times; ++i) {
            input.value = texts[i % texts.length];
            input.dispatchEvent(new Event('input', { bubbles: true }));
            if (i % 10 === 0) await new Promise((resolve) => setTimeout(resolve));
          }
        }, count / 4);
      }
      await show(place.page, STATES.cells);
    };
    await edit(200); // all parts of the page are there
    await edit(200);
    const before = await measure();
    await edit(EDITS);
    const after = await measure();
    assert.ok(
      after.listeners <= before.listeners + 20,
      `${before.listeners} to ${after.listeners} listeners`,
    );
    assert.ok(after.nodes <= before.nodes * 1.2 + 200, `${before.nodes} to ${after.nodes} nodes`);
    assert.ok(after.heap <= before.heap + 4e6, `${before.heap} to ${after.heap} bytes`);
  });

  for (const name of /** @type {const} */ (['cells', 'large']))
    it(`lays out at most ${MOST_LAYOUTS} times for a key: ${name}`, async () => {
      await show(place.page, STATES[name]);
      await field(place.page, 's').focus();
      const client = await place.page.context().newCDPSession(place.page);
      await client.send('Performance.enable');
      const count = async () =>
        (await client.send('Performance.getMetrics')).metrics.find((each) => each.name === 'LayoutCount')
          ?.value ?? Number.NaN;
      const layouts = [];
      for (const key of ['End', 'Backspace', '1', ',', '2', 'Backspace', 'Backspace', '0', '0']) {
        const before = await count();
        await place.page.keyboard.press(key);
        await place.page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
        );
        layouts.push((await count()) - before);
      }
      console.log(`# ${name}: ${layouts.join(' ')} layouts`);
      assert.ok(
        layouts.some((each) => each > 0) && layouts.every((each) => each <= MOST_LAYOUTS),
        layouts.join(),
      );
    });

  it('dims what is stale while many outputs are planned, and can be stopped', async () => {
    await show(place.page, 'op=Split&dims=1000000&axis=0&num_outputs=2');
    await field(place.page, 'num_outputs').fill('500000');
    const stage = place.page.locator('#stage');
    await place.page.locator('#stage[aria-busy=true]').waitFor();
    const isDim = await stage
      .locator('.view')
      .first()
      .evaluate((view) => Number(getComputedStyle(view).opacity) < 1);
    assert.ok(isDim);
    await place.page.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await stage.getAttribute('aria-busy'), 'false');
    assert.match((await place.page.locator('#says').textContent()) ?? '', /Cancelled/);
    await field(place.page, 'num_outputs').fill('5000');
    await place.page.locator('.rest').filter({ hasText: '4,988 more' }).waitFor();
  });
});
