// Cuts files with `microtome/source`: every kind of file that this place has, and every format.
import { MicrotomeError } from '../../../web/dist/index.js';
import { open, save, slice } from '../../../web/dist/source.js';

/** @import { Held } from '../../support/format_files.js' */
/** @typedef {any} Any */

/**
 * Fixtures of `tests/support`, as a job carries them.
 * @typedef {object} Files
 * @property {string} text of fixtures/formats.json, a letter for each of its bytes. It is the file that is cut
 * @property {string} shown URL of a server that has it, and lets other origins read its headers
 * @property {string} hidden URL of one that does not let them
 * @property {string} formats URL of a server that has the files of `held`
 * @property {Record<string, Record<string, Held>>} held tensors in files that other programs wrote
 */

/** @typedef {Files & { bytes: Uint8Array<ArrayBuffer> }} Given */

/** More than `open` reads at first, and fewer bytes than the text has. */
const DIMS = [90, 1000];
const SPEC = '80:90, 1::3';
const TYPE = 'uint8';

const place = /** @type {Any} */ (globalThis);
const fileSystem = place.process?.getBuiltinModule?.('node:fs/promises');
const onDisk = fileSystem && new URL('../../support/fixtures/formats.json', import.meta.url);

/** What `open` takes; undefined if this place does not have it. @type {Record<string, (given: Given) => unknown>} */
const KINDS = {
  Uint8Array: ({ bytes }) => bytes,
  reader: ({ bytes }) => ({
    size: bytes.length,
    read: async (/** @type {number} */ at, /** @type {number} */ length) => bytes.slice(at, at + length),
  }),
  Blob: ({ bytes }) => place.Blob && new Blob([bytes]),
  File: ({ bytes }) => place.File && new File([bytes], 'data.bin'),
  URL: ({ shown }) => place.fetch && shown,
  'hidden headers': ({ hidden }) => place.fetch && new Request(hidden),
  FileSystemFileHandle: ({ bytes }) => place.navigator?.storage?.getDirectory && writePrivate(bytes),
  FileHandle: () => fileSystem?.open(onDisk),
  'file: URL': () => onDisk,
};

/** A file in the origin's private file system. @param {Uint8Array<ArrayBuffer>} bytes */
async function writePrivate(bytes) {
  const folder = await navigator.storage.getDirectory();
  /** @type {Any} */
  const handle = await folder.getFileHandle('microtome.bin', { create: true });
  const writer = await (handle.createWritable?.() ?? handle.createSyncAccessHandle());
  await writer.write(bytes);
  await writer.close();
  return handle;
}

/** What `open` needs of every host. */
const NEEDED = ['AbortController', 'TextDecoder'];

/**
 * @param {Files} files
 * @param {(name: string, f: () => Promise<boolean>) => Promise<void>} attempt notes what is thrown; `f` says whether it could be done
 */
export async function cutFiles(files, attempt) {
  const given = { ...files, bytes: Uint8Array.from(files.text, (letter) => letter.charCodeAt(0)) };
  const missing = NEEDED.find((name) => !(name in globalThis));
  if (missing !== undefined) return attempt('refusal', () => isRefused(given, missing));
  for (const [name, make] of Object.entries(KINDS)) {
    await attempt(name, async () => {
      const from = /** @type {Any} */ (await make(given));
      if (!from) return false;
      try {
        const source = await open(from, { layout: { type: TYPE, dims: DIMS } });
        const { dims, data } = await slice(source.tensor(), SPEC);
        await source.close();
        same([...dims, ...data], [10, 333, ...wantedOf(given.bytes)]);
      } finally {
        await from.close?.();
      }
      return true;
    });
  }
  await attempt('save', () => saveOne(given));
  await attempt('formats', () => readFormats(given));
}

/** @param {Given} given @param {string} missing */
async function isRefused({ bytes }, missing) {
  const error = await open(bytes, { layout: { type: TYPE, dims: DIMS } }).catch((error) => error);
  if (error instanceof MicrotomeError && error.code === 'unsupported_host' && error.message.includes(missing))
    return true;
  throw error;
}

/** What SPEC takes, by a loop. @param {Uint8Array} bytes */
function wantedOf(bytes) {
  const wanted = [];
  for (let row = 80; row < 90; ++row) {
    for (let column = 1; column < 1000; column += 3) wanted.push(bytes[row * 1000 + column]);
  }
  return wanted;
}

/** @param {Given} given */
async function saveOne({ bytes }) {
  if (!place.WritableStream) return false;
  const source = await open(bytes, { layout: { type: TYPE, dims: DIMS } });
  /** @type {number[]} */
  const saved = [];
  const into = new WritableStream({
    write(/** @type {Uint8Array} */ chunk) {
      saved.push(...chunk);
    },
  });
  await save(source.tensor(), SPEC, into, { format: 'raw' });
  same(saved, wantedOf(bytes));
  return true;
}

/** Every tensor of every file of NumPy, safetensors, onnx and gguf. @param {Given} given */
async function readFormats({ held, formats }) {
  if (!place.fetch) return false;
  for (const [name, tensors] of Object.entries(held)) {
    const source = await open(new URL(encodeURIComponent(name), formats));
    same([...source.names].sort(), Object.keys(tensors).sort());
    for (const [key, expected] of Object.entries(tensors)) {
      if (expected === null) {
        refuses(() => source.tensor(key));
        continue;
      }
      const { type, dims, data } = /** @type {Any} */ (await slice(source.tensor(key), '...'));
      const found = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      same(
        [name, key, type, dims, ...found],
        [name, key, expected.type, expected.dims, ...decode(expected.data)],
      );
    }
  }
  return true;
}

/** @param {string} base64 */
const decode = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** @param {unknown} found @param {unknown} wanted */
function same(found, wanted) {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (is !== should) throw new Error(`${is.slice(0, 80)} instead of ${should.slice(0, 80)}`);
}

/** @param {() => unknown} f */
function refuses(f) {
  try {
    f();
  } catch (error) {
    if (error instanceof MicrotomeError && error.code === 'bad_type') return;
    throw error;
  }
  throw new Error('a tensor of a type that is refused can be cut');
}
