// How the types of a call follow from its operator: what may be given at an opset, and what is returned.
// Where a caller's types are wide (`string`, `number`, any tensor), what follows is wide too, never an error.
// No code.
import type {
  Described,
  Indices,
  Integer,
  IntegerList,
  Integers,
  JoinOptions,
  Layout,
  OneInteger,
  Opset,
  OpsetOptions,
  Result,
  SizesOf,
  SliceSpec,
  SplitSpec,
  TensorLike,
  To,
} from '../types.ts';
import type { Aliases, Data, DataOfType, Fit, Holder, Holders, Own, TypeName, TypeOf } from './elements.ts';
import type { Nodes, Rearrange1Attributes } from './nodes.ts';

/** The operators. */
export type OpType = keyof Nodes & string;

/** The name of an operator, or any string. Of a wrong name, all operators, for the compiler's error. */
export type OpName<Op> = Op extends OpType ? Op : string extends Op ? Op : OpType;

/** A tensor of any type, with or without data. */
export type AnyLayout = Layout<TypeName | (string & {}) | undefined>;

/** An input after the first, if nothing is known of its operator. */
export type Argument = Integers<TypeName> | AnyLayout | readonly AnyLayout[] | null | undefined;

/** An attribute, if it is not known which. */
export type AttributeArgument = Integers<TypeName> | string | SizesOf | To | null | undefined;

/** A node of which too little is known while it is compiled. */
interface AnyNode {
  tensors: string;
  types: TypeName;
  inputs: readonly Argument[];
  attributes: { readonly [name: string]: AttributeArgument };
}

/**
 * The node of an operator at an opset: of the newest version without one, any if it is not a literal. Without
 * a domain, it is ai.onnx's if both domains have the operator.
 */
type NodeOf<Op, O, M = ''> = string extends Op | M
  ? AnyNode
  : Op extends OpType
    ? VersionsOf<Nodes[Op], M> extends infer V
      ? V extends { newest: infer Newest }
        ? NodeAt<V, O, Newest>
        : never
      : never
    : AnyNode;

/** Versions of an operator in a domain; in a wrong one, those without a domain. */
type VersionsOf<Domains, M> = M extends keyof Domains
  ? Domains[M]
  : Domains extends { 'ai.onnx': infer V }
    ? V
    : Domains[keyof Domains];

type NodeAt<Versions, O, Newest> = [number] extends [O]
  ? AnyNode
  : [bigint] extends [O]
    ? AnyNode
    : O extends Integer
      ? `${O}` extends keyof Versions
        ? Versions[`${O}`]
        : Newest
      : Newest;

/** Element types of an operator's tensors. */
export type TypesOf<Op, O, M = ''> =
  NodeOf<Op, O, M> extends { types: infer A extends TypeName } ? A : TypeName;

/** Does an operator cut or join? Either, if it is not known. */
export type KindOf<Op, O, M> =
  NodeOf<Op, O, M> extends { tensors: infer N }
    ? string extends N
      ? 'cut' | 'join'
      : N extends 'one'
        ? 'cut'
        : 'join'
    : never;

/** Attributes of a node. Nothing is asked of those that are given (`A`) if their names are not known. */
export type Attributes<Op, O, A = {}, M = ''> = string extends keyof A
  ? A
  : NodeOf<Op, O, M> extends { attributes: infer N }
    ? Op extends 'Rearrange'
      ? Patterned<A>
      : N
    : never;

/** Domain of a node. Nothing is asked of what is given if it may be any string. */
export type Domain<Op, M = ''> = string extends M
  ? M
  : Op extends OpType
    ? 'ai.onnx' extends keyof Nodes[Op]
      ? keyof Nodes[Op] | ''
      : keyof Nodes[Op]
    : string;

/** Options of `concat`. */
export interface ConcatOptions<D = Data, O extends Opset = Opset, M = string> extends JoinOptions<D, O> {
  /** 'ai.onnx' (or '') or 'openvino'. Default: 'ai.onnx'. */
  domain?: Domain<'Concat', M> | undefined;
}

/** What a node has besides its inputs, for `evaluate` and `plan`. */
export interface NodeOptions<
  Op = string,
  O extends Opset = Opset,
  A = Record<string, AttributeArgument>,
  M = string,
> extends OpsetOptions<O> {
  /** 'ai.onnx' (or '') or 'openvino'. Default: the one that has the operator, and 'ai.onnx' if both do. */
  domain?: Domain<Op, M> | undefined;
  /** Those of the version in effect. */
  attributes?: Attributes<Op, O, A, M> | undefined;
  /** How many outputs the node has. */
  num_outputs?: OneInteger | undefined;
}

/**
 * Parameters of Slice at an opset.
 *
 * `I` is the class of lists that are tensors, here and below.
 */
export type SliceSpecAt<O extends Opset, I> =
  Attributes<'Slice', O> extends { starts: any }
    ? Omit<SliceSpec<Indices<I>>, 'steps'>
    : SliceSpec<Indices<I>>;

/**
 * Parameters of Split at an opset.
 *
 * `L` and `N` are the sizes and their number, as far as TypeScript sees them.
 */
export type SplitSpecAt<O extends Opset, I, L = never, N = never> = SplitSpec<
  IntegerList<'split' extends keyof Attributes<'Split', O> ? 'int32' | 'int64' : 'int64', I> | L,
  OneInteger | N
>;

/**
 * The pieces of a split, as a tuple if possible.
 *
 * It is a tuple if TypeScript sees the list of their sizes (`L`) or their number (`N`), otherwise an array.
 */
export type ListOf<X, L extends readonly Integer[], N extends Integer = never> = [L] extends [never]
  ? TimesOf<X, N>
  : number extends L['length']
    ? X[]
    : { -readonly [K in keyof L]: X };

/** `N` times the same: a tuple if `N` is a literal below 100, otherwise an array. */
export type TimesOf<X, N extends Integer, Found extends X[] = []> = [N] extends [never]
  ? X[]
  : number extends N
    ? X[]
    : N extends Integer
      ? `${N}` extends `${Found['length']}`
        ? Found
        : Found['length'] extends 99
          ? X[]
          : TimesOf<X, N, [...Found, X]>
      : never;

/** A tensor of a plan needs no data. */
export type NoData = { data?: null | undefined };

/** A tensor; `N` may replace its data: never, or `NoData`. */
type Member<T, D, A extends TypeName, N> = TensorLike<T, D, A> | (Described<T, A> & N);

/**
 * The first tensor: the only place from which TypeScript infers `T` and `D`. In all other tensors, they are
 * inside conditional types.
 */
type First<T, D, A extends TypeName, N = never> = Member<T, D, A, N> & {
  type?: T | undefined;
  dtype?: T | undefined;
  data?: D | null | undefined;
};

/**
 * All inputs of a node: `P` are those after the first, `S` the tensors after the first one of a sequence,
 * both as they are given. `[never]` matches nothing. Without it, TypeScript infers an array for a sequence,
 * not a tuple.
 */
export type Inputs<Op, O, M, T, D, P extends readonly unknown[], S extends readonly unknown[], N> =
  | readonly [data: First<T, D, TypesOf<Op, O, M>, N>, ...parameters: Parameters<Op, O, M, T, D, P, N>]
  | Lists<Op, O, M, T, D, TypesOf<Op, O, M>, S, N>
  | (string extends Op ? readonly Argument[] : never)
  | readonly [sequence: readonly [never]];

/** Inputs after the first. Nothing is asked of a list whose length is not known. */
type Parameters<Op, O, M, T, D, P extends readonly unknown[], N> = number extends P['length']
  ? P
  : NodeOf<Op, O, M> extends { tensors: infer K; inputs: infer I extends readonly unknown[] }
    ? K extends 'several'
      ? { [K in keyof P]: Other<P[K], T, D, TypesOf<Op, O, M>, N> }
      : K extends 'sequence'
        ? never
        : K extends 'two'
          ? [updates: Other<P[0], T, D, TypesOf<Op, O, M>, N>, ...parameters: Given<Tail<P>, I>]
          : Given<P, I>
    : never;

type Tail<P> = P extends readonly [unknown, ...infer R] ? R : [];

/** What is expected (`I`), or a tensor that may be that. */
type Given<P, I> = { [K in keyof I]: Wide<P[K & keyof P]> | I[K] };

/** A tensor of any type: perhaps one of those that are expected. */
type Wide<P> = P extends { data: infer D } ? (Data extends D ? P : never) : never;

/** Inputs that are a list of tensors, or that have one. */
type Lists<Op, O, M, T, D, A extends TypeName, S extends readonly unknown[], N> = string extends Op
  ? never
  : NodeOf<Op, O, M> extends { tensors: infer K }
    ? K extends 'several'
      ? readonly Member<T, D, A, N>[]
      : K extends 'sequence'
        ? readonly [sequence: Joined<T, D, A, S, N>]
        : never
    : never;

/** Tensors to join: a list whose entries are known one by one, or any list of one type. */
export type Joined<T, D, A extends TypeName, P extends readonly unknown[], N = never> =
  | readonly [
      First<T, D, A, N>,
      ...(number extends P['length'] ? P : { [K in keyof P]: Other<P[K], T, D, A, N> }),
    ]
  | readonly Member<T, D, A, N>[];

/**
 * A tensor to join with a first one: of the same type, under any of its names and in any of its classes.
 * TypeScript infers neither `T` nor `D` from here. In a caller's generic function it only sees whether both
 * tensors are the same.
 */
export type Other<P, T, D, A extends TypeName = TypeName, N = never> = P extends {
  type?: T | undefined;
  data: D;
}
  ? P
  : TypeOf<T, D> extends infer S extends TypeName
    ? OtherLike<NameIn<P>, P extends { data: infer E } ? E : Data, S, A, N>
    : never;

/** A tensor of type `S` that is called `U`, of class `E`. */
type OtherLike<U, E, S extends TypeName, A extends TypeName, N> = Described<U, A & NamesOf<S>> &
  ({ data: Fit<E, Holders[S]> } | N);

/** All names of a type. */
type NamesOf<S extends TypeName> = S extends keyof Aliases
  ? Aliases[S] | S
  : S | { [K in keyof Aliases]: Aliases[K] extends S ? K : never }[keyof Aliases];

/** The name of a tensor's type. */
type NameIn<P> = P extends { type: infer U } ? U : P extends { dtype: infer U } ? U : undefined;

/** Inputs whose parameters are a slice string. */
export type SliceString<Op, T, D, A extends TypeName, P extends readonly unknown[]> = Op extends 'Slice'
  ? readonly [data: Layout<T, D, A>, spec: string]
  : Op extends 'SliceScatter'
    ? readonly [data: Layout<T, D, A>, updates: Other<P[0], T, D, A, NoData>, spec: string]
    : never;

/** What a plan is run on: a tensor to cut, or a list of tensors to join. */
export type RunInput<T extends TypeName, D, K extends 'cut' | 'join'> = K extends 'join'
  ? readonly [Planned<Holder<T, D>>, ...Planned<Holders[T]>[]] | readonly Planned<Holder<T, D>>[]
  : Planned<Holder<T, D>>;

interface Planned<H> extends Described<string | undefined> {
  data: H;
}

/**
 * A tensor that is made of one of type `T` and data `D`. `C` is the type that its elements become, undefined
 * if they do not.
 */
export type Converted<T extends TypeName, D, C extends TypeName | undefined> = [C] extends [TypeName]
  ? Result<C, DataOfType[C]>
  : [C] extends [undefined]
    ? Result<T, Own<D>>
    : Result<T, Own<D>> | Result<Exclude<C, undefined>>;

/** The type of a plan's outputs: `C`, if elements become others. */
export type Made<T extends TypeName, C extends TypeName | undefined> = C extends TypeName ? C : T;

/** The type that the attributes of a Rearrange node name, or undefined. */
export type TargetOf<Op, A> = Op extends 'Rearrange'
  ? 'to' extends keyof A
    ? TypeIn<A['to']>
    : undefined
  : undefined;

/** Of a string that is no literal, any type. */
type TypeIn<C> = C extends TypeName
  ? C
  : string extends C
    ? TypeName
    : C extends { type: infer U }
      ? TypeIn<U>
      : C extends null | undefined
        ? undefined
        : never;

/** Attributes of Rearrange, with the names of the pattern that is given. */
type Patterned<A> = { pattern: string } & (A extends { pattern: infer P extends string }
  ? {
      pattern: P;
      sizes?: SizesOf<NamesIn<P>> | null | undefined;
      to?: To<TypeName, Along<AlongIn<A>, RightNamesIn<P>>> | null | undefined;
    }
  : Rearrange1Attributes);

type AlongIn<A> = A extends { to: infer C }
  ? C extends { along?: infer R }
    ? Extract<R, string>
    : never
  : never;

/**
 * The name of an axis: `R` if it is legal, or any string. Otherwise all legal names, for the compiler's
 * error.
 */
export type Along<R extends string, Names extends string> = string extends R
  ? R
  : R extends Names
    ? R
    : Names;

/** The words of a pattern that are names; `string`, if it is no literal. */
export type NamesIn<P extends string> = string extends P
  ? string
  : Exclude<WordsIn<P>, '' | '1' | '->' | '...'>;

/** The names of its right side. */
export type RightNamesIn<P extends string> = string extends P
  ? string
  : P extends `${string}->${infer R}`
    ? NamesIn<R>
    : never;

/** The words between blanks and parentheses. */
type WordsIn<P extends string> = P extends `${infer A} ${infer B}` | `${infer A}\t${infer B}`
  ? WordsIn<A> | WordsIn<B>
  : P extends `${infer A}(${infer B}`
    ? WordsIn<A> | WordsIn<B>
    : P extends `${infer A})${infer B}`
      ? WordsIn<A> | WordsIn<B>
      : P extends `${infer A}->${infer B}`
        ? WordsIn<A> | WordsIn<B>
        : P;
