// Element types, the arrays that hold them, and how one follows from the other. No code.

/** A class that only some hosts have; `Else`, if the program's `lib` does not know it. */
export type Host<N extends string, Else = never> = typeof globalThis extends {
  [K in N]: { prototype: infer A };
}
  ? A
  : Else;

export type HostFetch = typeof globalThis extends { fetch: infer F } ? F : never;

export type HostModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } }
  ? M
  : object;

/** A Float16Array, for programs whose `lib` does not know that class, although their hosts may have it. */
export interface Halves
  extends Pick<
    Float32Array,
    'BYTES_PER_ELEMENT' | 'buffer' | 'byteLength' | 'byteOffset' | 'length' | 'join'
  > {
  readonly [Symbol.toStringTag]: 'Float16Array';
  [index: number]: number;
  slice(start?: number, end?: number): Halves;
  set(array: ArrayLike<number>, offset?: number): void;
}

/** A new array of any class: since TypeScript 5.7, one with an `ArrayBuffer`. */
export type NewData = ReturnType<Data['slice']>;

/** A new array of the class of `A`. */
export type New<A> = 0 extends 1 & A
  ? any
  : Data extends A
    ? NewData
    : A extends { slice(): infer N extends Data }
      ? N
      : never;

/**
 * Element types, and the arrays that hold them.
 *
 * The elements of a packed type begin at the start of the array's first byte.
 */
export interface DataOfType {
  float32: Float32Array;
  float64: Float64Array;
  /** New arrays are a Float16Array if the host has that class. A Uint16Array holds bit patterns. */
  float16: Host<'Float16Array', Halves> | Uint16Array;
  uint8: Uint8Array | Uint8ClampedArray;
  int8: Int8Array;
  uint16: Uint16Array;
  int16: Int16Array;
  uint32: Uint32Array;
  int32: Int32Array;
  uint64: BigUint64Array;
  int64: BigInt64Array;
  /** A byte per element. */ bool: Uint8Array;
  string: string[];
  /** Real and imaginary parts alternate. */ complex64: Float32Array;
  /** Real and imaginary parts alternate. */ complex128: Float64Array;
  /** Bit patterns. */ bfloat16: Uint16Array;
  /** Packed: 8 elements per byte. */ u1: Uint8Array;
  /** Packed: 4 elements per byte. */ u2: Uint8Array;
  /** Packed: 8 elements in 3 bytes. */ u3: Uint8Array;
  /** Packed: 2 elements per byte. */ u4: Uint8Array;
  /** Packed: 4 elements in 3 bytes. */ u6: Uint8Array;
  /** Packed: 2 elements per byte. */ i4: Uint8Array;
  /** Packed: 2 elements per byte. */ nf4: Uint8Array;
  /** Packed: 2 elements per byte. */ f4e2m1: Uint8Array;
  /** A byte per element. */ f8e4m3: Uint8Array;
  /** A byte per element. */ f8e5m2: Uint8Array;
  /** A byte per element. */ f8e8m0: Uint8Array;
  /** Another name of u4. */ uint4: Uint8Array;
  /** Another name of i4. */ int4: Uint8Array;
  /** Another name of f4e2m1. */ float4e2m1: Uint8Array;
  /** Another name of f8e4m3. */ float8e4m3fn: Uint8Array;
  /** Another name of f8e5m2. */ float8e5m2: Uint8Array;
  /** Another name of f8e8m0. */ float8e8m0: Uint8Array;
}

/**
 * An element type as a tensor names it.
 *
 * Outputs repeat the input's name.
 */
export type TypeName = keyof DataOfType & string;

/** Second names of types: ONNX's, where the operator table uses OpenVINO's. */
export interface Aliases {
  uint4: 'u4';
  int4: 'i4';
  float4e2m1: 'f4e2m1';
  float8e4m3fn: 'f8e4m3';
  float8e5m2: 'f8e5m2';
  float8e8m0: 'f8e8m0';
}

/** An element type as the operator table names it. */
export type Type = Exclude<TypeName, keyof Aliases>;

/** Types of less than a byte, and others that only OpenVINO's operators and a few of ONNX's have. */
type Small = 'u1' | 'u2' | 'u3' | 'u4' | 'u6' | 'i4' | 'nf4' | 'f4e2m1' | 'f8e4m3' | 'f8e5m2' | 'f8e8m0';

/** Types of ONNX's operators: Slice, Split and SplitToSequence. */
export type OnnxType = Exclude<TypeName, Small | keyof Aliases>;

/** Types of ConcatFromSequence. */
export type SequenceType = Exclude<OnnxType, 'bfloat16'>;

/** Types of TensorScatter. */
export type CacheType = Exclude<TypeName, 'u1' | 'u2' | 'u3' | 'u6' | 'nf4'>;

/** Types of OpenVINO's operators. */
export type RealType = Exclude<TypeName, 'complex64' | 'complex128'>;

/** Types of SliceScatter. */
export type NumericType = Exclude<RealType, 'string'>;

/** Integers of OpenVINO's parameters. */
export type IntegerType = 'uint8' | 'int8' | 'uint16' | 'int16' | 'uint32' | 'int32' | 'uint64' | 'int64';

/** A type that elements can become. */
export type Target =
  | IntegerType
  | 'bool'
  | 'float16'
  | 'bfloat16'
  | 'float32'
  | 'float64'
  | 'f8e4m3'
  | 'f8e5m2'
  | 'float8e4m3fn'
  | 'float8e5m2'
  | 'u1'
  | 'u2'
  | 'u3'
  | 'u4'
  | 'u6'
  | 'i4'
  | 'uint4'
  | 'int4';

/**
 * The type that elements of type `T` become: `C`, if that is possible, or if `C` is not known. Otherwise all possible
 * types, for the compiler's error.
 */
export type Becoming<C extends TypeName | undefined, T extends TypeName> = TypeName extends C
  ? C
  : C extends Target | undefined
    ? C
    : C extends T
      ? C
      : Target;

/** A flat array of elements. */
export type Data = DataOfType[TypeName];

/** A flat array of elements that is only read. */
export type AnyData = Data | readonly string[];

/** The new arrays of each type. */
type NewOfType = { [T in TypeName]: New<Exclude<DataOfType[T], Uint8ClampedArray | string[]>> };

/** The array that is made for a type. */
export type ArrayOf<T extends TypeName> = NewOfType[T];

/** The same, and the array that is made for strings. */
export type Allocated<T extends TypeName> = T extends 'string' ? string[] : ArrayOf<T>;

/**
 * How a program may declare its `type`: as a literal, as any string, or as `object`. `@stdlib` declares its dtype as
 * `object`, although the value is a string.
 */
export type TypeWord = string | object | undefined;

/**
 * By class name: the type that a class stands for, and the class itself. It has no type arguments, because TypeScript
 * before 5.7 does not know them.
 */
interface Classes {
  Float16Array: ['float16', Host<'Float16Array', Halves>];
  Float32Array: ['float32', Float32Array];
  Float64Array: ['float64', Float64Array];
  Int8Array: ['int8', Int8Array];
  Int16Array: ['int16', Int16Array];
  Int32Array: ['int32', Int32Array];
  BigInt64Array: ['int64', BigInt64Array];
  Uint8Array: ['uint8', Uint8Array];
  Uint8ClampedArray: ['uint8', Uint8ClampedArray];
  Uint16Array: ['uint16', Uint16Array];
  Uint32Array: ['uint32', Uint32Array];
  BigUint64Array: ['uint64', BigUint64Array];
}

/** The type that an array stands for, and its class. */
export type ClassOf<D> = 0 extends 1 & D
  ? [TypeName, any]
  : D extends { readonly [Symbol.toStringTag]: infer N extends keyof Classes }
    ? Classes[N]
    : D extends readonly string[]
      ? ['string', string[]]
      : [TypeName, Data];

/**
 * An array of the same class as another.
 *
 * It is the array's exact type (`Float32Array<ArrayBuffer>`); for a subclass (Node's Buffer), it is the base class.
 */
export type Own<D> = 0 extends 1 & D
  ? any
  : Data extends D
    ? Data
    : D extends Data
      ? keyof D extends keyof ClassOf<D>[1]
        ? D
        : ClassOf<D>[1]
      : string[];

/** The type of a tensor: the one it names, or the one that the class of its data stands for. */
export type TypeOf<T, D> = [T] extends [undefined]
  ? Data extends D
    ? TypeName
    : ClassOf<D>[0]
  : TypeName extends T
    ? TypeName
    : T extends TypeName
      ? T
      : T extends undefined
        ? never // a `Tensor`, which has either a type or a class that stands for it
        : TypeName;

/**
 * The name of an element type: `T`, if it is legal, or as wide as `string`. Otherwise all legal names, so that the
 * compiler's error lists them. It compares the keys of a mapped type instead of `T`, because otherwise TypeScript
 * rejects the type parameter of a caller's generic function.
 */
export type Named<T, A extends TypeName> = {
  [K in 'x' as Extract<T, string> | '!']: 1;
} extends { '!': 1 } & { [K in A]?: never }
  ? A
  : string extends T
    ? string | object
    : T;

/** The arrays that may hold a type. */
export type Holders = { [T in TypeName]: T extends 'string' ? readonly string[] : DataOfType[T] };

/** The given type, if it may be one of the expected types. Otherwise the expected types, for the compiler's error. */
export type Fit<Given, Expected> = [Extract<Given, Expected>] extends [never]
  ? [Expected] extends [Given]
    ? Given
    : Expected
  : Given;

/**
 * An array that may hold type `T`, or one of the types `A` if `T` is none of them. If `T` is what the class of `D`
 * stands for, any array for `A` fits: TypeScript sees this in a caller's generic function without knowing `D`.
 */
export type Holder<T, D, A extends TypeName = TypeName> = [ClassOf<D>[0]] extends [T]
  ? Fit<D, Holders[A]>
  : [T] extends [A]
    ? Fit<D, Holders[T]>
    : Fit<D, Holders[A]>;

/** An array of the class that `L` is, or of the class of the array `L`. */
export type Instance<L> = New<L extends new (length: number) => infer A ? A : Own<L>>;

/** An array that may hold a type, or its class: `L`, if it is one; otherwise all of them, for the compiler's error. */
export type Like<T extends TypeName, L> = [L] extends [Allocated<T>]
  ? L
  : [Extract<Instance<L>, Holders[T]>] extends [never]
    ? Holders[T] | (new (length: number) => Holders[T])
    : L;

/**
 * The arrays into which outputs are written: those that hold `C`, or, if `C` is undefined, those like the input's
 * data.
 */
export type Written<D, C extends TypeName | undefined> = C extends TypeName ? DataOfType[C] : D;

/** What a plan does: cuts a tensor, gathers from one, joins several, or fills the border of one. */
export type Kind = 'cut' | 'gather' | 'join' | 'fill';

/** The arrays that may be written in place of one of class `C`: bytes are bytes, clamped or not. */
type Alike<C> = C extends Uint8Array | Uint8ClampedArray ? Uint8Array | Uint8ClampedArray : C;

/** Arrays into which outputs with the class of `D` may be written. */
export type Writable<D> = Alike<ClassOf<D>[1]>;

/** The data of an output that was written into `W`: an array, a tensor, or a list of them. */
export type DataIn<W> = W extends Data
  ? W
  : W extends readonly (infer O)[]
    ? DataIn<O>
    : W extends { data: infer A extends Data }
      ? A
      : never;

/** `W`, which TypeScript does not infer from what a program expects of a result. */
export type Given<W> = [W][W extends any ? 0 : never];

/** The data of an output: in `W`, the caller's `out`; without one (`never`), in a new array like `D`. */
export type Into<D, W> = [W] extends [never] ? New<Own<D>> : DataIn<Given<W>>;
