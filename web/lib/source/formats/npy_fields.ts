// Structured arrays of .npy files: each field is a tensor, whose elements are as far apart as the records. Loaded with the first one.
import { countOf, rowMajor } from '../../shape.ts';
import { bad, bytesOf, checkRange, fortranOf, isSizes, refuse } from './check.ts';
import type { Entry, FileBytes } from './format.ts';
import { type Described, type Kind, kindOf, refused } from './npy_kinds.ts';
import { stridedBy } from './strided.ts';

/** The fields of an array whose type is `descr`, such as [('x', '<f4'), ('id', '<i2', (2,))]. */
export function readFields(file: FileBytes, format: string, descr: string, place: Described): Entry[] {
  const { at, begin, dims, isFortran } = place;
  const fields = fieldsIn(descr)?.map((field) => ({ ...field, ...kindOfField(field.descr, format, begin) }));
  if (fields === undefined) throw bad(format, begin, 'a structured type that is not one');
  if (fields.some(({ bytes }) => bytes === 0)) return [refused(file, format, descr, place)]; // Python's objects
  const record = fields.reduce((sum, { bytes, sizes }) => sum + bytes * countOf(sizes), 0);
  bytesOf(dims, 8 * record, format, begin); // 2^53 or more?
  const count = countOf(dims);
  checkRange(at, record * count, file.size, format, `records [${dims.join(', ')}]`);
  const outer = (isFortran ? fortranOf(dims) : rowMajor(dims)).map((step) => step * record);
  let next = at;
  return fields.flatMap(({ name, descr, sizes, type, bytes, inner, more }): Entry[] => {
    file.budget.keep();
    const from = count === 0 ? at : next;
    next += bytes * countOf(sizes);
    if (name === '') return []; // between fields
    if (type === undefined) {
      const length = count && (count - 1) * record + next - from;
      return [refuse(name, format, `of type ${descr.slice(0, 40)}`, { at: from, length, storedType: descr })];
    }
    const own = [...sizes, ...inner];
    const byteStride = [...outer, ...rowMajor(own, bytes / countOf(inner))];
    const entry = { name, type, dims: [...dims, ...own], at: from, storedType: descr, ...more };
    return [stridedBy(byteStride, entry)];
  });
}

/** The same as `kindOf`, also of a structure, which cannot be cut. */
function kindOfField(descr: string, format: string, begin: number): Kind {
  if (!descr.startsWith('[')) return kindOf(descr, format, begin);
  const all = fieldsIn(descr)?.map(
    (each) => kindOfField(each.descr, format, begin).bytes * countOf(each.sizes),
  );
  const bytes = all?.includes(0) ? 0 : all?.reduce((sum, each) => sum + each, 0);
  return { bytes: bytes ?? 0, inner: [], more: {} };
}

/** A word of a structured type, in Python's spelling. */
const TOKEN = /\s*(?:'((?:[^'\\]|\\['"\\])*)'|"((?:[^"\\]|\\['"\\])*)"|(\d{1,15})|([[\](),]))\s*/y;
/** Structures in structures. */
const MOST_DEPTH = 16;

interface Field {
  readonly name: string;
  /** Of a structure in it: its text. */
  readonly descr: string;
  /** Of an array in it. */
  readonly sizes: readonly number[];
}

/** The fields of a structured type: a list of tuples of a name, or a title and a name, a type, and sizes; undefined: it is none. */
function fieldsIn(text: string): Field[] | undefined {
  let at = 0;
  const next = () => {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) throw text;
    at = TOKEN.lastIndex;
    return found;
  };
  /** A string, an integer, or a list, which has the text `from` its beginning, too. */
  const read = (depth = 0): any => {
    const from = at;
    const [, single, double, digits, mark] = next();
    if (single !== undefined || double !== undefined) return (single ?? double).replace(/\\(.)/g, '$1');
    if (digits !== undefined) return Number(digits);
    const close = { '(': ')', '[': ']' }[mark];
    if (close === undefined || depth > MOST_DEPTH) throw text;
    const list: any[] = [];
    for (;;) {
      const before = at;
      if (next()[4] === close) break;
      at = before;
      list.push(read(depth + 1));
      const [, , , , then] = next();
      if (then === close) break;
      if (then !== ',') throw text;
    }
    return mark === '(' ? list : { list, text: text.slice(from, at).trim() };
  };
  try {
    const { list } = read();
    if (at < text.length || list.length === 0) return undefined;
    return list.map(([title, type, sizes = []]: any) => {
      const name = Array.isArray(title) ? title[1] : title;
      const descr = typeof type === 'string' ? type : type.text;
      const all = [sizes].flat();
      if (typeof name !== 'string' || typeof descr !== 'string' || !isSizes(all)) throw text;
      return { name, descr, sizes: all };
    });
  } catch {
    return undefined;
  }
}
