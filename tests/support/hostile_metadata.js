// Files with metadata of 100 MB, which are made as they are read, so that they take no memory. As a program, opens one and prints how
// that ends, and what it took.
import { fileURLToPath } from 'node:url';

/** Bytes of the metadata: the format of safetensors allows 100 MB with the rest of its header. */
const SIZE = 99_900_000;

/** Zeros after it. */
const MORE = 64;

const u32 = (/** @type {number} */ value) => Buffer.from(Uint32Array.of(value).buffer);
const u64 = (/** @type {number} */ value) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
const numbered = (/** @type {number} */ i) => `${i}`.padStart(8, '0');
/** @param {number} count of keys @param {...Buffer} rest */
const gguf = (count, ...rest) => Buffer.concat([Buffer.from('GGUF'), u32(3), u64(0), u64(count), ...rest]);
const KEY = Buffer.concat([u64(1), Buffer.from('a')]);
const [STRING, LIST] = [8, 9];

/** What comes first, all that is repeated, and what comes last. @type {Record<string, { head: Buffer, each: (i: number) => Buffer, tail?: Buffer }>} */
const FILES = {
  'safetensors: one text': { head: Buffer.from('{"__metadata__":{"a":"'), each: () => Buffer.from('x'), tail: Buffer.from('"}}') },
  'safetensors: many keys': { head: Buffer.from('{"__metadata__":{'), each: (i) => Buffer.from(`"${numbered(i)}":"",`), tail: Buffer.from('"":""}}') },
  'gguf: one text': { head: gguf(1, KEY, u32(STRING), u64(SIZE)), each: () => Buffer.from('x') },
  'gguf: many keys': { head: gguf(10 ** 7), each: (i) => Buffer.concat([u64(8), Buffer.from(numbered(i)), u32(0), Buffer.of(1)]) },
  'gguf: a list of bytes': { head: gguf(1, KEY, u32(LIST), u32(0), u64(SIZE)), each: () => Buffer.of(7) },
  'gguf: a list of texts': { head: gguf(1, KEY, u32(LIST), u32(STRING), u64(SIZE / 8)), each: () => Buffer.alloc(8) },
  'onnx: many keys': { head: Buffer.of(8, 8), each: (i) => Buffer.concat([Buffer.of(0x72, 12, 0x0a, 8), Buffer.from(numbered(i)), Buffer.of(0x12, 0)]) },
}; // biome-ignore format: a table

/** A file that `open` takes, and how many bytes were read of it. @param {string} name */
export function hostileMetadata(name) {
  const { head: first, each, tail = Buffer.alloc(0) } = FILES[name];
  const width = each(0).length;
  const body = Math.floor(SIZE / width) * width;
  const isSafetensors = name.startsWith('safetensors');
  const head = isSafetensors ? Buffer.concat([u64(first.length + body + tail.length), first]) : first;
  const isSame = each(0).equals(each(1));
  const state = { size: head.length + body + tail.length + (isSafetensors ? 0 : MORE), bytes: 0 };
  /** @param {number} at @param {number} length */
  const read = (at, length) => {
    state.bytes += length;
    const into = new Uint8Array(length); // zeros after the end
    into.set(head.subarray(at, at + length));
    const [from, to] = [Math.max(at, head.length), Math.min(at + length, head.length + body)];
    if (isSame && from < to) into.fill(each(0)[0], from - at, to - at);
    else
      for (let byte = from; byte < to; ) {
        const record = each(Math.floor((byte - head.length) / width));
        const part = record.subarray((byte - head.length) % width).subarray(0, to - byte);
        into.set(part, byte - at);
        byte += part.length;
      }
    const last = head.length + body;
    const begin = Math.max(at, last);
    if (begin < at + length) into.set(tail.subarray(begin - last, at + length - last), begin - at);
    return into;
  };
  return Object.assign(state, { read });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { init } = await import('microtome');
  const { open } = await import('microtome/source');
  await init();
  const file = hostileMetadata(process.argv[2]);
  const { size, read } = file;
  const told = await open({ size, read }).then(
    ({ metadata }) => {
      const value = /** @type {any} */ (metadata.get('a'));
      return {
        value: typeof value === 'string' ? `text of ${value.length}` : `${value.length} of ${value.of}`,
      };
    },
    ({ code, message }) => ({ code: code ?? message }),
  );
  process.stdout.write(
    JSON.stringify({ ...told, read: file.bytes, rss: process.resourceUsage().maxRSS * 1024 }),
  );
}
