// Files of other programs, opened and cut through `microtome/source`: each tensor, whole and in part, is what its writer says.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as microtome from 'microtome';
import { open, slice } from 'microtome/source';
import { classOf } from '../../../../docs/rules/elements.js';
import { inRoot } from '../../../../tools/common/paths.js';
import { FILES, HELD } from '../../../support/format_files.js';

/** @import { Held } from '../../../support/format_files.js' */

/** The tensor that the writer says. @param {NonNullable<Held>} held @returns {any} */
function tensorOf({ type, dims, data }) {
  const bytes = Uint8Array.from(Buffer.from(data, 'base64'));
  return { type, dims, data: new (classOf(type))(bytes.buffer) };
}

/** Packed types are sliced by OpenVINO's operator alone. @param {any} tensor @param {string} spec */
function sliceOf(tensor, spec) {
  try {
    return microtome.slice(tensor, spec);
  } catch {
    const parts = microtome.variadicSplit(tensor, 0, [1, tensor.dims[0] - 1]);
    return spec === '...' ? tensor : parts[1];
  }
}

/** Files that need others, and these. */
const BESIDE = Object.keys(FILES).filter((name) => /^(outside|weights|model|split|halves)\b/.test(name));

describe('files of other programs', () => {
  const folder = inRoot('build/formats');
  before(async () => {
    await microtome.init();
    mkdirSync(folder, { recursive: true });
    for (const name of BESIDE) writeFileSync(join(folder, name), FILES[name]);
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, held] of Object.entries(HELD)) {
    it(name, async () => {
      const source = await open(BESIDE.includes(name) ? pathToFileURL(join(folder, name)) : FILES[name]);
      assert.deepEqual([...source.names].sort(), Object.keys(held).sort());
      for (const [key, expected] of Object.entries(held)) {
        if (expected === null) {
          assert.throws(() => source.tensor(key), { name: 'MicrotomeError', code: 'bad_type' });
          continue;
        }
        const stored = source.tensor(key);
        const whole = tensorOf(expected);
        const found = await slice(stored, '...');
        assert.deepEqual(asBits(found), asBits(whole), key);
        if (expected.dims.length === 0 || expected.dims[0] < 2) continue;
        assert.deepEqual(asBits(await slice(stored, '1:')), asBits(sliceOf(whole, '1:')), key);
      }
      await source.close();
    });
  }

  it('with data elsewhere: from bytes, only tensors that are in them can be cut', async () => {
    const source = await open(FILES['outside.onnx']);
    assert.deepEqual([...source.names], Object.keys(HELD['outside.onnx']));
    assert.throws(() => source.tensor('int8'), { name: 'MicrotomeError', code: 'source_failed' });
  });

  it('are no text, whatever it begins with', async () => {
    for (const [text, begins] of [
      ['\n<!DOCTYPE html>\n<html><head><title>404', "a web page that begins with '<!DOCTYPE html> <html>"],
      ['Bad Gateway', "text that begins with 'Bad Gateway'"],
      ['\ufeff{"error": "é"}', 'text that begins with \'{"error": "é"}\''],
      ['version https://git-lfs.github.com/spec/v1\n', 'a pointer of Git LFS'],
      ['\x9b31m\x7f', "text that begins with '\\\\u{9b}31m\\\\u{7f}'"], // no terminal obeys them
      [`\b${'é'.repeat(300)}`, undefined], // a control character, which a model may begin with
    ]) {
      const message = begins === undefined ? /onnx: / : new RegExp(begins.replace(/[{}/]/g, '\\$&'));
      await assert.rejects(open(Buffer.from(text ?? '')), { code: 'bad_format', message });
    }
  });

  it('with data outside of their folder are refused', async () => {
    for (const location of ['../seed.bin', '/etc/passwd', 'a/../../bin']) {
      const bytes = Buffer.from(FILES['outside.onnx']);
      assert.equal(location.length, 'weights.bin'.length); // lengths in the message stay right
      const text = Buffer.from(bytes.toString('latin1').replaceAll('weights.bin', location), 'latin1');
      const file = join(folder, 'hostile.onnx');
      writeFileSync(file, text);
      await assert.rejects(
        open(pathToFileURL(file)),
        { name: 'MicrotomeError', code: 'bad_format' },
        location,
      );
    }
  });
});

/** What is compared: NaNs by their bits. @param {{ type: string, dims: readonly number[], data: any }} tensor */
const asBits = ({ type, dims, data }) => ({
  type,
  dims: [...dims],
  bytes: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('hex'),
});
