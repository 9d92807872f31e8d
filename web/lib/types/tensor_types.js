// The types of tensors, and of integers that may be tensors. No code: `tsc` makes the declarations of the package from it.
// How the type of what is cut follows from the type of what is given stands in typing.js.

/** @import { Fit, Holder, HostFloat16Array, Named } from './typing.js' */

/**
 * Element types, and the arrays that hold them. Packed types begin at bit 0 of their first byte.
 * @typedef {object} DataOfType
 * @property {Float32Array} float32
 * @property {Float64Array} float64
 * @property {HostFloat16Array | Uint16Array} float16
 * @property {Uint8Array | Uint8ClampedArray} uint8
 * @property {Int8Array} int8
 * @property {Uint16Array} uint16
 * @property {Int16Array} int16
 * @property {Uint32Array} uint32
 * @property {Int32Array} int32
 * @property {BigUint64Array} uint64
 * @property {BigInt64Array} int64
 * @property {Uint8Array} bool a byte per element
 * @property {string[]} string
 * @property {Float32Array} complex64 (re, im) interleaved
 * @property {Float64Array} complex128 (re, im) interleaved
 * @property {Uint16Array} bfloat16 its bit patterns
 * @property {Uint8Array} u1 packed, like all below that have less than 8 bits
 * @property {Uint8Array} u2 packed
 * @property {Uint8Array} u3 packed: 8 elements in 3 bytes
 * @property {Uint8Array} u4 packed
 * @property {Uint8Array} u6 packed: 4 elements in 3 bytes
 * @property {Uint8Array} i4 packed
 * @property {Uint8Array} nf4 packed
 * @property {Uint8Array} f4e2m1 packed
 * @property {Uint8Array} f8e4m3 a byte per element
 * @property {Uint8Array} f8e5m2 a byte per element
 * @property {Uint8Array} f8e8m0 a byte per element
 * @property {Uint8Array} uint4 another name of u4
 * @property {Uint8Array} int4 another name of i4
 * @property {Uint8Array} float4e2m1 another name of f4e2m1
 * @property {Uint8Array} float8e4m3fn another name of f8e4m3
 * @property {Uint8Array} float8e5m2 another name of f8e5m2
 * @property {Uint8Array} float8e8m0 another name of f8e8m0
 */

/** @typedef {keyof DataOfType & string} TypeName An element type as a tensor names it. Outputs name it as the input does. */

/**
 * Other names of types: those of ONNX, where the operator table has OpenVINO's.
 * @typedef {object} Aliases
 * @property {'u4'} uint4
 * @property {'i4'} int4
 * @property {'f4e2m1'} float4e2m1
 * @property {'f8e4m3'} float8e4m3fn
 * @property {'f8e5m2'} float8e5m2
 * @property {'f8e8m0'} float8e8m0
 */

/** @typedef {Exclude<TypeName, keyof Aliases>} Type An element type as the operator table names it. */

/** @typedef {DataOfType[TypeName]} Data A flat array of elements. */

/** @typedef {Data | readonly string[]} AnyData A flat array of elements that is only read. */

/**
 * A tensor as every call returns it, and takes it.
 * @template {TypeName} [T=TypeName]
 * @template {Data} [D=DataOfType[T]]
 * @typedef {object} Tensor
 * @property {T} type of its elements
 * @property {readonly number[]} dims size of each axis
 * @property {D} data row-major, unless there are strides
 * @property {readonly number[]} [stride] elements from one index of an axis to the next; only if the call was given a strided `out`
 * @property {number} [offset] elements before the first one; only with `stride`
 */

/**
 * All of a tensor but its data.
 * @template T type, if it is named
 * @template {TypeName} [A=TypeName] types that it may have
 * @typedef {object} Described
 * @property {Named<T, A>} [type] may be left out where the class of `data` says it
 * @property {Named<T, A>} [dtype] another word for `type`
 * @property {ArrayLike<Integer>} [dims] size of each axis
 * @property {ArrayLike<Integer>} [shape] another word for `dims`
 * @property {ArrayLike<Integer> | ((...args: any[]) => unknown)} [stride] elements from one index of an axis to the next, also
 *   negative; default: row-major, also where a method has that name
 * @property {ArrayLike<Integer>} [strides] another word for `stride`; without an `offset` they must be row-major
 * @property {Integer} [offset] elements before the first one; default: 0
 */

/**
 * What is understood as a tensor: `{ type, dims, data }`, `{ dtype, shape, data }`, strided `{ data, shape, stride, offset }`,
 * and `{ dims, data }` where the class of the data says the type.
 *
 * What became of its buffer is seen: what was detached or has shrunk is `bad_input`. Of memory that another thread writes
 * meanwhile, old and new bytes are cut as they are met.
 * @template [T=string | undefined] type, if it is named
 * @template [D=AnyData] class of the data
 * @template {TypeName} [A=TypeName] types that it may have
 * @typedef {Described<T, A> & { data: Holder<T, D, A> }} TensorLike
 */

/**
 * A tensor whose data may be missing, for `plan`.
 * @template [T=string | undefined]
 * @template [D=AnyData]
 * @template {TypeName} [A=TypeName]
 * @typedef {TensorLike<T, D, A> | (Described<T, A> & { data?: null })} Layout
 */

/**
 * The array that `allocate` makes for a type.
 * @template {TypeName} T
 * @typedef {Exclude<DataOfType[T], Uint8ClampedArray | string[]>} ArrayOf
 */

/** @typedef {number | bigint} Integer An integer; a fraction, NaN or infinity is `not_integer`. */

/**
 * A tensor of integers, strided or not.
 * @template {TypeName} [A='int32' | 'int64'] types that it may have
 * @template [I=DataOfType[A]] class of its data
 * @typedef {Described<string | undefined> & { data: Fit<I, DataOfType[A]> }} IntegerTensor
 */

/**
 * One integer, or a tensor of rank 0.
 * @template {TypeName} [A='int32' | 'int64'] types of a tensor
 * @template [I=DataOfType[A]] class of its data
 * @typedef {Integer | IntegerTensor<A, I>} OneInteger
 */

/**
 * A list of integers (an array, a typed array), or a tensor of rank 1.
 * @template {TypeName} [A='int32' | 'int64'] types of a tensor
 * @template [I=DataOfType[A]] class of its data
 * @typedef {ArrayLike<Integer> | IntegerTensor<A, I>} IntegerList
 */

/**
 * One integer, a list, or a tensor of them.
 * @template {TypeName} [A='int32' | 'int64'] types of a tensor
 * @template [I=DataOfType[A]] class of its data
 * @typedef {OneInteger<A, I> | IntegerList<A, I>} Integers
 */

export {};
