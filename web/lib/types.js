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
 * @property {Data} data what became of its buffer is seen: what was detached or has shrunk is `bad_input`. Of memory that another
 *   thread writes meanwhile, old and new bytes are cut as they are met
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
 * @property {readonly Out[] | Out} [out] one per output, of the input's class and the output's size, none in the memory of
 *   another. The one output of a call that is one run of the input may lie in the input's memory: it is written as if it lay
 *   elsewhere. (Two SharedArrayBuffers of the same memory are not recognised.)
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
 * @property {0 | 1 | '0 or 1' | 'any'} rank 0: one integer (VariadicSplit's `axis` may be a list of one, too), 1: a list,
 *   '0 or 1': either, with different meanings, 'any': the tensor that is cut
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
 * Every `code` of a MicrotomeError.
 * @typedef {object} Mistakes
 * @property {never} missing a required input or attribute is absent
 * @property {never} conflict two parameters exclude each other
 * @property {never} bad_type an element type outside the version's list
 * @property {never} bad_rank a tensor of the wrong rank, or of too many axes
 * @property {never} bad_input dims, strides and data do not fit together
 * @property {never} too_large a size or a product of sizes beyond 2^53
 * @property {never} not_integer a fraction, NaN or infinity
 * @property {never} bad_axis an axis outside [-rank, rank)
 * @property {never} repeated_axis one axis named twice
 * @property {never} too_many_axes more starts than the data has axes
 * @property {never} length_mismatch lists that go together differ in length
 * @property {never} zero_step a step of 0
 * @property {never} index_out_of_range a single index outside its axis
 * @property {never} bad_size a piece of negative size, a chunk below 1
 * @property {never} ambiguous_size more than one -1
 * @property {never} sum_mismatch the sizes do not add up to the axis
 * @property {never} empty_split a list of sizes without entries
 * @property {never} not_divisible equal pieces asked of an axis that has none
 * @property {never} bad_count a number of outputs below 1
 * @property {never} count_mismatch the node's outputs and the sizes differ in number
 * @property {never} too_many_outputs more than are made: 2^20
 * @property {never} out_of_memory lists, outputs or strings that do not fit into memory
 * @property {never} bad_argument an argument that is no object or list as it must be, or that cannot be read
 * @property {never} bad_index_string a notation that is none
 * @property {never} bad_opset an opset without a version of the operator
 * @property {never} bad_out arrays that cannot be written: number, class, length, overlap
 * @property {never} too_many_inputs more than the operator has
 * @property {never} unknown_attribute a name that the version does not have
 * @property {never} unknown_operator a name or domain outside the table
 * @property {never} not_initialized a call before `await init()`
 * @property {never} no_arena allocating or releasing without `init({ arena })`
 * @property {never} arena_full an array for which the arena has no room
 * @property {never} load_failed the WebAssembly module that was given is not ours, or could not be fetched
 * @property {never} unsupported_host no WebAssembly, no SIMD, or a policy that forbids it
 */

/** @typedef {keyof Mistakes} Code */

/**
 * @typedef {object} InitOptions at most one of `module`, `bytes` and `url`, for hosts that do not compile the inlined module
 * @property {WebAssembly.Module} [module] compiled already, elsewhere if a policy forbids it here
 * @property {BufferSource} [bytes] of microtome.wasm
 * @property {string | URL} [url] of microtome.wasm; it may be served as any type
 * @property {number} [arena] bytes to set apart for `allocate`, less than 2 GiB
 */

export {};
