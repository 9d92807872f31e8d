// The types of the public surface: options, parameters, the operator table and errors; those of tensors stand in
// tensor_types.js. No code: `tsc` makes the declarations of the package from it. A new kind of mistake is a row of Mistakes.

/** @import { AnyData, Described, Integer, IntegerList, Integers, OneInteger, Type, TypeName } from './types/tensor_types.js' */
/** @import { AttributeArgument, Attributes, ClassOf, Domain, HostModule, HostURL } from './types/typing.js' */

/**
 * A decided call, as `plan` returns it.
 * @template {TypeName} [T=TypeName] type of all tensors
 * @template {'cut' | 'join'} [K='cut'] whether `run` takes one tensor, or a list of tensors
 * @typedef {import('./plan/plan.js').Plan<T, K>} Plan
 */

/**
 * Options of `slice`, `split`, `splitToSequence` and `variadicSplit`.
 * @template [D=AnyData] class of the input's data
 * @template {Integer | undefined} [O=Integer | undefined]
 * @typedef {OpsetOptions<O> & RunOptions<D>} Options
 */

/**
 * Options of `concatFromSequence`, `sliceScatter` and `tensorScatter`: as `Options`, but a join has no `view`.
 * @template [D=AnyData] class of the first tensor's data
 * @template {Integer | undefined} [O=Integer | undefined]
 * @typedef {OpsetOptions<O> & OutOptions<D>} JoinOptions
 */

/**
 * Options of `concat`.
 * @template [D=AnyData] class of the first tensor's data
 * @template {Integer | undefined} [O=Integer | undefined]
 * @template [M=string] domain, as it is given
 * @typedef {JoinOptions<D, O> & { domain?: Domain<'Concat', M> }} ConcatOptions
 */

/**
 * Which version of an operator.
 * @template {Integer | undefined} [O=Integer | undefined]
 * @typedef {object} OpsetOptions
 * @property {O} [opset] the version with the largest `since_version` not above it is used; default: the newest
 */

/**
 * Where the outputs are written.
 * @template [D=AnyData] class of the first input's data
 * @typedef {object} OutOptions
 * @property {readonly Out<D>[] | Out<D>} [out] one per output, of the first input's class. Outputs must not overlap each other,
 *   but they may alternate in one array, like the channels of an image. Nor may they overlap an input, with two exceptions:
 *   - a cut's single output, if it is one run of the input. The result is as if the input had been copied first.
 *   - the output of `sliceScatter` or `tensorScatter`, if it is exactly the first tensor. Then only the updates are written.
 *
 *   (Two SharedArrayBuffers of the same memory are not recognised.)
 */

/**
 * How a call is carried out.
 * @template [D=AnyData] class of the first input's data
 * @typedef {OutOptions<D> & ViewOptions} RunOptions
 */

/**
 * @typedef {object} ViewOptions What only cuts can do.
 * @property {boolean} [view] outputs that are one run of the input alias it; the others are copied. Default: all are copied.
 *   Joins ignore it
 */

/**
 * An array to write into, or a tensor. A bare array, or a tensor without strides, has exactly the output's length. With `stride`
 * and `offset`, both in elements, the output's elements are a part of a larger array, and all other elements stay as they are;
 * strides may be negative, but no two elements may share a place. `{ data: frame, shape: [8, 8], stride: [640, 1], offset: 6420 }`
 * is a tile of 8 by 8 pixels in row 10 and column 20 of a frame that is 640 pixels wide.
 * @template [D=AnyData] class of the first input's data
 * @typedef {ClassOf<D>[1] | (Described<string | undefined> & { data: ClassOf<D>[1] })} Out
 */

/**
 * What a node has besides its inputs, for `evaluate` and `plan`.
 * @template [Op=string]
 * @template {Integer | undefined} [O=Integer | undefined]
 * @template [A=Record<string, AttributeArgument>] attributes, as they are given
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
 * @property {Domain<Op, M>} [domain] 'ai.onnx' (or '') or 'openvino'; default: the one that has the operator, and 'ai.onnx' if both
 *   have it
 * @property {Attributes<Op, O, A, M>} [attributes] those of the version in effect
 * @property {OneInteger} [num_outputs] how many outputs the node has
 */

/**
 * Elements that move together, between one tensor, the whole, and one or more others, the parts. The whole is a cut's input or a
 * join's output; the parts are a cut's outputs or a join's inputs. A cut reads the whole, a join writes it.
 *
 * Take all indices over `sizes` in row-major order. At each of them, each stream copies `run` units. They are at
 * `stream.offset + sum(index[i] * strides[i])` in the whole, and at `stream.partOffset + sum(index[i] * partStrides[i])` in the
 * part. Without `partStrides` the runs of a part follow one another from its start.
 * @example
 * // Two planes of 3 bytes become pixels: byte i of plane 0 becomes byte 2 * i of the output, byte i of plane 1 byte 2 * i + 1.
 * const move = { unit: 'byte', sizes: [3], strides: [2], streams: [{ input: 0, offset: 0, run: 1 }, { input: 1, offset: 1, run: 1 }] };
 * @template {'cut' | 'join'} [K='cut' | 'join']
 * @typedef {object} Move
 * @property {'runs' | 'staged' | 'scalar'} way how ordinary arrays move: run by run with the host's memcpy; tile by tile through
 *   WebAssembly; or by a loop in JavaScript
 * @property {'byte' | 'element' | 'entry'} unit of strides, offsets and runs: bytes; elements of a packed type whose runs do not
 *   begin and end at whole bytes; entries of an array of strings
 * @property {readonly number[]} sizes as few as say the same; none: one run per stream
 * @property {readonly number[]} strides in the whole, one per size; may be negative or 0
 * @property {readonly number[]} [partStrides] in the part, one per size; only if the part is not in row-major order, as a join's
 *   strided input. Such a move has one stream
 * @property {readonly Stream<K>[]} streams at least one
 */

/**
 * One part of a move: an output of a cut, or an input of a join.
 * @template {'cut' | 'join'} [K='cut' | 'join']
 * @typedef {{ cut: OutputStream, join: InputStream }[K]} Stream
 */

/**
 * One output of a cut, as a part of a move.
 * @typedef {object} OutputStream
 * @property {number} output index into `outputs`
 * @property {undefined} [input]
 * @property {number} offset of the first run in the input's data
 * @property {number} run units, at least 1
 * @property {number} [partOffset] of the first run in the output's data; only with `partStrides`
 */

/**
 * One input of a join, as a part of a move.
 * @typedef {object} InputStream
 * @property {number} input index into the list of tensors
 * @property {undefined} [output]
 * @property {number} offset of the first run in the output's data
 * @property {number} run units, at least 1
 * @property {number} [partOffset] of the first run in the input's data; only with `partStrides`
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
 * Parameters of `assign`: those of Slice, whose lists may be tensors of int32 or int64.
 * @template [I=never] class of lists that are tensors
 * @typedef {SliceSpec<IntegerList<'int32' | 'int64', I>>} AssignSpec
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
 * Parameters of ConcatFromSequence.
 * @typedef {object} ConcatFromSequenceSpec
 * @property {OneInteger} axis where the tensors follow one another, or with `new_axis` 1 the axis that is made: in
 *   [-rank - 1, rank] of the tensors, because it counts in the output
 * @property {OneInteger | null} [new_axis] default: 0; any other value stacks the tensors on a new axis
 */

/**
 * Parameters of SliceScatter: which elements of the data are replaced. They mean what Slice's mean.
 * @template [L=IntegerList] a list
 * @typedef {object} SliceScatterSpec
 * @property {L} start first index on each axis; negative: from the end
 * @property {L} stop as many: where each axis ends; this index is left out
 * @property {L} step as many, not 0
 * @property {L | null} [axes] as many; default: the first ones
 */

/**
 * Parameters of TensorScatter: where the update goes. `{ write_indices: [5, 9], axis: 1 }` writes the update of batch item 0 from
 * position 5 on, and that of item 1 from position 9 on.
 * @template [L=IntegerList<'int64'>] a list
 * @typedef {object} TensorScatterSpec
 * @property {L | null} [write_indices] first position on the axis, one for each item of the batch (axis 0); default: 0 for all
 * @property {OneInteger | null} [axis] on which the positions count, not the batch; default: -2
 * @property {'linear' | 'circular' | null} [mode] 'circular' continues at the start of the axis where it ends; 'linear', the
 *   default, refuses positions beyond it
 */

/**
 * An input, in a row of the operator table.
 * @typedef {object} InputRow
 * @property {string} name
 * @property {readonly Type[]} types
 * @property {boolean} optional
 * @property {0 | 1 | '0 or 1' | 'any'} rank 0: one integer (VariadicSplit's and Split's `axis` in OpenVINO may be a list of one,
 *   too), 1: a list, '0 or 1': either, with different meanings, 'any': a tensor that is cut or joined
 * @property {true} [variadic] any number of tensors, at least one, each of them an input: `[a, b, c]`
 * @property {true} [sequence] any number of tensors, at least one, which are one input together: `[[a, b, c]]`
 */

/**
 * An attribute, in a row of the operator table.
 * @typedef {object} AttributeRow
 * @property {string} name
 * @property {'int' | 'ints' | 'string'} type
 * @property {boolean} optional
 * @property {number | string} [default]
 * @property {readonly string[]} [choices] the legal words of a string
 */

/**
 * One version of one operator.
 * @typedef {object} OperatorRow
 * @property {string} domain
 * @property {string} op_type
 * @property {number} since_version
 * @property {readonly InputRow[]} inputs
 * @property {readonly AttributeRow[]} attributes
 * @property {readonly Type[]} types those of the first input, and of all tensors that are joined with it
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
 * @property {never} bad_argument an argument that is no object, list or word as it must be, or that cannot be read
 * @property {never} bad_index_string a notation that is none
 * @property {never} bad_opset an opset without a version of the operator
 * @property {never} shape_mismatch inputs of a join whose ranks or sizes do not fit together
 * @property {never} bad_out arrays that cannot be written: number, class, length, strides, overlap
 * @property {never} too_many_inputs more than the operator has, or more tensors than are joined: 2^20
 * @property {never} unknown_attribute a name that the version does not have
 * @property {never} unknown_operator a name or domain outside the table
 * @property {never} not_initialized a call before `await init()`
 * @property {never} no_arena allocating or releasing without `init({ arena })`
 * @property {never} arena_full an array for which the arena has no room
 * @property {never} too_costly a cut of a file that takes more bytes or requests than allowed; nothing has been fetched
 * @property {never} range_ignored a server that answers with the whole file, where a part was asked for
 * @property {never} source_changed a file that is not the same any more
 * @property {never} source_short fewer bytes than were asked for
 * @property {never} source_failed a file that cannot be read, or an answer that is not what was asked for
 * @property {never} bad_format a file whose header is none, or contradicts itself
 * @property {never} aborted by its `signal`
 * @property {never} load_failed the WebAssembly module that was given is not ours, or could not be fetched
 * @property {never} unsupported_host no WebAssembly, no SIMD, or a policy that forbids it; or a host that cannot read the file
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
