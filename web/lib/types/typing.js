// How the types of a call follow from each other: what is returned from what is given, what may be given from the operator
// and its opset. No code: `tsc` makes the declarations from it; public is what tools/build/declarations.js names of it. Where a
// caller's types are wide (`string`, `number`, any tensor), what follows is wide too, never an error.

/** @import { Aliases, AnyData, Data, DataOfType, Described, Integer, Integers, Layout, TensorLike, Type, TypeName } from './tensor_types.js' */
/** @import { Nodes } from './nodes.js' */

/**
 * What not every `lib` of a program knows, if this one does.
 * @typedef {typeof globalThis extends { Float16Array: { prototype: infer A } } ? A : never} HostFloat16Array
 */

/**
 * The same of any class.
 * @template {string} N its name
 * @typedef {typeof globalThis extends { [K in N]: { prototype: infer A } } ? A : never} Host
 */

/** @typedef {typeof globalThis extends { fetch: infer F } ? F : never} HostFetch */

/** @typedef {typeof globalThis extends { URL: { prototype: infer U } } ? U : never} HostURL */

/** @typedef {typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : object} HostModule */

/**
 * The classes of arrays: the type that each means where none is named, and the class itself (TypeScript before 5.7 has no
 * type arguments for them).
 * @typedef {object} Classes
 * @property {['float16', HostFloat16Array]} Float16Array
 * @property {['float32', Float32Array]} Float32Array
 * @property {['float64', Float64Array]} Float64Array
 * @property {['int8', Int8Array]} Int8Array
 * @property {['int16', Int16Array]} Int16Array
 * @property {['int32', Int32Array]} Int32Array
 * @property {['int64', BigInt64Array]} BigInt64Array
 * @property {['uint8', Uint8Array]} Uint8Array
 * @property {['uint8', Uint8ClampedArray]} Uint8ClampedArray
 * @property {['uint16', Uint16Array]} Uint16Array
 * @property {['uint32', Uint32Array]} Uint32Array
 * @property {['uint64', BigUint64Array]} BigUint64Array
 */

/**
 * The type that an array means, and its class.
 * @template D
 * @typedef {0 extends 1 & D ? [Type, any] : D extends { readonly [Symbol.toStringTag]: infer N extends keyof Classes } ? Classes[N]
 *   : D extends readonly string[] ? ['string', string[]] : [Type, Data]} ClassOf
 */

/**
 * What the name of an element type may be. If `T` is legal, or as wide as `string`, it is `T`. Otherwise it is all legal names, so
 * that the compiler's error lists them. The keys of a mapped type are compared, and not `T` itself: so TypeScript also accepts a
 * type parameter of a caller's generic function. A wide `T` may be an object too, because @stdlib's names are objects.
 * @template T
 * @template {TypeName} A those that may be given
 * @typedef {{ [K in 'x' as Extract<T, string> | '!']: 1 } extends { '!': 1 } & { [K in A]?: never } ? A
 *   : string extends T ? string | object : T} Named
 */

/** @typedef {{ [T in TypeName]: T extends 'string' ? readonly string[] : DataOfType[T] }} Holders The arrays that may hold a type. */

/**
 * What is given if it may be one of those that are expected, otherwise these, for the error to say.
 * @template Given
 * @template Expected
 * @typedef {[Extract<Given, Expected>] extends [never] ? [Expected] extends [Given] ? Given : Expected : Given} Fit
 */

/**
 * An array that may hold a type.
 * @template T
 * @template D
 * @template {TypeName} [A=TypeName] those that may be given
 * @typedef {[T] extends [TypeName] ? Fit<D, Holders[T]> : Fit<D, Holders[A]>} Holder
 */

/**
 * @template L an array, or its class
 * @typedef {L extends new (length: number) => infer A ? A : Own<L>} Instance
 */

/**
 * An array that may hold a type, or its class: `L` if it is one, otherwise all, for the error to say.
 * @template {TypeName} T
 * @template L
 * @typedef {[Extract<Instance<L>, Holders[T]>] extends [never] ? Holders[T] | (new (length: number) => Holders[T]) : L} Like
 */

/**
 * The type of a tensor: what it is named, or what the class of its data means.
 * @template T
 * @template D
 * @typedef {[T] extends [undefined] ? Data extends D ? TypeName : ClassOf<D>[0] : TypeName extends T ? TypeName : T extends TypeName ? T : TypeName} TypeOf
 */

/**
 * An array of the class of `D`, whose own type it keeps (`Float32Array<ArrayBuffer>`); of a subclass (Node's Buffer), the class.
 * @template D
 * @typedef {0 extends 1 & D ? any : Data extends D ? Data : D extends Data ? keyof D extends keyof ClassOf<D>[1] ? D : ClassOf<D>[1] : string[]} Own
 */

/** @typedef {keyof Nodes & string} OpType The operators. */

/**
 * The name of an operator, or any string; of a wrong name, all operators, for the error to say.
 * @template Op
 * @typedef {Op extends OpType ? Op : string extends Op ? Op : OpType} OpName
 */

/** @typedef {Layout<TypeName | (string & {}) | undefined>} AnyLayout A tensor of any type, with or without data. */

/**
 * What an input behind the first may be, if nothing is known of its operator.
 * @typedef {Integers<TypeName> | AnyLayout | readonly AnyLayout[] | null | undefined} Argument
 */

/** @typedef {Integers<TypeName> | string | null | undefined} AttributeArgument What an attribute may be, if it is not known which. */

/**
 * A node of which too little is known while it is compiled.
 * @typedef {object} AnyNode
 * @property {string} tensors
 * @property {TypeName} types
 * @property {readonly Argument[]} inputs
 * @property {{ readonly [name: string]: AttributeArgument }} attributes
 */

/**
 * The node of an operator at an opset: of the newest version where none is said, any if it is not said by a literal. Without a
 * domain it is ai.onnx's, if both domains have the operator.
 * @template Op
 * @template O
 * @template [M=''] domain
 * @typedef {string extends Op | M ? AnyNode : Op extends OpType ? VersionsOf<Nodes[Op], M> extends infer V
 *   ? V extends { newest: infer Newest } ? NodeAt<V, O, Newest> : never : never : AnyNode} NodeOf
 */

/**
 * Versions of an operator in a domain; in a wrong one, those without a domain.
 * @template Domains
 * @template M
 * @typedef {M extends keyof Domains ? Domains[M] : Domains extends { 'ai.onnx': infer V } ? V : Domains[keyof Domains]} VersionsOf
 */

/**
 * @template Versions
 * @template O
 * @template Newest
 * @typedef {[number] extends [O] ? AnyNode : [bigint] extends [O] ? AnyNode : O extends Integer
 *   ? `${O}` extends keyof Versions ? Versions[`${O}`] : Newest : Newest} NodeAt
 */

/**
 * Element types of an operator's tensors.
 * @template Op
 * @template O
 * @template [M=''] domain
 * @typedef {NodeOf<Op, O, M> extends { types: infer A extends TypeName } ? A : TypeName} TypesOf
 */

/**
 * Does an operator cut or join? Either, if it is not known.
 * @template Op
 * @template O
 * @template M
 * @typedef {NodeOf<Op, O, M> extends { tensors: infer N } ? string extends N ? 'cut' | 'join' : N extends 'one' ? 'cut' : 'join' : never} KindOf
 */

/**
 * All inputs of a node. The last row is no list that exists: it lets TypeScript see a sequence tensor by tensor, in its order.
 * @template Op
 * @template O
 * @template M
 * @template T type of the first tensor, if it is named
 * @template D class of its data
 * @template {readonly unknown[]} P the inputs behind the first, as they are given
 * @template {readonly unknown[]} S the tensors behind the first one of a sequence, as they are given
 * @template N what may stand in place of the data: never, or `NoData`
 * @typedef {readonly [data: First<T, D, TypesOf<Op, O, M>, N>, ...parameters: Parameters<Op, O, M, T, D, P, N>]
 *   | Lists<Op, O, M, T, D, TypesOf<Op, O, M>, S, N> | AnyInputs<Op> | readonly [sequence: readonly [never]]} Inputs
 */

/** @typedef {{ data?: null }} NoData A tensor of a plan needs no data. */

/**
 * @template T
 * @template D
 * @template {TypeName} A
 * @template N
 * @typedef {TensorLike<T, D, A> | (Described<T, A> & N)} Member
 */

/**
 * The first tensor. TypeScript infers `T` and `D` from it if it can, because they are bare here; in all other tensors they are inside
 * conditional types.
 * @template T
 * @template D
 * @template {TypeName} A
 * @template [N=never]
 * @typedef {Member<T, D, A, N> & { type?: T, dtype?: T, data?: D | null }} First
 */

/**
 * Inputs of a node behind the first.
 * @template Op
 * @template O
 * @template M
 * @template T
 * @template D
 * @template {readonly unknown[]} P what is given, of which nothing is asked if its length is not known
 * @template N
 * @typedef {number extends P['length'] ? P : NodeOf<Op, O, M> extends { tensors: infer K, inputs: infer I extends readonly unknown[] }
 *   ? K extends 'several' ? { [K in keyof P]: Other<P[K], T, D, TypesOf<Op, O, M>, N> }
 *   : K extends 'sequence' ? never
 *   : K extends 'two' ? [updates: Other<P[0], T, D, TypesOf<Op, O, M>, N>, ...parameters: Given<Tail<P>, I>]
 *   : Given<P, I> : never} Parameters
 */

/**
 * @template P
 * @typedef {P extends readonly [unknown, ...infer R] ? R : []} Tail
 */

/**
 * @template P what is given
 * @template I what is expected
 * @typedef {{ [K in keyof I]: Wide<P[K & keyof P]> | I[K] }} Given
 */

/**
 * A tensor of any type: perhaps one of those that are expected.
 * @template P
 * @typedef {P extends { data: infer D } ? Data extends D ? P : never : never} Wide
 */

/**
 * A tensor that is joined with a first one: of the same type, under any of its names and in any of its classes. `T` and `D` are
 * only asked for, so that TypeScript infers neither from here. In a caller's generic function it can only see that both are the same.
 * @template P what is given
 * @template T type of the first one, if it is named
 * @template D class of its data
 * @template {TypeName} [A=TypeName]
 * @template [N=never]
 * @typedef {P extends { type: T, data: D } ? P : TypeOf<T, D> extends infer S extends TypeName
 *   ? OtherLike<NameIn<P>, P extends { data: infer E } ? E : Data, S, A, N> : never} Other
 */

/**
 * @template U the name of its type, if it has one
 * @template E class of its data
 * @template {TypeName} S type that it must have
 * @template {TypeName} A
 * @template N
 * @typedef {Described<U, A & NamesOf<S>> & ({ data: Fit<E, Holders[S]> } | N)} OtherLike
 */

/**
 * All names of a type.
 * @template {TypeName} S
 * @typedef {S extends keyof Aliases ? Aliases[S] | S : S | { [K in keyof Aliases]: Aliases[K] extends S ? K : never }[keyof Aliases]} NamesOf
 */

/**
 * The name of a tensor's type.
 * @template P
 * @typedef {P extends { type: infer U } ? U : P extends { dtype: infer U } ? U : undefined} NameIn
 */

/**
 * Tensors that are joined: a list whose entries are known one by one, or any list of one type.
 * @template T type of the first one, if it is named
 * @template D class of its data
 * @template {TypeName} A types that they may have
 * @template {readonly unknown[]} P those behind the first, as they are given
 * @template [N=never] what may stand in place of the data: never, or `NoData`
 * @typedef {readonly [First<T, D, A, N>, ...(number extends P['length'] ? P : { [K in keyof P]: Other<P[K], T, D, A, N> })]
 *   | readonly Member<T, D, A, N>[]} Joined
 */

/**
 * Inputs that are a list of tensors, or that have one.
 * @template Op
 * @template O
 * @template M
 * @template T
 * @template D
 * @template {TypeName} A
 * @template {readonly unknown[]} S
 * @template N
 * @typedef {string extends Op ? never : NodeOf<Op, O, M> extends { tensors: infer K }
 *   ? K extends 'several' ? readonly Member<T, D, A, N>[]
 *   : K extends 'sequence' ? readonly [sequence: Joined<T, D, A, S, N>] : never : never} Lists
 */

/**
 * Inputs in a list of which nothing is known, of a node of which nothing is known.
 * @template Op
 * @typedef {string extends Op ? readonly Argument[] : never} AnyInputs
 */

/**
 * Inputs whose parameters are a string in NumPy's notation.
 * @template Op
 * @template T
 * @template D
 * @template {TypeName} A
 * @template {readonly unknown[]} P
 * @typedef {Op extends 'Slice' ? readonly [data: Layout<T, D, A>, spec: string]
 *   : Op extends 'SliceScatter' ? readonly [data: Layout<T, D, A>, updates: Other<P[0], T, D, A, NoData>, spec: string] : never} SliceString
 */

/**
 * What a plan is run on: a tensor to cut, or a list of tensors to join.
 * @template {TypeName} T
 * @template D class of the first tensor's data
 * @template {'cut' | 'join'} K
 * @typedef {K extends 'join' ? readonly [Planned<Holder<T, D>>, ...Planned<Holders[T]>[]] | readonly Planned<Holder<T, D>>[]
 *   : Planned<Holder<T, D>>} RunInput
 */

/**
 * @template H
 * @typedef {Described<string | undefined> & { data: H }} Planned
 */

/**
 * Attributes of a node.
 * @template Op
 * @template O
 * @template [A={}] what is given, of which nothing is asked if its names are not known
 * @template [M=''] domain
 * @typedef {string extends keyof A ? A : NodeOf<Op, O, M> extends { attributes: infer N } ? N : never} Attributes
 */

/**
 * Domain of a node.
 * @template Op
 * @template [M=''] what is given, of which nothing is asked if it may be any string
 * @typedef {string extends M ? M : Op extends OpType
 *   ? 'ai.onnx' extends keyof Nodes[Op] ? keyof Nodes[Op] | '' : keyof Nodes[Op] : string} Domain
 */

export {};
