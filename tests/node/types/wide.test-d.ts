// Where a program's types are wide, nothing is refused: a runner of models knows names, attributes and types when it runs.
import {
  evaluate,
  type Integers,
  type New,
  plan,
  type Result,
  slice,
  split,
  type Tensor,
  type TensorLike,
  variadicSplit,
} from '../../../web/lib/index.ts';
import { type Fresh, is } from './is.ts';

type Data = Result['data'];
type Type = Result['type'];
type Any = ReturnType<typeof JSON.parse>;

// A tensor that was not written as a constant.
const x = { type: 'float32', dims: [2, 3], data: new Float32Array(6) };
is<Result<Type, Float32Array<ArrayBuffer>>>()(slice(x, '0'), true);
split(x, { axis: 0, num_outputs: 2 });

// Any tensor of ours, of another library's, of anybody's.
declare const ours: Tensor;
declare const like: TensorLike;
declare const bytesOrFloats: {
  type: 'float32' | 'uint8';
  dims: readonly number[];
  data: Float32Array | Uint8Array;
};
declare const halfKnown: { type: 'float32'; dims: number[]; data: Data };
declare const untyped: Any;
declare const stdlib: {
  dtype: string | { name: string };
  shape: ArrayLike<number>;
  data: ArrayLike<unknown>;
};
is<Fresh>()(slice(ours, '0'), true);
is<Result<Type, New<Data>>>()(slice(like, '0'), true);
is<Result<'float32' | 'uint8', Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>>()(
  slice(bytesOrFloats, '0'),
  true,
);
slice(halfKnown, '0');
is<Result<Type, New<Data>>>()(slice(stdlib, '0'), true);
variadicSplit(bytesOrFloats, 0, [1]);
is<Result<Type, Any>>()(slice(untyped, '0'), true);
slice({ type: untyped, dims: [1], data: untyped }, untyped, untyped);
is<Any>()(slice({ dims: [1], data: untyped }, '0').data, true);

// Integers, lists and opsets that are not constants.
declare const integers: Integers;
declare const numbers: number[];
declare const readOnly: readonly bigint[];
declare const opset: number;
declare const maybe: number[] | undefined;
variadicSplit(x, integers, numbers);
variadicSplit(x, 0, readOnly);
slice({ ...x, dims: readOnly }, '0');
slice(x, { starts: numbers, ends: readOnly, steps: maybe }, { opset });
split(x, { split: maybe, num_outputs: 2 }, { opset: 13 });

// A node of a model.
declare const node: {
  op_type: string;
  domain: string;
  opset: number;
  inputs: (Tensor | null)[];
  attributes: Record<string, number | number[]>;
  num_outputs: number;
};
const { op_type, inputs, attributes, ...rest } = node;
is<Result<Type, New<Data>>[]>()(evaluate(op_type, inputs, { attributes, ...rest }), true);
is<Result<Type, New<Data>>[]>()(evaluate(op_type, [ours, ...inputs], { attributes, ...rest }), true);
plan(op_type, inputs, { attributes });
plan(op_type, [{ type: 'int8', dims: [1] }, ...inputs], { attributes });
if (node.op_type === 'Slice') {
  evaluate(node.op_type, [ours, ...inputs], { attributes: node.attributes, domain: node.domain, opset });
  plan(node.op_type, [ours, [0], [1]], { attributes: node.attributes, domain: node.domain });
}
declare const either: 'Slice' | 'Split';
evaluate(either, [ours, ...inputs], { attributes });
