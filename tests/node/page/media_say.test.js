// The playground's small pure parts: how times and numbers are said, and .wav files.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { rateOfWav, writeWav } from '../../../web/playground/media/files/write.ts';
import { sayBytes, sayTime } from '../../../web/playground/say.ts';

describe('numbers', () => {
  it('says times and sizes', () => {
    assert.deepEqual([2345, 12.345, 1, 0.4567, 0.0001].map(sayTime), [
      '2.35 s',
      '12.3 ms',
      '1.00 ms',
      '457 µs',
      '< 1 µs',
    ]);
    assert.deepEqual([0, 1, 1023, 1024, 1536, 5e9, 8e12].map(sayBytes), [
      '0 bytes',
      '1 byte',
      '1,023 bytes',
      '1 KiB',
      '1.5 KiB',
      '4.66 GiB',
      '7.28 TiB',
    ]);
  });
});

describe('.wav files', () => {
  const samples = Float32Array.of(0, 0.5, -1, 1e-30, 0.1, -0.25);
  /** @type {Uint8Array<ArrayBuffer>} */ let file;
  /** @type {DataView} */ let view;

  before(async () => {
    file = new Uint8Array(await writeWav(samples, { channels: 2, rate: 44_100 }).arrayBuffer());
    view = new DataView(file.buffer);
  });

  it('hold every sample as it is', () => {
    assert.equal(
      Buffer.from(file.subarray(0, 16))
        .toString('latin1')
        .replace(/[^A-Za-z ]/g, '.')
        .slice(8),
      'WAVEfmt ',
    );
    assert.deepEqual([view.getUint32(4, true), file.length], [file.length - 8, 58 + 24]);
    assert.deepEqual(
      [20, 22, 32, 34].map((at) => view.getUint16(at, true)),
      [3, 2, 8, 32],
    );
    assert.deepEqual(
      [24, 28, 46, 54].map((at) => view.getUint32(at, true)),
      [44_100, 352_800, 3, 24],
    );
    assert.deepEqual(new Float32Array(file.slice(58).buffer), samples);
  });

  it('say their rate', () => {
    assert.equal(rateOfWav(file.buffer), 44_100);
    assert.equal(rateOfWav(file.buffer.slice(0, 20)), null);
    assert.equal(rateOfWav(Uint8Array.from(Buffer.from('OggS')).buffer), null);
  });
});
