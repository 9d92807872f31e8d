// The values that a Constant node of an ONNX model may have: a tensor, numbers, or what cannot be cut.
import { bad, quote, refuse } from './check.ts';
import type { Entry } from './format.ts';
import { readTensor } from './onnx_tensor.ts';
import { eachVarint, type Field, LENGTH, VARINT } from './protobuf.ts';
import type { Reader } from './reader.ts';

/** Numbers of an attribute's fields. */
const [NAME, FLOAT, INT, FLOATS, INTS, REFERENCE] = [1, 2, 3, 7, 8, 21];
export const [ATTRIBUTE_TENSOR, ATTRIBUTE_GRAPH, ATTRIBUTE_GRAPHS] = [5, 6, 11];

/** The wire type of each number, which in LISTS may be packed. */
const WIRES: Readonly<Record<number, number>> = { [FLOAT]: 5, [FLOATS]: 5, [INT]: VARINT, [INTS]: VARINT };
const LISTS = [FLOATS, INTS];

export const SPARSE = 'a sparse tensor';

/** The names of numbers: their type, its words of 32 bits, and their field. */
const NUMBERS: Readonly<Record<string, readonly [type: string, words: number, field: number]>> = {
  value_float: ['float32', 1, FLOAT],
  value_floats: ['float32', 1, FLOATS],
  value_int: ['int64', 2, INT],
  value_ints: ['int64', 2, INTS],
};
/** Why the others are refused. */
const REFUSED: Readonly<Record<string, string>> = {
  value_string: 'of type string',
  value_strings: 'of type string',
  sparse_value: SPARSE,
};

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
    const isValue = name === 'value' || Object.hasOwn(NUMBERS, name) || Object.hasOwn(REFUSED, name);
    if (!isValue) return undefined;
    if (this.#isReference) return refuse(output, 'onnx', 'an argument of its function');
    if (Object.hasOwn(REFUSED, name)) return refuse(output, 'onnx', REFUSED[name]);
    const [type, words, field] = NUMBERS[name] ?? ['', 0, ATTRIBUTE_TENSOR];
    this.#fields.delete(field);
    if (this.#fields.size > 0 || (words === 0 && !this.#tensor)) return notOne(output, this.#reader.at);
    if (words === 0) return this.#tensor;
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
