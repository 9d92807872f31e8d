// How the types of a call follow from each other: what is returned from what is given, what may be given from the operator
// and its opset. No code: `tsc` makes the declarations from it; public is what tools/build/declarations.js names of it. Where a
// caller's types are wide (`string`, `number`, any tensor), what follows is wide too, never an error.

/** @import { AnyData, Data, DataOfType, Integer, Integers, Type, TypeName } from './tensor_types.js' */
/** @import { Nodes } from './nodes.js' */

/**
 * What not every `lib` of a program knows, if this one does.
 * @typedef {typeof globalThis extends { Float16Array: { prototype: infer A } } ? A : never} HostFloat16Array
 */

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
 *   : string extends T ? T | object : T} Named
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

/** @typedef {Integers<TypeName> | null | undefined} Argument What a parameter may be given, if it is not known which. */

/**
 * A node of which too little is known while it is compiled.
 * @typedef {object} AnyNode
 * @property {TypeName} types
 * @property {readonly Argument[]} inputs
 * @property {{ readonly [name: string]: Argument }} attributes
 * @property {string} domain
 */

/**
 * The node of an operator at an opset: of the newest version where none is said, any if it is not said by a literal.
 * @template Op
 * @template O
 * @typedef {string extends Op ? AnyNode : Op extends OpType ? Nodes[Op] extends { newest: infer Newest }
 *   ? NodeAt<Nodes[Op], O, Newest> : never : AnyNode} NodeOf
 */

/**
 * @template Versions
 * @template O
 * @template Newest
 * @typedef {[number] extends [O] ? AnyNode : [bigint] extends [O] ? AnyNode : O extends Integer
 *   ? `${O}` extends keyof Versions ? Versions[`${O}`] : Newest : Newest} NodeAt
 */

/**
 * Element types that an operator cuts.
 * @template Op
 * @template O
 * @typedef {NodeOf<Op, O> extends { types: infer A extends TypeName } ? A : TypeName} TypesOf
 */

/**
 * Inputs of a node behind the first.
 * @template Op
 * @template O
 * @template {readonly unknown[]} P what is given, of which nothing is asked if its length is not known
 * @typedef {number extends P['length'] ? P : NodeOf<Op, O> extends { inputs: infer I extends readonly unknown[] }
 *   ? { [K in keyof I]: Wide<P[K & keyof P]> | I[K] } : never} Parameters
 */

/**
 * A tensor of any type: perhaps one of those that are expected.
 * @template P
 * @typedef {P extends { data: infer D } ? Data extends D ? P : never : never} Wide
 */

/**
 * Inputs in a list of which nothing is known, of a node of which nothing is known.
 * @template Op
 * @typedef {string extends Op ? readonly Argument[] : never} AnyInputs
 */

/**
 * Inputs of a Slice whose parameters are a string in NumPy's notation.
 * @template Op
 * @template X layout of the data
 * @typedef {Op extends 'Slice' ? readonly [data: X, spec: string] : never} SliceString
 */

/**
 * Attributes of a node.
 * @template Op
 * @template O
 * @template [A={}] what is given, of which nothing is asked if its names are not known
 * @typedef {string extends keyof A ? A : NodeOf<Op, O> extends { attributes: infer N } ? N : never} Attributes
 */

/**
 * Domain of a node.
 * @template Op
 * @template [M=''] what is given, of which nothing is asked if it may be any string
 * @typedef {string extends M ? M : NodeOf<Op, undefined> extends { domain: infer N extends string } ? N : string} Domain
 */

export {};
