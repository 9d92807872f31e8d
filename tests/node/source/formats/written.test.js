// Files that NumPy, safetensors, onnx and gguf have written: each reader finds every tensor, with the type, dims and elements that
// were written, however few bytes come with the file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inRoot } from '../../../../tools/common/paths.js';
import { FORMATS as ALL } from '../../../../web/lib/source/formats/known.ts';
import { checkFile, FILES, filesNamed } from '../../../support/format_files.js';
import { fileOf, formatNamed, reported } from '../../../support/stored.js';

const FORMATS = ALL.map(reported);

/** Files of each format. @type {Record<string, RegExp>} */
const ENDINGS = {
  npy: /\.npy$/,
  npz: /\.npz$/,
  safetensors: /\.safetensors(\.index\.json)?$/,
  gguf: /\.gguf$/,
  onnx: /\.(onnx|pb)$/,
};

for (const format of FORMATS) {
  describe(`${format.name}, as others write it`, () => {
    const names = filesNamed(ENDINGS[format.name]);
    it('is there', () => assert.ok(names.length >= 2));
    for (const name of names) it(name, () => checkFile(format, name));

    it('is known by its first bytes, and no other format takes it', () => {
      for (const name of names.filter((each) => !each.endsWith('.json')))
        assert.equal(
          FORMATS.find(({ matches }) => matches(FILES[name].slice(0, 2 ** 16))),
          format,
          name,
        );
    });

    it('is refused where it is another, or nothing', async () => {
      for (const bytes of [
        new Uint8Array(0),
        new Uint8Array(3),
        new Uint8Array(100),
        Buffer.from('PK: a text'),
      ]) {
        assert.equal(format.matches(bytes), false);
        await assert.rejects(
          format.read(fileOf(bytes)),
          (/** @type {any} */ { code }) => code === 'bad_format',
        );
      }
    });
  });
}

describe('npy, as NumPy 1.24 writes it', () => {
  /** @type {Record<string, string>} in base64, made by fixtures/npy.py */
  const files = JSON.parse(readFileSync(inRoot('tests/support/fixtures/npy.json'), 'utf8'));
  const refused = ['object'];
  for (const [name, text] of Object.entries(files)) {
    it(`${name}${refused.includes(name) ? ' is refused' : ''}`, async () => {
      const [entry] = await formatNamed('npy').read(fileOf(Buffer.from(text, 'base64')));
      assert.equal(entry.refused?.code, refused.includes(name) ? 'bad_type' : undefined);
    });
  }
});
