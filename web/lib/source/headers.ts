// What files of tensors have before their data. A format that can be written is a row of HEADERS.
import { describe } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import { DTYPES } from '../call/for_files.ts';
import type { ElementType } from './elements.ts';
import { NPY as MAGIC } from './formats/magic.ts';
import { TYPES as OF_NPY, typeOfDescr } from './formats/npy_types.ts';
import { encode, infoOf, refused, safetensorsHeader, wordOf } from './formats/safetensors_written.ts';

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
  const word = AS_BYTES.test(name) ? 'V1' : wordOf(Object.entries(OF_NPY), type.row);
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

const safetensors = ({ type: { row }, dims, name }: Written): Uint8Array =>
  safetensorsHeader([infoOf({ row, dims, name: name || 'data' }, 0)]);

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
