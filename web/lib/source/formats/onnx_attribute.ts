// The values that a Constant node of an ONNX model may have: a tensor, numbers, or what cannot be cut.
import { refuse } from './check.ts';
import type { Entry } from './format.ts';
import { readTensor } from './onnx_tensor.ts';
import { eachVarint, type Field, LENGTH, VARINT } from './protobuf.ts';
import type { Reader } from './reader.ts';

/** Numbers of an attribute's fields. */
const [NAME, FLOAT, INT, FLOATS, INTS, REFERENCE] = [1, 2, 3, 7, 8, 21];
export const [ATTRIBUTE_TENSOR, ATTRIBUTE_GRAPH, ATTRIBUTE_GRAPHS] = [5, 6, 11];

export const SPARSE = 'a sparse tensor';

/** The names of numbers: their type, its words of 32 bits, and whether it is a list. */
const NUMBERS: Readonly<Record<string, readonly [type: string, words: number, isList: boolean]>> = {
  value_float: ['float32', 1, false],
  value_floats: ['float32', 1, true],
  value_int: ['int64', 2, false],
  value_ints: ['int64', 2, true],
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
  readonly #words: number[] = [];
  #name = '';
  #tensor: Entry | undefined;
  #isReference = false;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** `output` names the tensor. */
  async read({ number, wire, end }: Field, output: string): Promise<void> {
    const reader = this.#reader;
    if (number === FLOAT || number === FLOATS) {
      for (; wire !== VARINT && reader.at + 4 <= end; this.#add(reader.u32())) await reader.fill(4);
    } else if (number === INT || number === INTS)
      await eachVarint(reader, wire, end, () => this.#add(reader.low, reader.high));
    else if (wire !== LENGTH) return;
    else if (number === NAME) this.#name = await reader.text(end - reader.at);
    else if (number === ATTRIBUTE_TENSOR) this.#tensor = await readTensor(reader, end, output);
    else if (number === REFERENCE) this.#isReference = true;
  }

  #add(...words: number[]): void {
    this.#reader.file.budget.spend(4 * words.length);
    this.#words.push(...words);
  }

  /** The tensor that it is; undefined: it is not the value of a Constant. */
  toEntry(output: string): Entry | undefined {
    const name = this.#name;
    const isValue = name === 'value' || Object.hasOwn(NUMBERS, name) || Object.hasOwn(REFUSED, name);
    if (!isValue) return undefined;
    if (this.#isReference) return refuse(output, 'onnx', 'an argument of its function');
    if (name === 'value') return this.#tensor;
    if (Object.hasOwn(REFUSED, name)) return refuse(output, 'onnx', REFUSED[name]);
    const [type, words, isList] = NUMBERS[name];
    const all = Uint32Array.from(this.#words);
    const count = isList ? all.length / words : 1;
    const bytes = new Uint32Array(count * words); // 0, unless the field is there
    bytes.set(isList ? all : all.subarray(-words));
    return { name: output, type, dims: isList ? [count] : [], at: 0, bytes: new Uint8Array(bytes.buffer) };
  }
}
