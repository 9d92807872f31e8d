// Rearrangements: the class of the result follows `to`, and the names of `sizes` and `along` are those of the pattern.
import {
  type ConversionSpec,
  type Integer,
  type Result,
  rearrange,
  type Tensor,
  type To,
  type TypeName,
} from '../../../web/lib/index.ts';
import { type Fresh, is } from './is.ts';

const x = { type: 'uint8', dims: [2, 3, 4], data: new Uint8ClampedArray(24) } as const;
type Pixels = Result<'uint8', Uint8ClampedArray<ArrayBuffer>>;
type Floats = Fresh<'float32'>;
declare const pattern: string;
declare const name: string;
declare const type: TypeName;
declare const to: To;
declare const maybe: To | undefined;
declare const spec: ConversionSpec<'int16'>;
declare const sizes: Record<string, number>;
declare const any: Tensor;

// What is returned.
is<Pixels>()(rearrange(x, 'h w c -> c h w'), true);
is<Pixels>()(rearrange(x, 'h w c -> c h w', { to: undefined }), true);
is<Floats>()(rearrange(x, 'h w c -> c h w', { to: 'float32' }), true);
is<Floats>()(rearrange(x, 'h w c -> c h w', { to: { type: 'float32', scale: 1 / 255 } }), true);
is<Fresh<'int16'>>()(rearrange(x, 'h w c -> c h w', { to: spec }), true);
is<Floats>()(rearrange(any, pattern, { to: 'float32' }), true);
is<Fresh>()(rearrange(any, pattern), true);
is<TypeName>()(rearrange(x, 'h w c -> c h w', { to: type }).type, true);
is<TypeName>()(rearrange(x, 'h w c -> c h w', { to }).type, true);
is<TypeName>()(rearrange(x, 'h w c -> c h w', { to: maybe }).type, true);

// Where it is written: into any class that holds the type.
rearrange(x, 'h w c -> c h w', { out: new Uint8ClampedArray(24) });
rearrange(x, 'h w c -> c h w', { out: { data: new Uint8ClampedArray(48), stride: [24, 8, 2], offset: 1 } });
rearrange({ dims: [1], data: new Float32Array(1) }, 'a -> a', { to: 'uint8', out: new Uint8ClampedArray(1) });
// @ts-expect-error out must have the class of the input
rearrange(x, 'h w c -> c h w', { out: new Float32Array(24) });
// @ts-expect-error out must hold the type
rearrange(x, 'h w c -> c h w', { to: 'float32', out: new Uint8Array(24) });

// Names of sizes.
rearrange(x, '(y h) w c -> y h w c', { sizes: { h: 2 } });
rearrange(x, '(y h)w c->y(h w)c n', { sizes: { h: 2n, n: 3, y: undefined } });
rearrange(x, pattern, { sizes: { anything: 2 } });
rearrange(x, '(y h) w c -> y h w c', { sizes });
// @ts-expect-error the pattern has no axis hh
rearrange(x, '(y h) w c -> y h w c', { sizes: { hh: 2 } });
// @ts-expect-error `...` is no name
rearrange(x, '... -> ...', { sizes: { '...': 2 } });
// @ts-expect-error sizes are integers
rearrange(x, '(y h) w c -> y h w c', { sizes: { h: '2' } });

// Names of `along`: those of the right side.
rearrange(x, 'h w c -> c h w', { to: { type: 'float32', scale: [1, 2, 3, 4], along: 'c' } });
rearrange(x, pattern, { to: { type: 'float32', scale: [1], along: 'anything' } });
rearrange(x, 'h w c -> c h w', { to: { type: 'float32', scale: [1], along: name } });
rearrange(x, 'h w c -> c h w', { to: { type: 'float32', scale: [1], along: undefined } });
rearrange(x, 'h w c -> c h w', { to: { type: 'float32', scale: [1, 2, 3, 4], along: 'c h' } });
rearrange(x, 'h w c -> c h w', {
  to: { type: 'float32', scale: { dims: [4], data: new Float32Array(4) }, along: 'c' },
});
rearrange(x, 'h w c -> c h w', {
  to: { type: 'float32', zero_point: 1, divisor: new Float32Array(4), along: 'w\tc' },
});
// @ts-expect-error the right side has no axis C
rearrange(x, 'h w c -> c h w', { to: { type: 'float32', scale: [1, 2, 3, 4], along: 'h C' } });
// @ts-expect-error the right side has no axis C
rearrange(x, 'h w c -> c h w', { to: { type: 'float32', scale: [1, 2, 3, 4], along: 'C' } });
// @ts-expect-error `...` is no name
rearrange(x, 'h w c -> ... c', { to: { type: 'float32', along: '...' } });
// @ts-expect-error no such option
rearrange(x, 'h w c -> c h w', { to: { type: 'float32', scales: [1, 2, 3, 4] } });
// @ts-expect-error no such type
rearrange(x, 'h w c -> c h w', { to: { type: 'float33' } });
is<Fresh<'int64'>>()(rearrange(x, 'h w c -> c h w', { to: 'int64' }), true);
is<Fresh<'bool'>>()(rearrange(x, 'h w c -> c h w', { to: { type: 'bool', scale: 2 } }), true);
is<Fresh<'float8e4m3fn'>>()(
  rearrange(x, 'h w c -> c h w', { to: { type: 'float8e4m3fn', saturate: 0 } }),
  true,
);
rearrange(x, 'h w c -> c h w', { to: { type: 'f8e5m2', saturate: false } });
// @ts-expect-error saturate is 0 or 1
rearrange(x, 'h w c -> c h w', { to: { type: 'f8e5m2', saturate: 2 } });
// Packed types become others, and every type moves.
const packed = { type: 'u4', dims: [3], data: new Uint8Array(2) } as const;
is<Fresh<'int8'>>()(rearrange(packed, 'n -> n', { to: 'int8' }), true);
rearrange(packed, 'n -> n', { to: { type: 'float32', table: new Float32Array(16) } });
rearrange({ type: 'complex64', dims: [1], data: new Float32Array(2) }, 'a -> a', { to: 'complex64' });
is<Fresh<'u4'>>()(rearrange(x, 'h w c -> c h w', { to: 'u4' }), true);
// @ts-expect-error nothing becomes nf4
rearrange(x, 'h w c -> c h w', { to: 'nf4' });
// @ts-expect-error nor a string
rearrange({ dims: [1], data: new Float32Array(1) }, 'a -> a', { to: 'string' });
// A type that elements have already changes nothing.
is<Fresh<'int64'>>()(
  rearrange({ type: 'int64', dims: [1], data: new BigInt64Array(1) }, 'a -> a', { to: 'int64' }),
  true,
);
// @ts-expect-error a type is needed
rearrange(x, 'h w c -> c h w', { to: { scale: 2 } });
// @ts-expect-error a table of int16 is an Int16Array
rearrange(x, 'h w c -> c h w', { to: { type: 'int16', table: new Uint8Array(256) } });
rearrange(x, 'h w c -> c h w', { to: { type: 'int16', table: new Int16Array(256) } });

// A program's own generic function, and sizes that are computed.
const planes = <T extends TypeName>(image: Tensor<T>) =>
  rearrange(image, 'h w c -> c h w', { to: 'float32' });
is<Floats>()(planes({ dims: [1, 1, 1], data: new Uint8Array(1) }), true);
const tiles = (h: Integer, w?: Integer) => rearrange(any, '(y h) (x w) -> y x h w', { sizes: { h, w } });
is<Fresh>()(tiles(1), true);

// A host may have Float16Array or not, so the array of halves is one of two, whatever the program's lib knows.
const converted = rearrange(any, 'n -> n', { to: 'float16' }).data;
// @ts-expect-error it may be a Float16Array
const bits: Uint16Array = converted;
void bits;
if (converted instanceof Uint16Array) is<Uint16Array<ArrayBuffer>>()(converted, true);
else is<'Float16Array'>()(converted[Symbol.toStringTag], true);
is<Uint16Array<ArrayBuffer>>()(
  rearrange(any, 'n -> n', { to: 'float16', out: new Uint16Array(4) }).data,
  true,
);
