// NumPy's .npy files, versions 1 to 3: a Python dict with `descr`, `fortran_order` and `shape`, and then the
// data. Fortran order becomes strides.
import { bad, bytesAt, checked, checkRange, decode, fortranOf, viewOf } from './check.ts';
import type { Entry, FileBytes } from './format.ts';
import { isNpy } from './magic.ts';
import { kindOf, refused } from './npy_kinds.ts';
import { FIELDS, loadPart } from './parts.ts';
import { stridedBy } from './strided.ts';

/** Generous: NumPy itself refuses headers of more than 10,000 bytes, unless it is told to trust them. */
const MOST_HEADER = 2 ** 20;

/** Reads an array; of a structured one each field. */
export async function readNpy(file: FileBytes, format = 'npy'): Promise<Entry[]> {
  if (!isNpy(file.start)) throw bad(format, 0, 'the file does not begin with \\x93NUMPY');
  const { size, start } = file;
  checkRange(0, 12, size, format, 'the header');
  const [major, minor] = start.subarray(6, 8);
  if (![1, 2, 3].includes(major)) throw bad(format, 6, `version ${major}.${minor} is unknown`);
  const begin = major === 1 ? 10 : 12;
  const length = major === 1 ? viewOf(start).getUint16(8, true) : viewOf(start).getUint32(8, true);
  const at = begin + length;
  checkRange(begin, length, size, format, 'the header');
  if (length > MOST_HEADER)
    throw bad(format, 8, `a header of ${length} bytes; at most ${MOST_HEADER} are read`);
  const header = await bytesAt(file, begin, length);
  const text =
    major === 3 ? decode(header) : Array.from(header, (byte) => String.fromCharCode(byte)).join('');
  const { descr, isFortran, dims } = readDict(text, begin, format);
  const place = { at, begin, dims, isFortran };
  if (descr.startsWith('[')) {
    const read = await loadPart(FIELDS, async () => (await import('./npy_fields.ts')).readFields);
    return read(file, format, descr, place);
  }
  const { type, bytes, inner, more } = kindOf(descr, format, begin);
  if (type === undefined) return [refused(file, format, descr, place)];
  const entry = { name: '', type, dims: [...dims, ...inner], at, storedType: descr, ...more };
  checked(format, begin, size, entry);
  const steps = fortranOf(dims).map((step) => step * bytes);
  return [isFortran ? stridedBy([...steps, ...inner.map((count) => bytes / count)], entry) : entry];
}

/**
 * A key of the header and its value, in Python's spelling. A tuple of one has a comma, too, and Python 2 wrote some
 * integers with an L. A list in place of a type is that of a structured type. It takes linear time, also of a
 * hostile header.
 */
const ITEM =
  /\s*(?:'(descr|fortran_order|shape)'|"(descr|fortran_order|shape)")\s*:\s*(?:'([^'\\]*)'|"([^"\\]*)"|(True|False)|\(((?:(?:\s*\d+L?\s*,)+(?:\s*\d+L?)?)?)\s*\)|(\[.*\]))\s*(?:,|(?=\}))/sy;

/** Reads a Python dict, which begins at byte `begin`. */
function readDict(text: string, begin: number, format: string) {
  const dict: { descr?: string; fortran_order?: string; shape?: string } = {};
  let at = /^\s*\{/.exec(text)?.[0].length ?? text.length;
  let count = 0;
  ITEM.lastIndex = at;
  for (let item = ITEM.exec(text); item !== null; item = ITEM.exec(text)) {
    const [, , , single, double, flag, shape, list] = item;
    const key = (item[1] ?? item[2]) as keyof typeof dict;
    const [string, order, sizes] = [single ?? double ?? list, flag, shape];
    dict[key] = { descr: string, fortran_order: order, shape: sizes }[key];
    at = ITEM.lastIndex;
    count += 1;
  }
  const { descr, fortran_order: order, shape } = dict;
  const isAll = descr !== undefined && order !== undefined && shape !== undefined;
  const isPython = isAll && !/\b0+[1-9]/.test(shape); // it refuses zeros before a number
  if (!isPython || count !== 3 || !/^\s*\}\s*$/.test(text.slice(at)))
    throw bad(format, begin, 'the header is not a Python dict of descr, fortran_order and shape');
  const dims = Array.from(shape.match(/\d+/g) ?? [], Number);
  return { descr, isFortran: order === 'True', dims };
}
