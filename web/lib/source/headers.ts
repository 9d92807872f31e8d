// What files of tensors have before their data. A format that can be written is a row of HEADERS.
import { describe } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import { DTYPES } from '../call/for_files.ts';
import { countOf } from '../shape.ts';
import { bytesOf, type ElementType } from './elements.ts';
import { NPY as MAGIC, TYPES as OF_SAFETENSORS } from './formats/magic.ts';
import { TYPES as OF_NPY, typeOfDescr } from './formats/npy_types.ts';

/** A tensor that is written. */
interface Written {
  readonly type: ElementType;
  readonly dims: readonly number[];
  readonly name: string;
  /** The first axis is the fastest, also in the data. */
  readonly isFortran?: boolean;
  /** As in `FileOptions`. */
  readonly descr?: string | undefined;
}

const encode = (text: string) => new TextEncoder().encode(text);

/** The first word of a table of types for one of the library's. */
const wordOf = (words: readonly [string, string][], { row }: ElementType) =>
  words.find(([, type]) => type === DTYPES[row].name)?.[0];

/** The data of an .npy file begins at a multiple of this. */
const ALIGNMENT = 64;

/** ml_dtypes has these from NumPy's type of bytes, which is all that the file says of them. */
const AS_BYTES = /^f8e(4m3|8m0)$/;

/** The type as an .npy file names it. */
function descrOf({ type, descr }: Written): string {
  const { name } = DTYPES[type.row];
  if (descr !== undefined) {
    if (typeOfDescr(descr) === name) return descr;
    const what = `must be ${name} in the words of an .npy file, such as <M8[ns] for int64, not ${describe(descr)}`;
    throw new Mistake('bad_argument', what, 'descr');
  }
  const word = AS_BYTES.test(name) ? 'V1' : wordOf(Object.entries(OF_NPY), type);
  if (word === undefined) throw refused('.npy', name);
  return `${/^[biu]1/.test(word) ? '|' : '<'}${word}`;
}

function npy(tensor: Written): Uint8Array {
  const { dims, isFortran } = tensor;
  const shape = dims.length === 1 ? `${dims[0]},` : dims.join(', ');
  const text = `{'descr': '${descrOf(tensor)}', 'fortran_order': ${isFortran ? 'True' : 'False'}, 'shape': (${shape}), }`;
  const begin = MAGIC.length + 4; // of version 1, whose 16 bits suffice: units of dates and ranks are short
  const length = Math.ceil((begin + text.length + 1) / ALIGNMENT) * ALIGNMENT - begin;
  return Uint8Array.of(...MAGIC, 1, 0, length & 255, length >> 8, ...encode(`${text.padEnd(length - 1)}\n`));
}

const safetensors = (tensor: Written): Uint8Array =>
  safetensorsHeader([{ ...tensor, name: tensor.name || 'data' }]);

/** The header of tensors whose data follows it without gaps. */
export function safetensorsHeader(
  tensors: readonly Pick<Written, 'type' | 'dims' | 'name'>[],
  metadata?: ReadonlyMap<string, string>,
): Uint8Array {
  let end = 0;
  const infos = tensors.map(({ type, dims, name }) => {
    const dtype = wordOf([...OF_SAFETENSORS], type);
    if (dtype === undefined) throw refused('.safetensors', DTYPES[type.row].name);
    if (name === METADATA)
      throw new Mistake(
        'bad_argument',
        `no tensor of a safetensors file can have the name ${METADATA}`,
        'name',
      );
    const count = countOf(dims);
    if (count % type.group !== 0)
      throw refused('.safetensors', `${count} elements of ${DTYPES[type.row].name}`);
    const begin = end;
    end += bytesOf(type, count);
    return [name, { dtype, shape: dims, data_offsets: [begin, end] }];
  });
  const facts = metadata?.size ? [[METADATA, Object.fromEntries(metadata)]] : [];
  const text = encode(JSON.stringify(Object.fromEntries([...facts, ...infos])));
  const header = new Uint8Array(8 + Math.ceil(text.length / 8) * 8).fill(0x20);
  new DataView(header.buffer).setBigUint64(0, BigInt(header.length - 8), true);
  header.set(text, 8);
  return header;
}

const METADATA = '__metadata__';

const refused = (file: string, type: string) =>
  new Mistake('bad_type', `${file} files have no ${type}; save it as 'raw'`, 'format');

const HEADERS: Readonly<Record<string, (tensor: Written) => Uint8Array>> = {
  npy,
  safetensors,
  raw: () => new Uint8Array(0),
};

/** What is written before the data. */
export function headerOf(format: string, tensor: Written): Uint8Array {
  checkFormat(format);
  return HEADERS[format](tensor);
}

export function checkFormat(format: string): void {
  if (Object.hasOwn(HEADERS, format)) return;
  const legal = Object.keys(HEADERS).join("', '");
  throw new Mistake('bad_argument', `must be one of '${legal}', not ${describe(format)}`, 'format');
}
