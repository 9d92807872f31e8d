// The values of Constant nodes in ONNX files. Loaded with the first such node.
import { bad, quote, refuse } from './check.ts';
import type { Entry } from './format.ts';
import {
  ATTRIBUTE_TENSOR,
  eachVarint,
  type Field,
  LENGTH,
  readTensor,
  SPARSE,
  VARINT,
} from './onnx_tensor.ts';
import type { Reader } from './reader.ts';

/** Numbers of an attribute's fields. */
const NAME = 1;
const FLOAT = 2;
const INT = 3;
const FLOATS = 7;
const INTS = 8;
const REFERENCE = 21;

/** The wire type of each number, which in LISTS may be packed. */
const WIRES: Readonly<Record<number, number>> = { [FLOAT]: 5, [FLOATS]: 5, [INT]: VARINT, [INTS]: VARINT };
const LISTS = [FLOATS, INTS];

/** The names of numbers: their type, and their field. */
const NUMBERS = new Map<string, readonly [type: string, field: number]>([
  ['value_float', ['float32', FLOAT]],
  ['value_floats', ['float32', FLOATS]],
  ['value_int', ['int64', INT]],
  ['value_ints', ['int64', INTS]],
]);

/** An attribute of a node, which is read field by field: its name may come last. */
export class Attribute {
  readonly #reader: Reader;
  /** Grows: a list of numbers would take many times their bytes. */
  #words = new Uint32Array(2);
  #count = 0;
  /** Those that hold a value. */
  readonly #fields = new Set<number>();
  #name = '';
  #tensor: Entry | undefined;
  #isReference = false;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** `output` names the tensor. */
  async read({ number, wire, end }: Field, output: string): Promise<void> {
    const reader = this.#reader;
    const own = WIRES[number];
    if (own === wire || (wire === LENGTH && LISTS.includes(number))) {
      this.#fields.add(number);
      if (own === VARINT) await eachVarint(reader, wire, end, () => this.#add(reader.low, reader.high));
      else if ((end - reader.at) % 4 > 0) throw reader.bad('floats whose last one is cut off');
      else for (; reader.at < end; this.#add(reader.u32())) await reader.fill(4);
    } else if (wire !== LENGTH) return;
    else if (number === NAME) this.#name = await reader.text(end - reader.at);
    else if (number === ATTRIBUTE_TENSOR) {
      this.#fields.add(number);
      this.#tensor = await readTensor(reader, end, output);
    } else if (number === REFERENCE) this.#isReference = true;
  }

  #add(...words: number[]): void {
    this.#reader.file.budget.spend(4 * words.length);
    const end = this.#count + words.length;
    if (end > this.#words.length) {
      const longer = new Uint32Array(2 * end);
      longer.set(this.#words);
      this.#words = longer;
    }
    this.#words.set(words, this.#count);
    this.#count = end;
  }

  /** The tensor that it is; undefined: it is not the value of a Constant. */
  toEntry(output: string): Entry | undefined {
    const name = this.#name;
    const why = /^value_strings?$/.test(name) ? 'of type string' : name === 'sparse_value' && SPARSE;
    const [type, field] = NUMBERS.get(name) ?? ['', ATTRIBUTE_TENSOR];
    if (name !== 'value' && !type && !why) return undefined;
    if (this.#isReference) return refuse(output, 'onnx', 'an argument of its function');
    if (why) return refuse(output, 'onnx', why);
    this.#fields.delete(field);
    if (this.#fields.size > 0 || !(type || this.#tensor)) return notOne(output, this.#reader.at);
    if (!type) return this.#tensor;
    const words = type === 'int64' ? 2 : 1;
    const isList = LISTS.includes(field);
    const all = this.#words.subarray(0, this.#count);
    const count = isList ? all.length / words : 1;
    const bytes = new Uint32Array(count * words); // 0, unless the field is there
    bytes.set(isList ? all : all.subarray(-words));
    return { name: output, type, dims: isList ? [count] : [], at: 0, bytes: new Uint8Array(bytes.buffer) };
  }
}

/** A Constant must have one value, of the kind that its name says. It is another node's attribute, maybe, so the file can be opened. */
export const notOne = (name: string, at: number): Entry => ({
  name,
  refused: bad('onnx', at, `Constant ${quote(name)} does not have one value of the kind that it says`),
});
