/** A number; as text if it is no safe integer: `'9223372036854775807'`, `'0.5'`, `'nan'`, `'-inf'`, `'-0'`. */
export type PlainNumber = number | string;

/**
 * A parameter: its values, or the text of an attribute. An attribute without a type is a plain number (rank 0) or list. Rearrange
 * has attributes with entries (`sizes`, `to`), and a list of tables.
 */
export type PlainValue =
  | { readonly text: string }
  | { readonly entries: { readonly [name: string]: PlainValue } }
  | { readonly list: readonly PlainValue[] }
  | { readonly type?: string; readonly dims: readonly number[]; readonly values: readonly PlainNumber[] };

/** A number as text, `nan` (any), `inf`, or bits: `0x7fc00001`. */
export type PlainElement = string;

/**
 * A tensor. Without `values` and `elements` it is data: its elements continue the numbering of the tensors before it. `elements` are
 * all of its data, of which `stride` and `offset` say where its own are; without them, it is row-major.
 */
export interface PlainTensor {
  readonly type: string;
  readonly dims: readonly number[];
  readonly values?: readonly PlainNumber[];
  readonly elements?: readonly PlainElement[];
  readonly stride?: readonly number[];
  readonly offset?: number;
}

/** The dims of an output and the number of each of its elements; with a type of its own, the elements themselves. */
export type PlainOutput =
  | { readonly dims: readonly number[]; readonly elements: readonly number[] }
  | { readonly type: string; readonly dims: readonly number[]; readonly elements: readonly PlainElement[] };

/** An input in its place: a tensor, a sequence, or null if it is absent. */
export type PlainInput = PlainTensor | { readonly tensors: readonly PlainTensor[] } | null;

/** An operator, and an opset. */
export interface PlainNode {
  /** Operator and version in effect: `Split-18`, `openvino.Split-1`. */
  readonly version: string;
  readonly domain: string;
  readonly op_type: string;
  readonly opset: number;
  /** Of the inputs, by their place. More inputs than names have the last one. */
  readonly names: readonly string[];
}

/** Attributes by name. */
export interface PlainAttributes {
  readonly [name: string]: PlainValue;
}

/** This library's code of a mistake, and the parameter that has it. */
export interface PlainError {
  readonly code: string;
  readonly param: string;
}

/** A line of the corpus: a node, and the outputs or the error that its document asks for. */
export interface PlainCase extends PlainNode {
  readonly inputs: readonly PlainInput[];
  readonly attributes: PlainAttributes;
  /** How many outputs the node has, if that matters. */
  readonly outputs?: PlainNumber;
  readonly expected?: readonly PlainOutput[];
  readonly error?: PlainError;
}

/**
 * A case as rows of the corpus's tables, from 0 on: its node, its inputs, its attributes, and the expected outputs as a list,
 * or the error as a number. If the number of outputs matters, it follows. A list of nodes stands for a case of each, on lines that
 * follow each other.
 */
export type PackedCase = readonly [nodes: number | readonly number[], ...rest: RestOfCase];

/** A case without its node. */
export type RestOfCase = readonly [
  inputs: readonly number[],
  attributes: number,
  result: readonly number[] | number,
  outputs?: PlainNumber,
];

/** Cases of neighbouring lines, and the rules and rulings that they execute. */
export interface Group {
  readonly file: string;
  /** Line of the first case; the others follow. */
  readonly line: number;
  readonly rules: readonly string[];
  readonly cases: readonly PackedCase[];
}

/** What conformance.json holds. */
export interface Corpus {
  readonly format: number;
  readonly nodes: readonly PlainNode[];
  readonly inputs: readonly PlainInput[];
  readonly attributes: readonly PlainAttributes[];
  readonly outputs: readonly PlainOutput[];
  readonly errors: readonly PlainError[];
  readonly groups: readonly Group[];
}

/** What holds elements. */
export type Data =
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float32Array
  | Float64Array
  | string[];

/** A tensor whose data is a typed array, or an array of strings. Packed types (u4, i4, ...) are stored as OpenVINO stores them. */
export interface Tensor {
  readonly name: string;
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: Data;
  /** In elements; without them, it is row-major. */
  readonly stride?: readonly number[];
  readonly offset?: number;
}

/** Integers are bigints where a number would not be exact. */
export type Attribute =
  | number
  | bigint
  | readonly (number | bigint)[]
  | string
  | Pick<Tensor, 'type' | 'dims' | 'data'>
  | RearrangeAttribute;

/** `sizes` and `to` of Rearrange: numbers, texts, lists of numbers, and typed arrays, by name. */
export interface RearrangeAttribute {
  // biome-ignore lint/suspicious/noExplicitAny: the corpus has wrong ones too
  readonly [name: string]: any;
}

/** A node to run. */
export interface Node {
  /** File and line of the case: `split.txt:12`. */
  readonly id: string;
  readonly version: string;
  readonly domain: string;
  readonly op_type: string;
  readonly opset: number;
  /** Each input in its place: a tensor, the tensors of a sequence, or null if it is absent. */
  readonly inputs: readonly (Tensor | readonly Tensor[] | null)[];
  readonly attributes: { readonly [name: string]: Attribute };
  readonly outputs?: number | bigint;
}

/** An output, or a member of the sequence that is the output. */
export interface Output {
  readonly dims: readonly number[];
  readonly data: ArrayBufferView | readonly string[];
}

/** Runs a node. It throws if the node has a mistake, and a `Verdict` if that cannot be said. */
export type Run = (node: Node) => readonly Output[] | Promise<readonly Output[]>;

/**
 * - `passed`: the outputs that are expected, bit for bit
 * - `refused`: an error where one is expected
 * - `wrong`: anything else
 * - `unsupported`: the implementation has no such operator, type or check
 */
export type VerdictName = 'passed' | 'refused' | 'wrong' | 'unsupported';

/** Thrown by `run`: the node is not supported, or what happened is wrong whatever was expected, such as a crash. */
export class Verdict extends Error {
  constructor(verdict: 'unsupported' | 'wrong', why: string);
  readonly verdict: 'unsupported' | 'wrong';
}

/** A case, and how the implementation did in it. */
export interface Result {
  readonly id: string;
  readonly version: string;
  readonly rules: readonly string[];
  readonly verdict: VerdictName;
  /** What differs, or the message of the error. */
  readonly detail: string;
}

/** How many cases of a version ended how. */
export type Tally = { readonly version: string } & { readonly [verdict in VerdictName]: number };

/** Runs all cases, one after another. `onResult` gets each result at once. */
export function runConformance(
  corpus: Corpus,
  run: Run,
  onResult?: (result: Result) => void,
): Promise<readonly Result[]>;

/** Counts results: a row per version, and one of all (`version` is `all`). */
export function tally(results: readonly Result[]): readonly Tally[];
