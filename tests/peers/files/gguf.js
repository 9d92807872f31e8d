// GGUF files that the tests' oracle writes by the format's text, read by @huggingface/gguf: what both say of a file is the same, and it is
// what this library says.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { missed } from '../../../tools/common/failure.js';
import { installGroup, load } from '../../../tools/common/packages.js';
import { open } from '../../../web/dist/source.js';
import { makeFolder } from '../../node/command/run.js';
import { QUANTIZED } from '../../support/ggml.js';
import { ggufOf, ggufText, u32, u64 } from '../../support/handmade.js';

const [U32, STRING, LIST, U64] = [4, 8, 9, 10];

/** A model with a tensor of each quantized type, and metadata of several types. */
function model() {
  let end = 0;
  const tensors = Object.entries(QUANTIZED).map(([name, { code, elements, bytes }]) => {
    const offset = end;
    end += Math.ceil((6 * bytes) / 32) * 32;
    return { name, dims: [2 * elements, 3], type: code, offset };
  });
  const words = Buffer.concat([u32(STRING), u64(2), ggufText('größer'), ggufText('')]);
  /** @type {any} */
  const metadata = [
    ['general.architecture', STRING, ggufText('test')],
    ['test.count', U32, u32(7)],
    ['test.large', U64, u64(2n ** 40n)],
    ['test.words', LIST, words],
  ];
  return { tensors, file: ggufOf({ metadata, tensors, data: end }) };
}

/** Gives how many tensors were compared. */
export async function compareGguf() {
  await installGroup('tests/peers');
  const peer = /** @type {any} */ (await load('tests/peers', '@huggingface/gguf'));
  if (peer === undefined) {
    missed('GGUF files were not read by @huggingface/gguf', 'npm could not install it');
    return 0;
  }
  const folder = makeFolder();
  try {
    const { tensors, file } = model();
    const path = folder.file('model.gguf');
    writeFileSync(path, file);
    const found = await peer.gguf(path, { allowLocalFile: true });
    const source = await open(new Uint8Array(file));
    assert.deepEqual(Number(found.tensorInfos.length), tensors.length);
    for (const [i, { name, dims, type, offset }] of tensors.entries()) {
      const { shape, dtype, ...info } = found.tensorInfos[i];
      assert.deepEqual(
        [info.name, shape.map(Number), dtype, Number(info.offset)],
        [name, dims, type, offset],
      );
      const decoded = source.tensor(name, { decode: true });
      assert.deepEqual([...decoded.dims].reverse(), dims);
      assert.equal(decoded.storedType, peer.GGMLQuantizationType[dtype]);
      assert.equal(decoded.place?.at, Number(found.tensorDataOffset) + offset);
    }
    for (const [key, value] of source.metadata) {
      const other = found.metadata[key];
      assert.deepEqual(typeof other === 'bigint' ? Number(other) : other, value, key);
    }
    assert.equal(source.metadata.size, 4);
    return tensors.length;
  } finally {
    folder.remove();
  }
}
