// Files that this library, its command and the tests write, read by others: .gguf files by @huggingface/gguf, .npy and .npz files by NumPy, .safetensors files by a reader in
// Python that follows their document. `npm test -- peers files`; tools/test/suite.js builds the module first.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { bytesOf, noise } from '../../../docs/rules/elements.js';
import { missed, runTool } from '../../../tools/common/failure.js';
import { findNumpy, startPython } from '../../../tools/common/numpy.js';
import { inRoot } from '../../../tools/common/paths.js';
import { init, slice } from '../../../web/dist/index.js';
import { toBytes } from '../../../web/dist/source.js';
import { makeFolder } from '../../node/command/run.js';
import { compareGguf } from './gguf.js';

/** How NumPy and safetensors call our types. @type {Record<string, [npy: string, safetensors?: string]>} */
const TYPES = {
  bool: ['|b1', 'BOOL'], int8: ['|i1', 'I8'], uint8: ['|u1', 'U8'], int16: ['<i2', 'I16'], uint16: ['<u2', 'U16'],
  int32: ['<i4', 'I32'], uint32: ['<u4', 'U32'], int64: ['<i8', 'I64'], uint64: ['<u8', 'U64'], float16: ['<f2', 'F16'],
  float32: ['<f4', 'F32'], float64: ['<f8', 'F64'], complex64: ['<c8', 'C64'], complex128: ['<c16'],
  bfloat16: ['|V2', 'BF16'], f8e4m3: ['|V1', 'F8_E4M3'], f8e8m0: ['|V1', 'F8_E8M0'],
}; // biome-ignore format: a table

/** What the command cuts out of `in.safetensors`, and the file that it writes. */
const CUTS = [
  ['1:4, ::-1', 'o.npy'],
  ['1:4, ::-1', 'o.npz'],
  [':, 2', 'o.safetensors'],
];

await runTool(async () => {
  await init();
  const compared = await compareGguf();
  if (compared > 0) console.log(`@huggingface/gguf has read ${compared} tensors as they were written.`);
  const numpy = await findNumpy();
  if (numpy === undefined) {
    missed('files were not read by others', 'NumPy is not here; npm test -- peers says why');
    return 0;
  }
  const folder = makeFolder();
  const python = startPython(numpy, inRoot('tests/peers/files/numpy_files.py'));
  let count = 0;
  /** @param {string} file @param {any} tensor @param {string} name @param {boolean} [isFortran] */
  const check = async (file, { type, dims, data }, name, isFortran = false) => {
    const [npy, other] = TYPES[type];
    const { data: found, ...rest } = await python.ask({ path: folder.file(file) });
    const expected = { name, type: file.endsWith('.safetensors') ? other : npy, dims: [...dims], isFortran };
    assert.deepEqual(rest, expected, file);
    assert.deepEqual(Buffer.from(found, 'base64'), Buffer.from(bytesOf(data)), `${file} of ${type}`);
    count += 1;
  };
  try {
    for (const [type, [, inSafetensors]] of Object.entries(TYPES)) {
      const x = /** @type {any} */ ({ type, dims: [6, 4], data: noise(type, 24) });
      writeFileSync(folder.file('in.npy'), toBytes(x));
      await check('in.npy', x, '');
      if (!inSafetensors) continue;
      writeFileSync(folder.file('in.safetensors'), toBytes(x, { format: 'safetensors', name: 'w' }));
      await check('in.safetensors', x, 'w');
      for (const [spec, out] of CUTS) {
        await folder.done('cut', 'in.safetensors', spec, '-o', out);
        const of = /** @type {any} */ ({ ...x, ...(type.startsWith('f8') && { type: 'uint8' }) });
        const { dims, data } = /** @type {any} */ (slice(of, spec));
        await check(out, { type, dims, data }, out === 'o.npy' ? '' : 'w');
      }
      await folder.done('join', '--axis', '0', 'twice.npy', 'in.npy', 'in.npy');
      await check('twice.npy', { type, dims: [12, 4], data: twice(x.data) }, '');
    }
    const x = /** @type {any} */ ({ type: 'int32', dims: [6, 4], data: noise('int32', 24) });
    writeFileSync(folder.file('in.raw'), bytesOf(x.data));
    await folder.done('cut', 'in.raw', '--layout', 'int32[4, 6] order=F', ':', '-o', 'fortran.npy');
    const turned = Int32Array.from({ length: 24 }, (_, i) => x.data[(i % 6) * 4 + Math.floor(i / 6)]);
    await check('fortran.npy', { type: 'int32', dims: [4, 6], data: turned }, '', true);
  } finally {
    python.stop();
    folder.remove();
  }
  console.log(
    `NumPy ${numpy.version} and a reader of .safetensors have read ${count} files as they were written.`,
  );
  return 0;
});

/** @param {any} data */
function twice(data) {
  const both = new data.constructor(2 * data.length);
  both.set(data);
  both.set(data, data.length);
  return both;
}
