// Generic functions of a program over tensors of any type: tensors go in as they are, without a cast, and what comes out is known
// where the function is called.
import {
  evaluate,
  plan,
  type Result,
  slice,
  split,
  splitToSequence,
  type Tensor,
  type Type,
  type TypeName,
  variadicSplit,
} from '../../../web/lib/index.ts';
import { type Fresh, is } from './is.ts';

const row = <T extends Type>(x: Tensor<T>) => slice(x, '0', { view: true });
const part = <T extends TypeName>(x: Tensor<T>) => slice(x, { starts: [0], ends: [1] }, { opset: 13 });
const halves = <T extends Type>(x: Tensor<T>) => split(x, { num_outputs: 2 });
const rows = <T extends Type>(x: Tensor<T>) => splitToSequence(x);
const rest = <T extends TypeName>(x: Tensor<T>) => variadicSplit(x, 0, [1, -1])[1];
const node = <T extends Type>(x: Tensor<T>) => evaluate('Split', [x], { attributes: { num_outputs: 2 } });
const shapes = <T extends Type>(x: Tensor<T>) => plan('Slice', [x, [0], [1]]).outputs;
const any = <X extends Tensor>(x: X) => slice(x, '0');

declare const floats: Tensor<'float32'>;
declare const nibbles: Tensor<'uint4'>;
declare const pixels: Tensor<'uint8', Uint8ClampedArray<ArrayBuffer>>;
is<Result<'float32'>>()(row(floats), true);
is<Fresh<'float32'>>()(part(floats), true);
is<[Fresh<'float32'>, Fresh<'float32'>]>()(halves(floats), true);
is<Fresh<'float32'>[]>()(rows(floats), true);
is<Fresh<'uint4'>>()(rest(nibbles), true);
is<Fresh<'float32'>[]>()(node(floats), true);
is<'float32'>()(shapes(floats)[0].type, true);
any(floats) satisfies Result; // to TypeScript 5.0, its data is any
is<TypeName>()(any(floats).type, true);
row(pixels).data satisfies Uint8Array | Uint8ClampedArray;

// Leave the type of the result to TypeScript: that `Tensor<T>` it is, is more than it can prove.
// @ts-expect-error a conditional type of T is not T
export const told = <T extends Type>(x: Tensor<T>): Tensor<T> => slice(x, '0');
// Say it yourself, if you want it named.
export const said = <T extends Type>(x: Tensor<T>) => split(x as Tensor, { num_outputs: 2 }) as Tensor<T>[];
export const results = <T extends Type>(x: Tensor<T>) => slice(x as Tensor, '0') as Result<T>;

// Also over arrays.
const first = <D extends Float32Array | Uint8Array>(data: D) => slice({ dims: [3], data }, '0');
first(new Float32Array(3)) satisfies Result;
