// What a .safetensors file has before its data, when it is written.
import { Mistake } from '../../base/mistake.ts';
import { DTYPES } from '../../call/for_files.ts';
import { countOf } from '../../shape.ts';
import { TYPES } from './magic.ts';

/** A tensor: its name, the row of its type in the element-type table, and its sizes. */
interface Written {
  readonly name: string;
  readonly row: number;
  readonly dims: readonly number[];
}

export const encode = (text: string) => new TextEncoder().encode(text);

/** The first word of a table of types for one of the library's. */
export const wordOf = (words: readonly [string, string][], row: number) =>
  words.find(([, type]) => type === DTYPES[row].name)?.[0];

export const refused = (file: string, type: string) =>
  new Mistake('bad_type', `${file} files have no ${type}; save it as 'raw'`, 'format');

/** The key of text about the file. */
export const METADATA = '__metadata__';

/** What the file says of a tensor, under its name. `begin`: where its data does, in that of all. */
export function infoOf({ name, row, dims }: Written, begin: number) {
  const { bits, group, name: type } = DTYPES[row];
  const dtype = wordOf([...TYPES], row);
  if (dtype === undefined) throw refused('.safetensors', type);
  if (name === METADATA)
    throw new Mistake(
      'bad_argument',
      `no tensor of a safetensors file can have the name ${METADATA}`,
      'name',
    );
  const count = countOf(dims);
  if (count % group !== 0) throw refused('.safetensors', `${count} elements of ${type}`);
  return [name, { dtype, shape: dims, data_offsets: [begin, begin + (count / 8) * bits] }] as const;
}

/** The header with these entries, of tensors whose data follows it without gaps. */
export function safetensorsHeader(entries: Iterable<readonly [string, unknown]>): Uint8Array {
  const text = encode(JSON.stringify(Object.fromEntries(entries)));
  const header = new Uint8Array(8 + Math.ceil(text.length / 8) * 8).fill(0x20);
  new DataView(header.buffer).setBigUint64(0, BigInt(header.length - 8), true);
  header.set(text, 8);
  return header;
}
