// Results: how many there are, as far as TypeScript sees it; and how they differ from what a program may write down as a tensor.
import {
  type ElementTypeRow,
  elementTypes,
  evaluate,
  init,
  plan,
  type Result,
  slice,
  split,
  type Tensor,
  type TypeName,
  variadicSplit,
} from '../../../web/lib/index.ts';
import { is } from './is.ts';

const x = { type: 'float32', dims: [4, 3], data: new Float32Array(12) } as const;
type Floats = Result<'float32', Float32Array<ArrayBuffer>>;
declare const count: number;
declare const large: bigint;
declare const either: 2 | 3;
declare const sizes: number[];
declare const some: readonly bigint[];
declare const untyped: ReturnType<typeof JSON.parse>;
declare const spec: { split?: number[]; num_outputs: number };

// A literal number of pieces, or a literal list, gives a tuple.
is<[Floats, Floats, Floats, Floats]>()(split(x, { num_outputs: 4 }), true);
is<[Floats, Floats]>()(split(x, { axis: 1, num_outputs: 2n }, { opset: 13 }), true);
is<[Floats, Floats]>()(split(x, { split: [1, 3] }), true);
is<[Floats, Floats]>()(split(x, { split: [count, 3n] }), true);
is<[Floats, Floats]>()(variadicSplit(x, 0, [4, -1]), true);
is<[Floats, Floats, Floats]>()(variadicSplit(x, [1], [1, 1, 1] as const), true);
const [first, second] = split(x, { num_outputs: 2 });
is<Floats>()(first, true);
is<Floats>()(second, true);
// @ts-expect-error there are two
const [, , third] = split(x, { num_outputs: 2 });
void third;

is<[Floats, Floats] | [Floats, Floats, Floats]>()(split(x, { num_outputs: either }), true);

// Otherwise an array.
is<Floats[]>()(split(x, { num_outputs: count }), true);
is<Floats[]>()(split(x, { num_outputs: 1000 }), true);
is<Floats[]>()(split(x, { num_outputs: -1 }), true);
is<Floats[]>()(split(x, { num_outputs: large }), true);
is<Floats[]>()(split(x, { num_outputs: untyped }), true);
is<Floats[]>()(split(x, { num_outputs: { dims: [], data: BigInt64Array.of(2n) } }), true);
is<Floats[]>()(split(x, { split: sizes }), true);
is<Floats[]>()(split(x, { split: Uint8Array.of(1, 3) }), true);
is<Floats[]>()(split(x, { split: { dims: [2], data: BigInt64Array.of(1n, 3n) } }), true);
is<Floats[]>()(split(x, spec), true);
is<Floats[]>()(variadicSplit(x, 0, sizes), true);

// A tensor may leave its type to the class of its data, if that means the type.
const floats: Tensor<'float32'> = { dims: [1], data: new Float32Array(1) };
const bytes: Tensor<'uint8'> = { dims: [1], data: new Uint8ClampedArray(1) };
const any: Tensor = { dims: [1], data: new Int8Array(1) };
// @ts-expect-error a Uint8Array means uint8
const bools: Tensor<'bool'> = { dims: [1], data: new Uint8Array(1) };
// @ts-expect-error a Uint16Array means uint16
const halves: Tensor<'float16'> = { dims: [1], data: new Uint16Array(1) };
void [bools, halves];

// A result always has its type.
is<'float32'>()(slice(floats, '0').type, true);
is<'uint8'>()(slice(bytes, '0').type, true);
is<TypeName>()(slice(any, '0').type, true);
is<'uint8'>()(plan('Slice', [bytes, '0']).run(bytes)[0].type, true);
const kept: Tensor<'float32'> = slice(floats, '0');
const stays: Result<'float32'> = slice(kept, '0');
slice(stays, '0');
is<'float32'>()(kept.type, true);
declare const given: Tensor<'float32'>;
is<'float32' | undefined>()(given.type, true);

// A bound plan returns what its run returns.
const planned = plan('Slice', [{ type: 'uint8', dims: [4] }, '1:3']);
const pixels = { dims: [4], data: new Uint8ClampedArray(4) };
const bound = planned.bind(pixels);
is<Result<'uint8', Uint8ClampedArray<ArrayBuffer>>[]>()(bound(), true);
planned.bind(pixels, { out: planned.allocate(pixels.data) });
planned.bind(pixels, { out: new Uint8Array(2) });
// @ts-expect-error out must hold the type
planned.bind(pixels, { out: new Int8Array(2) });
// @ts-expect-error a bound plan writes its outputs
planned.bind(pixels, { view: true });
// @ts-expect-error the plan is for uint8
planned.bind({ dims: [4], data: new Float32Array(4) });

// An option that is undefined is one that is not given.
slice(x, '0', { opset: undefined, out: undefined, view: undefined });
slice(
  { ...x, dtype: undefined, shape: undefined, offset: undefined },
  { starts: [0], ends: [1], axes: undefined },
);
evaluate('Split', [x, undefined], {
  attributes: { axis: undefined },
  domain: undefined,
  num_outputs: undefined,
});
planned.run(pixels, { out: undefined, view: undefined });
init({ module: undefined, bytes: undefined, url: undefined, arena: undefined });

// The table of element types.
const row: ElementTypeRow = elementTypes()[0];
is<readonly string[]>()(row.classes, true);
is<number>()(row.bits + row.group + row.entries, true);
// @ts-expect-error rows are not to be added
elementTypes().push(row);
