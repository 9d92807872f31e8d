// The types of the public surface. No code: `tsc` makes the declarations of the package from it.

/**
 * Element type and the arrays that hold it, as the core's table has them.
 * @typedef {object} DataOfType
 * @property {Float32Array} float32
 * @property {Float64Array} float64
 * @property {Float16Array | Uint16Array} float16
 * @property {Uint8Array | Uint8ClampedArray} uint8
 * @property {Int8Array} int8
 * @property {Uint16Array} uint16
 * @property {Int16Array} int16
 * @property {Uint32Array} uint32
 * @property {Int32Array} int32
 * @property {BigUint64Array} uint64
 * @property {BigInt64Array} int64
 * @property {Uint8Array} bool
 * @property {string[]} string
 * @property {Float32Array} complex64 (re, im) interleaved
 * @property {Float64Array} complex128 (re, im) interleaved
 * @property {Uint16Array} bfloat16
 * @property {Uint8Array} u1 packed, like all below that have less than 8 bits
 * @property {Uint8Array} u2
 * @property {Uint8Array} u3
 * @property {Uint8Array} u4
 * @property {Uint8Array} u6
 * @property {Uint8Array} i4
 * @property {Uint8Array} nf4
 * @property {Uint8Array} f4e2m1
 * @property {Uint8Array} f8e4m3
 * @property {Uint8Array} f8e5m2
 * @property {Uint8Array} f8e8m0
 */

/** @typedef {keyof DataOfType} Type an element type */
/** @typedef {DataOfType[Type]} Data a flat array of elements */
/** @typedef {Type | 'uint4' | 'int4'} TypeName an element type as inputs may spell it */
/** @typedef {number | bigint} Integer */

/**
 * @template {Type} [T=Type]
 * @template {Data} [D=DataOfType[T]]
 * @typedef {object} Tensor
 * @property {T} type
 * @property {readonly number[]} dims
 * @property {D} data row-major
 */

/**
 * What is understood as a tensor. `dtype` and `shape` are other words for `type` and `dims`; `type` may be left out where
 * the class of `data` says it. `stride` and `offset` count elements (of a typed array that is not row-major).
 * @typedef {object} TensorLike
 * @property {TypeName} [type]
 * @property {TypeName} [dtype]
 * @property {ArrayLike<number>} [dims]
 * @property {ArrayLike<number>} [shape]
 * @property {ArrayLike<number>} [stride]
 * @property {number} [offset]
 * @property {Data} data
 */

/** @typedef {Omit<TensorLike, 'data'> & { data?: Data }} Layout a tensor-like whose data may still be missing */

/** @typedef {Integer | ArrayLike<Integer> | TensorLike} Integers one integer, a list, or a tensor of them */

/**
 * @template T
 * @typedef {T extends 'uint4' ? 'u4' : T extends 'int4' ? 'i4' : T extends Type ? T : Type} Canonical
 */

/**
 * The type that the class of an array says.
 * @template D
 * @typedef {D extends Float32Array ? 'float32' : D extends Float64Array ? 'float64'
 *   : D extends Uint8ClampedArray | Uint8Array ? 'uint8' : D extends Int8Array ? 'int8'
 *   : D extends Uint16Array ? 'uint16' : D extends Int16Array ? 'int16'
 *   : D extends Uint32Array ? 'uint32' : D extends Int32Array ? 'int32'
 *   : D extends BigUint64Array ? 'uint64' : D extends BigInt64Array ? 'int64'
 *   : D extends Float16Array ? 'float16' : D extends string[] ? 'string' : Type} TypeOfData
 */

/**
 * The type of the tensors that are cut from an `I`.
 * @template I
 * @typedef {I extends { type: infer T } ? Canonical<T> : I extends { dtype: infer T } ? Canonical<T>
 *   : I extends { data: infer D } ? TypeOfData<D> : Type} TypeOf
 */

/**
 * A tensor cut from an `I`: of its type, its data of the same class.
 * @template {TensorLike} I
 * @typedef {Tensor<TypeOf<I>, I['data']>} Cut
 */

/**
 * The array that `allocate` makes for a type.
 * @template {TypeName} T
 * @typedef {Exclude<DataOfType[Canonical<T>], Uint8ClampedArray | string[]>} ArrayOf
 */

/** @typedef {Data | { type?: string, dtype?: string, data: Data }} Out a tensor or typed array to write into */

/**
 * @typedef {object} Options
 * @property {Integer} [opset] default: the newest; the version with the largest since_version not above it is used
 * @property {boolean} [view] outputs that are one run of the input alias it; the others are copied
 */

/**
 * @typedef {object} RunOptions
 * @property {readonly Out[] | Out} [out] one per output, of the input's class and the output's size
 * @property {boolean} [view] outputs that are one run of the input alias it; the others are copied
 */

/**
 * @typedef {object} NodeOptions
 * @property {string} [domain] 'ai.onnx' (or '') or 'openvino'; default: the one that has the operator
 * @property {Record<string, Integers | null | undefined>} [attributes]
 * @property {Integer} [num_outputs] how many outputs the node has
 */

/**
 * @typedef {object} SliceSpec
 * @property {Integers} starts
 * @property {Integers} ends
 * @property {Integers | null} [axes] default: the first ones
 * @property {Integers | null} [steps] default: 1
 */

/**
 * @typedef {object} SplitSpec
 * @property {Integers | null} [axis] default: 0
 * @property {Integers | null} [split] size of each piece
 * @property {Integers | null} [num_outputs] how many pieces
 */

/**
 * @typedef {object} SplitToSequenceSpec
 * @property {Integers | null} [axis] default: 0
 * @property {Integers | null} [keepdims] default: 1; 0 drops the axis, unless `split` is given
 * @property {Integers | null} [split] a number: chunks of that size; an array: the size of each piece
 */

/**
 * @typedef {object} InputRow
 * @property {string} name
 * @property {Type[]} types
 * @property {boolean} optional
 */

/**
 * @typedef {object} AttributeRow
 * @property {string} name
 * @property {'int' | 'ints'} type
 * @property {boolean} optional
 * @property {number} [default]
 */

/**
 * One version of one operator.
 * @typedef {object} OperatorRow
 * @property {string} domain
 * @property {string} op_type
 * @property {number} since_version
 * @property {InputRow[]} inputs
 * @property {AttributeRow[]} attributes
 * @property {Type[]} types those of the first input
 */

/**
 * @typedef {object} InitOptions `module`, `bytes` or `url` for hosts that do not compile the inlined module
 * @property {WebAssembly.Module} [module] compiled already
 * @property {BufferSource} [bytes] of microtome.wasm
 * @property {string | URL} [url] of microtome.wasm
 * @property {number} [arena] bytes to set apart for `allocate`, less than 2 GiB
 */

export {};
