// The sound panel: channels, reversal and windows are right to the sample, as they are saved; for the page's own sound and
// for files.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { writeWav } from '../../../web/playground/media/files/write.ts';
import { synthesize } from '../../../web/playground/media/sound/synthesize.ts';
import { saved, tensorIn, useMedia } from '../media_page.js';

/** @import { Page } from 'playwright-core' */

/** Samples of a .wav file that holds floats behind a header of 58 bytes. @param {Uint8Array} bytes */
function readWav(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  assert.equal(view.getUint16(20, true), 3);
  const samples = new Float32Array(bytes.slice(58).buffer);
  return { channels: view.getUint16(22, true), rate: view.getUint32(24, true), samples };
}

/** @param {Parameters<typeof writeWav>} sound */
const wavOf = async (...sound) => Buffer.from(await writeWav(...sound).arrayBuffer());

/** @param {readonly Float32Array[]} channels */
const interleave = (channels) =>
  Float32Array.from({ length: channels[0].length * channels.length }, (_, i) => {
    return channels[i % channels.length][Math.floor(i / channels.length)];
  });

/** Samples between -1 and 1 that a copy of the wrong ones does not equal. @param {number} count @param {number} seed */
const noise = (count, seed) =>
  Float32Array.from({ length: count }, (_, i) => (((i + seed) * 2_654_435_761) % 65_536) / 32_768 - 1);

describe('the sound panel', () => {
  const place = useMedia('sound');
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  /** Types and waits until that has been cut. @param {string} selector @param {string} text @param {string} shape of the windows */
  async function fill(selector, text, shape) {
    await page.locator(selector).fill(text);
    await page.locator('.sound-windows .size').filter({ hasText: shape }).waitFor();
  }

  it('takes channels apart', async () => {
    const { channels, rate } = synthesize();
    for (const [i, name] of ['left', 'right'].entries()) {
      const file = await saved(page, `Save ${name} as WAV`);
      assert.equal(file.name, `${name}.wav`);
      assert.deepEqual(readWav(file.bytes), { channels: 1, rate, samples: channels[i] });
    }
  });

  it('reverses', async () => {
    const { channels, rate } = synthesize();
    const samples = interleave(channels.map((channel) => channel.slice().reverse()));
    const { bytes } = await saved(page, 'Save reversed as WAV');
    assert.deepEqual(readWav(bytes), { channels: 2, rate, samples });
  });

  it('makes windows of what is chosen', async () => {
    await fill('#sound-window', '1000', '[117, 1000, 2]');
    await fill('#sound-hop', '300', '[797, 1000, 2]');
    await fill('#sound-slice', '5000:9000:2', '[4, 1000, 2]');
    const all = interleave(synthesize().channels);
    const { bytes } = await saved(page, 'Save windows as .npy');
    const tensor = await tensorIn(bytes);
    assert.deepEqual([tensor.type, tensor.dims], ['float32', [4, 1000, 2]]);
    for (let i = 0; i < 8000; ++i) {
      const [window, sample, channel] = [Math.floor(i / 2000), Math.floor((i % 2000) / 2), i % 2];
      const from = 5000 + 2 * (300 * window + sample);
      if (tensor.data[i] !== all[2 * from + channel]) assert.fail(`sample ${i}`);
    }
    assert.equal(await page.locator('.windows .waveform').count(), 4);
  });

  it('opens files of any channels and rate, sample by sample', async () => {
    for (const [count, rate] of [
      [1, 44_100],
      [2, 22_050],
      [3, 48_000],
    ]) {
      const channels = Array.from({ length: count }, (_, c) => noise(3000, 7 * c));
      const buffer = await wavOf(interleave(channels), { channels: count, rate });
      await page.locator('#sound-file').setInputFiles({ name: 'noise.wav', mimeType: 'audio/wav', buffer });
      await page.getByText(`float32 [3000, ${count}]`).waitFor();
      await page
        .locator('.sound-reversed .size')
        .filter({ hasText: `[3000, ${count}]` })
        .waitFor();
      assert.equal(await page.locator('.sound-channels figure').count(), count);
      for (const [i, samples] of channels.entries()) {
        const name = count === 2 ? ['left', 'right'][i] : `channel ${i}`;
        const { bytes } = await saved(page, `Save ${name} as WAV`);
        assert.deepEqual(readWav(bytes), { channels: 1, rate, samples });
      }
    }
  });

  it('says what it cannot read or cut', async () => {
    const buffer = Buffer.from('no\0sound');
    await page.locator('#sound-file').setInputFiles({ name: 'a.mp3', mimeType: 'audio/mpeg', buffer });
    await page.getByText('The browser cannot read this file as a sound.').waitFor();
    await page.locator('#sound-slice').fill('7');
    const message = '[3] is not a sound: select samples and channels.';
    assert.equal(await page.locator('#sound-slice-error').textContent(), message);
    assert.equal(await page.locator('#panel-sound .job.stale').count(), 3);
    await fill('#sound-slice', '0:1000', '[1, 1000, 3]');
    assert.equal(await page.locator('#panel-sound .job.stale').count(), 0);
  });

  it('plays, one at a time, until it is stopped', async () => {
    await page.getByRole('button', { name: 'Two strings' }).click();
    await page.getByText('float32 [240000, 2]').waitFor();
    await page.locator('.sound-reversed .size').filter({ hasText: '[240000, 2]' }).waitFor();
    await page.getByRole('button', { name: 'Play left' }).click();
    await page.getByRole('button', { name: 'Stop left' }).waitFor();
    await page.getByRole('button', { name: 'Play right' }).click();
    const stop = page.getByRole('button', { name: 'Stop right' });
    await stop.waitFor();
    assert.equal(await page.getByRole('button', { name: 'Play left' }).textContent(), 'Play');
    await stop.click();
    await page.getByRole('button', { name: 'Play right' }).waitFor();
  });

  it('draws what it holds', async () => {
    await fill('#sound-slice', ':', '[797, 1000, 2]');
    const path = await page.locator('.sound-channels path').first().getAttribute('d');
    const points = [...(path ?? '').matchAll(/(\S+) (-?\S+?)(?=[LZ])/g)].map(([, x, y]) => [
      Number(x.replace('M', '')),
      Number(y),
    ]);
    assert.equal(points.length, 1600);
    const [left] = synthesize().channels;
    const first = left.subarray(0, 300);
    assert.equal(points[0][1], Number((-100 * Math.max(...first)).toFixed(1)));
    assert.equal(points[1599][1], Number((-100 * Math.min(...first)).toFixed(1)));
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));
});
