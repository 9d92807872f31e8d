// The types of the public surface: options, parameters, the operator table and errors; those of tensors stand in
// tensor_types.js. No code: `tsc` makes the declarations of the package from it. A new kind of mistake is a row of Mistakes.

/** @import { AnyData, Integer, IntegerList, Integers, OneInteger, Type, TypeName } from './types/tensor_types.js' */
/** @import { Attributes, ClassOf, Domain, HostModule, HostURL } from './types/typing.js' */

/**
 * A decided cut, as `plan` returns it.
 * @template {TypeName} [T=TypeName]
 * @typedef {import('./plan/plan.js').Plan<T>} Plan
 */

/**
 * What `slice`, `split`, `splitToSequence` and `variadicSplit` may be told besides.
 * @template [D=AnyData] class of the input's data
 * @template {Integer | undefined} [O=Integer | undefined]
 * @typedef {OpsetOptions<O> & RunOptions<D>} Options
 */

/**
 * Which version of an operator.
 * @template {Integer | undefined} [O=Integer | undefined]
 * @typedef {object} OpsetOptions
 * @property {O} [opset] the version with the largest `since_version` not above it is used; default: the newest
 */

/**
 * How a cut is carried out.
 * @template [D=AnyData] class of the input's data
 * @typedef {object} RunOptions
 * @property {readonly Out<D>[] | Out<D>} [out] one per output, of the input's class and the output's size, none in the memory
 *   of another. The one output of a call that is one run of the input may lie in the input's memory: it is written as if it
 *   lay elsewhere. (Two SharedArrayBuffers of the same memory are not recognised.)
 * @property {boolean} [view] outputs that are one run of the input alias it; the others are copied. Default: all are copied
 */

/**
 * A typed array, an array of strings, or a tensor of one, to write into.
 * @template [D=AnyData] class of the input's data
 * @typedef {ClassOf<D>[1] | { type?: string, dtype?: string, data: ClassOf<D>[1] }} Out
 */

/**
 * What a node has besides its inputs, for `evaluate` and `plan`.
 * @template [Op=string]
 * @template {Integer | undefined} [O=Integer | undefined]
 * @template [A=Record<string, Integers<TypeName> | null | undefined>] attributes, as they are given
 * @template [M=string] domain, as it is given
 * @typedef {OpsetOptions<O> & OwnOptions<Op, O, A, M>} NodeOptions
 */

/**
 * What only nodes have.
 * @template Op
 * @template O
 * @template A
 * @template M
 * @typedef {object} OwnOptions
 * @property {Domain<Op, M>} [domain] 'ai.onnx' (or '') or 'openvino'; default: the one that has the operator
 * @property {Attributes<Op, O, A>} [attributes] those of the version in effect
 * @property {OneInteger} [num_outputs] how many outputs the node has
 */

/**
 * What is carried out together. For all indices over `sizes` in row-major order, each stream copies `run` units from
 * `offset + sum(index[i] * strides[i])` of the input's data, and writes them one after the other into its output.
 * @typedef {object} Move
 * @property {'runs' | 'staged' | 'scalar'} way how ordinary arrays move: run by run with the host's memcpy; tile by tile through
 *   WebAssembly; or by a loop in JavaScript
 * @property {'byte' | 'element' | 'entry'} unit of strides, offsets and runs: bytes; elements of a packed type whose runs do not
 *   begin and end at whole bytes; entries of an array of strings
 * @property {readonly number[]} sizes as few as say the same; none: one run per stream
 * @property {readonly number[]} strides as many; may be negative or 0
 * @property {readonly Stream[]} streams at least one
 */

/**
 * One output's part of a move.
 * @typedef {object} Stream
 * @property {number} output index into `outputs`
 * @property {number} offset of the first run in the input's data
 * @property {number} run units, at least 1
 */

/**
 * @typedef {object} AllocateOptions Options of `plan.allocate`.
 * @property {boolean} [arena] take the arrays from the arena (`init({ arena })`) as long as it has room
 */

/**
 * Parameters of Slice. Of each axis, every `steps[i]`-th index from `starts[i]` until `ends[i]`, which is left out; negative
 * bounds count from the end, and bounds are clamped.
 * @template [L=IntegerList] a list
 * @typedef {object} SliceSpec
 * @property {L} starts
 * @property {L} ends as many
 * @property {L | null} [axes] as many; default: the first ones
 * @property {L | null} [steps] as many, not 0; default: 1; since opset 10
 */

/**
 * Parameters of Slice at an opset.
 * @template {Integer | undefined} O
 * @template I class of lists that are tensors
 * @typedef {Attributes<'Slice', O> extends { starts: any } ? Omit<SliceSpec<IntegerList<'int32' | 'int64', I>>, 'steps'>
 *   : SliceSpec<IntegerList<'int32' | 'int64', I>>} SliceSpecAt
 */

/**
 * Parameters of Split: `split` or `num_outputs`, and `axis`.
 * @template [L=IntegerList<'int64'>] a list; before opset 13 a tensor may be int32, too
 * @typedef {SplitSizes<L> | SplitCount<L>} SplitSpec
 */

/**
 * Parameters of Split with the size of each piece.
 * @template L
 * @typedef {object} SplitSizes
 * @property {OneInteger | null} [axis] default: 0
 * @property {L | null | undefined} split
 * @property {OneInteger | null} [num_outputs] before opset 18, as many as there are sizes
 */

/**
 * Parameters of Split with the number of pieces.
 * @template L
 * @typedef {object} SplitCount
 * @property {OneInteger | null} [axis] default: 0
 * @property {OneInteger | null | undefined} num_outputs
 * @property {L | null} [split]
 */

/**
 * Parameters of Split at an opset.
 * @template {Integer | undefined} O
 * @template I class of a list that is a tensor
 * @typedef {SplitSpec<IntegerList<'split' extends keyof Attributes<'Split', O> ? 'int32' | 'int64' : 'int64', I>>} SplitSpecAt
 */

/**
 * Parameters of SplitToSequence.
 * @template [L=IntegerList] a list
 * @typedef {object} SplitToSequenceSpec
 * @property {OneInteger | null} [axis] default: 0
 * @property {OneInteger | null} [keepdims] default: 1; 0 drops the axis, unless `split` is given
 * @property {OneInteger | L | null} [split] a number: chunks of that size; a list: the size of each piece
 */

/**
 * An input, in a row of the operator table.
 * @typedef {object} InputRow
 * @property {string} name
 * @property {readonly Type[]} types
 * @property {boolean} optional
 * @property {0 | 1 | '0 or 1' | 'any'} rank 0: one integer (VariadicSplit's `axis` may be a list of one, too), 1: a list,
 *   '0 or 1': either, with different meanings, 'any': the tensor that is cut
 */

/**
 * An attribute, in a row of the operator table.
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
 * @property {readonly InputRow[]} inputs
 * @property {readonly AttributeRow[]} attributes
 * @property {readonly Type[]} types those of the first input
 */

/**
 * Every `code` of a MicrotomeError, and what it means.
 * @typedef {object} Mistakes
 * @property {never} missing a required input or attribute is absent
 * @property {never} conflict two parameters exclude each other
 * @property {never} bad_type an element type outside the version's list
 * @property {never} bad_rank a tensor of the wrong rank, or of too many axes
 * @property {never} bad_input dims, strides and data do not fit together
 * @property {never} too_large a size or a product of sizes beyond 2^53, or new arrays of more than 2^40 bytes
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

/** @typedef {keyof Mistakes & string} Code A stable word for a kind of mistake: one of `Mistakes`. */

/**
 * Where the WebAssembly module comes from: inlined, or for hosts that do not compile that, one of `module`, `bytes` and `url`.
 * @typedef {object} InitOptions
 * @property {HostModule} [module] compiled already, elsewhere if a policy forbids it here
 * @property {ArrayBuffer | ArrayBufferView} [bytes] of microtome.wasm
 * @property {string | HostURL} [url] of microtome.wasm; it may be served as any type. Of a file in Node, a `file:` URL
 * @property {number} [arena] bytes to set apart for `allocate`, less than 2 GiB
 */

export * from './types/tensor_types.js'; // at the end: TypeScript takes no comments behind the last statement
