// `microtome join`: joins parts at constant memory. Reading from the joined tensor reads from the parts.
import { setFlagsFromString } from 'node:v8';
import { readInteger } from './arguments.ts';
import { Failure, WrongUsage } from './failure.ts';
import { gather, type Order, type Piece, readStored, tensorOf } from './gather.ts';
import { STANDARD_INPUT } from './input.ts';
import { Inputs } from './inputs.ts';
import { bytesOf, type Library, loadLibrary, nameOf } from './library.ts';
import { writeTo } from './output.ts';
import { type Part, partOf } from './part.ts';
import { aheadOf, type Part as Opened, Parts } from './parts.ts';
import { Progress } from './progress.ts';
import { formatOf, save, textsOf, UNNAMED } from './saving.ts';
import { Turning } from './turning.ts';
import type { Values } from './types.ts';

/** V8 lets a heap grow to four times what is used, which takes more than a command may have if there are thousands of parts. */
const LEAN = '--heap-growing-percent=40';

export async function runJoin([out, ...files]: readonly string[], values: Values): Promise<void> {
  const { axis: text } = values;
  if (text === undefined ? partOf(out) : files.includes(out))
    throw new WrongUsage(`OUT comes first, and '${nameOf(out)}' is one of the parts`);
  if (files.indexOf(STANDARD_INPUT) !== files.lastIndexOf(STANDARD_INPUT))
    throw new WrongUsage('standard input can be only one of the parts');
  const format = formatOf(out);
  const axis = text === undefined ? undefined : readInteger('axis', text, 'an integer');
  const sorted = axis === undefined ? sortParts(files) : { axis, paths: files };
  setFlagsFromString(LEAN);
  const library = await loadLibrary();
  const inputs = new Inputs();
  const parts = new Parts(library, values, inputs);
  const turning = new Turning(library, out);
  const progress = new Progress();
  try {
    const opened = await parts.open(sorted.paths);
    const along = checkAlike(opened, sorted.axis);
    const [{ name, tensor }] = opened;
    const { type, dims } = tensor;
    const size = bitsOf(library, name, type) / 8;
    const order = orderOf(library, opened);
    const joined = dims.with(along, opened.reduce((sum, part) => sum + part.tensor.dims[along], 0)); // biome-ignore format: one
    // In Fortran order, all is as in C order along the reversed axes.
    const own = (list: readonly number[]) => (order === 'F' ? [...list].reverse() : list);
    const inner = order === 'F' ? dims.length - 1 - along : along;
    const rows = countOf(own(dims).slice(0, inner));
    const runs = opened.map(({ tensor }) => (rows === 0 ? 0 : countOf(own(tensor.dims).slice(inner)) * size));
    const bytes = rows * runs.reduce((sum, run) => sum + run, 0);
    const onprogress = (so: { bytes: number; total: number }) => progress.update(so);
    await writeTo(out, inputs, async (stream) => {
      const pieces: Piece[] = [];
      for (const [i, part] of opened.entries())
        pieces.push({
          run: runs[i],
          read: await readerOf(library, parts, part, order, size, opened.length, turning),
        });
      const layout = { type, dims: joined, order };
      let memory = new Uint8Array(0); // new memory for each range would take as long as the copies
      const whole = await tensorOf(library, layout, bytes, (low, high, signal) => {
        if (memory.length < high - low) memory = new Uint8Array(high - low);
        return gather(library, pieces, low, memory.subarray(0, high - low), signal);
      });
      const { descr } = tensor;
      const saved = { tensor: whole, spec: '...', name: tensor.name || UNNAMED[format], descr };
      await save(library, [saved], stream, out, format, { onprogress }, textsOf(parts.metadata));
    });
  } finally {
    progress.end();
    turning.close();
    await parts.close();
  }
}

const countOf = (dims: readonly number[]) => dims.reduce((a, b) => a * b, 1);

const ORDERS: readonly Order[] = ['C', 'F'];

/** Of tensors, which are the same of parts that are alike. */
const known = new WeakMap<Opened['tensor'], readonly Order[]>();

/** Orders in which a part's elements are side by side: both, if it has one axis. */
function ordersOf(library: Library, part: Opened): readonly Order[] {
  const orders = known.get(part.tensor) ?? findOrders(library, part);
  known.set(part.tensor, orders);
  return orders;
}

function findOrders(library: Library, { tensor, held }: Opened): readonly Order[] {
  const { type, dims, stride, byteStride } = tensor;
  const strideIn = (order: Order) =>
    dims.map((_, axis) => countOf(order === 'C' ? dims.slice(axis + 1) : dims.slice(0, axis)));
  const inElements = stride ?? byteStride?.map((bytes) => bytes / bytesOf(library, type, []));
  const own = (held ? undefined : inElements) ?? strideIn('C');
  return ORDERS.filter((order) => {
    const plain = strideIn(order);
    return dims.every((size, axis) => size === 1 || own[axis] === plain[axis]);
  });
}

/** The order of the joined file: that of all parts, or if they differ C. */
function orderOf(library: Library, parts: readonly Opened[]): Order {
  const have = (order: Order) => parts.every((part) => ordersOf(library, part).includes(order));
  return have('C') || !have('F') ? 'C' : 'F';
}

/** Reads one of `count` parts in an order: from its file, if that has it so. */
async function readerOf(
  library: Library,
  parts: Parts,
  part: Opened,
  order: Order,
  size: number,
  count: number,
  turning: Turning,
): Promise<Piece['read']> {
  const { file, held, tensor, start } = part;
  if (held) return (low, high) => held.subarray(low, high);
  const isPlain = ordersOf(library, part).includes(order);
  if (file && isPlain && tensor.endian === 'little') {
    const read = (low: number, into: Uint8Array) => parts.files.read(file, tensor.at + low, into);
    return readAhead(read, countOf(tensor.dims) * size, aheadOf(count), tensor.at, start);
  }
  if (!isPlain) return turning.add(await part.open(), '...', size, {});
  return async (low, high, _, signal) =>
    readStored(library, await part.open(), order, size, low, high, signal);
}

/**
 * Reads `total` bytes from front to back. Short ranges come from a window of so many bytes, so that a file is not opened for each of
 * them. `start`: the first bytes of the file, and `at` of them before these.
 */
function readAhead(
  read: (low: number, into: Uint8Array) => void,
  total: number,
  window: number,
  at: number,
  start: Uint8Array = new Uint8Array(0),
): Piece['read'] {
  let memory = start;
  let ahead = start.subarray(at);
  let from = 0;
  return (low, high, into) => {
    if (high - low >= window) {
      const bytes = into ?? Buffer.allocUnsafe(high - low);
      read(low, bytes);
      return bytes;
    }
    if (low < from || high > from + ahead.length) {
      if (memory.length < window) memory = new Uint8Array(window);
      ahead = memory.subarray(0, Math.min(window, total - low));
      read(low, ahead);
      from = low;
    }
    return ahead.subarray(low - from, high - from);
  };
}

/** The parts in their order, by what their names say. None may be missing. */
function sortParts(files: readonly string[]): { axis: number; paths: readonly string[] } {
  const paths: string[] = [];
  let first: Part | undefined;
  for (const path of files) {
    const name = nameOf(path);
    const part = partOf(name);
    if (part === undefined)
      throw new Failure(`${name} is not named as a part, such as half.axis0.03-of-16.npy; give --axis`);
    first ??= part;
    if (part.axis !== first.axis || part.n !== first.n || part.i >= part.n)
      throw new Failure(
        `${name} is not one of the ${first.n} parts along axis ${first.axis} as ${nameOf(files[0])} is`,
      );
    if (paths[part.i] !== undefined)
      throw new Failure(`${name} and ${nameOf(paths[part.i])} are the same part`);
    paths[part.i] = path;
  }
  const { axis, n } = first as Part;
  const missing = Array.from({ length: n }, (_, i) => i).filter((i) => paths[i] === undefined);
  if (missing.length > 0) {
    const some = missing.slice(0, 5).join(', ');
    const more = missing.length > 5 ? ` and ${missing.length - 5} more` : '';
    throw new Failure(`${missing.length} of ${n} parts are missing: ${some}${more}`);
  }
  return { axis, paths };
}

/** The axis, from 0 on. The parts must have one type, and the same sizes on all other axes. */
function checkAlike(parts: readonly Opened[], axis: number): number {
  const [first] = parts;
  const rank = first.tensor.dims.length;
  const along = axis < 0 ? axis + rank : axis;
  if (along < 0 || along >= rank)
    throw new Failure(`${first.name} has ${rank} axes, so there is no axis ${axis}`);
  const said = ({ type, descr = type, dims }: Opened['tensor']) =>
    `${descr.replace(/^[<|]/, '')} [${dims.map((size, i) => (i === along ? ':' : size)).join(', ')}]`;
  for (const { name, tensor } of parts) {
    if (said(tensor) !== said(first.tensor))
      throw new Failure(`${name} is ${said(tensor)}, but ${first.name} is ${said(first.tensor)}`);
  }
  return along;
}

/** Bits of an element: whole bytes. */
function bitsOf({ types }: Library, path: string, type: string): number {
  const bits = types.get(type)?.bits ?? 0;
  if (bits % 8 === 0) return bits;
  throw new Failure(`${path} is ${type}, whose elements share bytes, so it cannot be joined`);
}
