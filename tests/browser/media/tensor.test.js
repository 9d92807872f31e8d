// The file panel: .npy files as NumPy writes them and TensorProto files of several types are cut and saved element by element, and
// files that cannot be read are explained in a sentence. tests/node/page/media_tensor_proto.test.js cuts every type.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { decode, encode, iota } from '../../../docs/rules/elements.js';
import { inRoot } from '../../../tools/common/paths.js';
import { writeTensorProto } from '../../../web/playground/media/files/write.ts';
import { about, saved, tensorIn, useMedia } from '../media_page.js';

/** @import { Page } from 'playwright-core' */

/** A type that .npy has, and one that it has not. */
const TYPES = /** @type {const} */ (['complex64', 'i4']);
const NOT_NPY = ['i4'];
/** @type {Record<string, string>} in base64 */
const NUMPY = JSON.parse(readFileSync(inRoot('tests/support/fixtures/npy.json'), 'utf8'));
/** Files of NumPy's that hold [2, 3] of a type. */
const GOOD = [['f8', 'float64'], ['i8', 'int64'], ['f2', 'float16'], ['u4', 'uint32'], ['f4', 'float32']]; // biome-ignore format: a table
/** What each slice of [3, 5] takes. @type {Record<string, { dims: number[], places: number[] }>} */
const SLICES = {
  '::-1, 1:5:2': { dims: [3, 2], places: [11, 13, 6, 8, 1, 3] },
  '1, 2': { dims: [], places: [7] },
};

describe('the file panel', () => {
  const place = useMedia('tensor');
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  /** @param {string} name @param {Uint8Array} bytes */
  async function open(name, bytes) {
    await page.locator('#tensor-file').setInputFiles({ name, mimeType: '', buffer: Buffer.from(bytes) });
  }

  /** Waits until the slice has these dims. @param {string} spec @param {string} type @param {readonly number[]} dims */
  async function cut(spec, type, dims) {
    await page.locator('#tensor-slice').fill(spec);
    const code = `slice(tensor, '${spec}')`;
    await page.locator('#panel-tensor .job:not(.stale) .call').filter({ hasText: code }).waitFor();
    assert.equal(
      await page.locator('#panel-tensor .job figcaption .size').textContent(),
      `${type} [${dims.join(', ')}]`,
    );
  }

  for (const type of TYPES) {
    it(`cuts ${type}`, async () => {
      const data = iota(type, 15);
      await open(`${type}.pb`, writeTensorProto({ type, dims: [3, 5], data, name: type }));
      await about(page)
        .filter({ hasText: `15 of ${type}` })
        .waitFor();
      const whole = decode(type, data, 15);
      for (const [spec, { dims, places }] of Object.entries(SLICES)) {
        await cut(spec, type, dims);
        const right = encode(
          type,
          places.map((place) => whole[place]),
        );
        const pb = await tensorIn((await saved(page, 'Save slice as .pb')).bytes);
        assert.deepEqual([pb.type, [...pb.dims], pb.data], [type, dims, right], `${type}[${spec}]`);
        const npy = page.getByRole('button', { name: 'Save slice as .npy' });
        assert.equal(await npy.isDisabled(), NOT_NPY.includes(type));
        if (NOT_NPY.includes(type)) continue;
        const tensor = await tensorIn((await saved(page, 'Save slice as .npy')).bytes);
        assert.deepEqual(
          [[...tensor.dims], Array.from(tensor.data)],
          [dims, Array.from(right)],
          `${type}[${spec}]`,
        );
      }
    });
  }

  it('shows headers and elements of what NumPy wrote', async () => {
    /** @type {[string, string, string[]][]} */
    const files = [
      ['fortran', 'Fortran order: a strided input, not copied', ['-2', '-1', '0', '1', '2', '3']],
      ['>i4', 'big-endian, swapped when it is read', ['-2', '-1', '0', '1', '2', '3']],
      ['c8', '6 of complex64', ['-2 + 0i', '-1 − 0.5i', '0 − 1i', '1 − 1.5i', '2 − 2i', '3 − 2.5i']],
      ['bool', '6 of bool', ['true', 'false', 'true', 'false', 'true', 'false']],
    ];
    for (const [name, fact, cells] of files) {
      await open(`${name.replace(/\W/g, '_')}.npy`, Buffer.from(NUMPY[name], 'base64'));
      await about(page).filter({ hasText: fact }).waitFor();
      if (name === 'fortran') cells.splice(0, 6, '0', '1', '2', '3', '4', '5');
      await cut('...', await typeOf(page), [2, 3]);
      assert.deepEqual(await page.locator('.job .preview td').allTextContents(), cells, name);
      await cut('::-1, 1', await typeOf(page), [2]);
      assert.deepEqual(await page.locator('.job .preview td').allTextContents(), [cells[4], cells[1]]);
    }
  });

  it('says what is wrong with a file, in one sentence, and opens the next', async () => {
    const good = Buffer.from(NUMPY.f4, 'base64');
    /** @type {[string, Uint8Array, RegExp][]} */
    const bad = [
        ['cut.npy', good.subarray(0, 130), /^npy: float32 \[2, 3\] needs 24 bytes, but the file has 2 there \(at byte 128\)\.$/],
        ['objects.npy', Buffer.from(NUMPY.object, 'base64'), /^npy: the tensor is of type \|O, which cannot be cut\.$/],
        ['empty.pb', Buffer.alloc(0), /^The file is empty\.$/],
        ['text.pb', Buffer.from('hello, world'), /^This is text: drop it on the view Cells/],
        ['cut.pb', writeTensorProto({ type: 'float32', dims: [4], data: new Float32Array(4) }).slice(0, 12), /^onnx: .+ \(at byte \d+\)\.$/],
      ]; // biome-ignore format: a table
    for (const [i, [name, bytes, message]] of bad.entries()) {
      await open(name, bytes);
      await page.locator('#tensor-file-error:not(:empty)').waitFor();
      const said = (await page.locator('#tensor-file-error').textContent()) ?? '';
      assert.match(said.replace(/ \S+ is still open\.$/, ''), message, name);
      const [file, type] = GOOD[i];
      await open('good.npy', Buffer.from(NUMPY[file], 'base64'));
      await page
        .locator('#panel-tensor .job figcaption .size')
        .filter({ hasText: `${type} [2, 3]` })
        .waitFor();
      assert.equal(await page.locator('#tensor-file-error').textContent(), '');
    }
  });

  it('says what is wrong with a slice, and keeps the last good one', async () => {
    await cut('1', 'float32', [3]);
    await page.locator('#tensor-slice').fill('5');
    await page.locator('#tensor-slice-error:not(:empty)').waitFor();
    const message = await page.locator('#tensor-slice-error').textContent();
    assert.equal(message, 'index 5 is outside axis 0, whose indices are -2 to 1');
    assert.equal(await page.locator('#panel-tensor .job.stale').count(), 1);
    await cut('0', 'float32', [3]);
    assert.equal(await page.locator('#panel-tensor .job.stale').count(), 0);
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));
});

/** The type that the file's facts name. @param {Page} page */
async function typeOf(page) {
  return /^\d+ of (\w+)/.exec((await about(page).textContent()) ?? '')?.[1] ?? '';
}
