// How the types of a call follow from its arguments, and the types of its results from these. They know the newest
// version of each operator; what another version refuses is found at run time. Where a caller's types are wide
// (`string`, `number`, any tensor), the types that follow are wide, too. No code.
import type {
  Described,
  Integer,
  Integers,
  Layout,
  OneInteger,
  OpsetOptions,
  Result,
  SizesOf,
  Strided,
  TensorLike,
  To,
} from '../types.ts';
import type {
  Aliases,
  ArrayOf,
  Data,
  DataIn,
  Fit,
  Given,
  Holder,
  Holders,
  Into,
  Kind,
  New,
  Own,
  TypeName,
  TypeOf,
} from './elements.ts';

/** The operators, and what they do with tensors. */
interface Operators {
  Slice: 'cut';
  Split: 'cut';
  SplitToSequence: 'cut';
  VariadicSplit: 'cut';
  Rearrange: 'cut';
  Gather: 'gather';
  Compress: 'gather';
  Concat: 'join';
  ConcatFromSequence: 'join';
  SliceScatter: 'join';
  TensorScatter: 'join';
  ScatterUpdate: 'join';
  Pad: 'fill';
}

/** The name of an operator. */
export type OpType = keyof Operators & string;

/** The name of an operator, or any string. For a wrong name, all operators, for the compiler's error. */
export type OpName<Op> = Op extends OpType ? Op : string extends Op ? Op : OpType;

/** The same for `plan`, which also takes 'Assign'. */
export type PlanName<Op> = Op extends 'Assign' ? Op : OpName<Op>;

/** What an operator does; anything, if the operator is not known. */
export type KindOf<Op> = Op extends OpType ? Operators[Op] : Op extends 'Assign' ? 'join' : Kind;

/** A tensor of any type, with or without data. */
export type AnyLayout = Layout<TypeName | (string & {}) | undefined>;

/** An input after the first. */
export type Argument = Integers<TypeName> | AnyLayout | readonly AnyLayout[] | null | undefined;

/** An attribute. */
export type AttributeArgument = Integers<TypeName> | string | SizesOf | To | null | undefined;

/** Options of `evaluate` and `plan`: what a node has besides its inputs. */
export interface NodeOptions<Op = string, A = Record<string, AttributeArgument>> extends OpsetOptions {
  /** 'ai.onnx' (or '') or 'openvino'. Default: the one that has the operator, and 'ai.onnx' if both do. */
  domain?: '' | 'ai.onnx' | 'openvino' | (string & {}) | undefined;
  /** The attributes of the version in effect, by name. */
  attributes?: (Op extends 'Rearrange' ? Patterned<A> : A) | undefined;
  /** How many outputs the node has. */
  num_outputs?: OneInteger | undefined;
}

/**
 * The pieces of a split, as a tuple if possible.
 *
 * It is a tuple if TypeScript sees the list of their sizes (`L`, `[]` without one) or their number (`N`), otherwise
 * an array.
 */
export type ListOf<X, L extends readonly Integer[], N extends Integer = Integer> = number extends L['length']
  ? X[]
  : [L] extends [readonly []]
    ? TimesOf<X, N>
    : { -readonly [K in keyof L]: X };

/** `N` entries of one type: a tuple if `N` is a literal below 100, otherwise an array. */
export type TimesOf<X, N extends Integer, Found extends X[] = []> = number extends N
  ? X[]
  : N extends Integer
    ? `${N}` extends `${Found['length']}`
      ? Found
      : Found['length'] extends 99
        ? X[]
        : TimesOf<X, N, [...Found, X]>
    : never;

/** The indices of `gather`: `I`, unless TypeScript sees a fraction in it. */
export type Indices<I> = I & ([FractionIn<I>] extends [never] ? unknown : 'indices are integers');

type FractionIn<I> = I extends readonly (infer E)[]
  ? FractionIn<E>
  : I extends number
    ? `${I}` extends `${string}.${string}`
      ? number extends I
        ? never
        : I
      : never
    : never;

/** A tensor of a plan needs no data. */
export type NoData = { data?: null | undefined };

/** A tensor. `N` may replace its data: it is `never`, or `NoData`. */
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
 * All inputs of a node: the first tensor and `X`, a sequence, or a list. `[never]` matches nothing. Without
 * it, TypeScript infers an array for a sequence, not a tuple.
 */
export type Inputs<Op, T, D, X, N = never> =
  | FirstOf<T, D, X, N>
  | readonly [sequence: FirstOf<T, D, AnyLayout, N>]
  | (string extends Op ? readonly X[] : never)
  | readonly [sequence: readonly [never]];

/**
 * The first tensor and `X`, or a list whose length is not known. TypeScript infers `T` and `D` from the entries
 * of such a list by the tuple that is not `readonly`, and nothing from other entries of a tuple.
 */
type FirstOf<T, D, X, N> =
  | readonly [data: First<T, D, TypeName, N>, ...others: X[]]
  | [data: First<T, D, TypeName, N>, ...others: X[]]
  | ([T, D] extends [infer U, infer E] ? readonly Member<U, E, TypeName, N>[] : never);

/** Tensors to join: a list with entries of known types, or any list of one type. */
export type Joined<T, D, A extends TypeName, P extends readonly unknown[], N = never> =
  | readonly [
      First<T, D, A, N>,
      ...(number extends P['length'] ? P : { [K in keyof P]: Other<P[K], T, D, A, N> }),
    ]
  | readonly Member<T, D, A, N>[];

/**
 * A tensor to join with a first one: of the same type, under any of its names and in any of its classes.
 * TypeScript infers neither `T` nor `D` from here. In a caller's generic function, it sees only whether both
 * tensors have the same type.
 */
export type Other<P, T, D, A extends TypeName = TypeName, N = never> = P extends {
  type?: T | undefined;
  data: D;
}
  ? P
  : TypeOf<T, D> extends infer S extends TypeName
    ? OtherLike<NameIn<P>, P extends { data: infer E } ? E : Data, S, A, N>
    : never;

/** A tensor of type `S` under the name `U`, with data of class `E`. */
type OtherLike<U, E, S extends TypeName, A extends TypeName, N> = Described<U, A & NamesOf<S>> &
  ({ data: Fit<E, Holders[S]> } | N);

/** All names of a type. */
type NamesOf<S extends TypeName> = S extends keyof Aliases
  ? Aliases[S] | S
  : S | { [K in keyof Aliases]: Aliases[K] extends S ? K : never }[keyof Aliases];

/** The name of a tensor's type. */
type NameIn<P> = P extends { type: infer U } ? U : P extends { dtype: infer U } ? U : undefined;

/** The input of a plan's run: a tensor to cut, or a list of tensors to join. */
export type RunInput<T extends TypeName, D, K extends Kind> = K extends 'join'
  ? readonly [Planned<Holder<T, D>>, ...Planned<Holders[T]>[]] | readonly Planned<Holder<T, D>>[]
  : Planned<Holder<T, D>>;

interface Planned<H> extends Described<string | undefined> {
  data: H;
}

/**
 * A tensor made from one of type `T` and data `D`. `C` is the type that its elements become; undefined: they do not
 * change.
 */
export type Converted<T extends TypeName, D, C extends TypeName | undefined, W = never, V = never> = [
  C,
] extends [TypeName]
  ? Result<C, [W] extends [never] ? ArrayOf<C> : DataIn<Given<W>>>
  : [C] extends [undefined]
    ? Cut<T, D, W, V>
    : Cut<T, D, W, V> | Result<Exclude<C, undefined>>;

/** An output of a cut, in `W`, the caller's `out`, or as `V`, the option `view`, says. */
export type Cut<T extends TypeName, D, W = never, V = never> = [V] extends [never]
  ? Result<T, Into<D, W>>
  : V extends 'strided'
    ? Strided<T, Own<D>>
    : V extends true
      ? Result<T, New<Own<D>> extends Own<D> ? Own<D> : Own<D> | New<Own<D>>>
      : Result<T, Into<D, W>>;

/** The type of a plan's outputs: `C`, if elements are converted. */
export type Made<T extends TypeName, C extends TypeName | undefined> = C extends TypeName ? C : T;

/** The type that the attributes of a Rearrange node name, or undefined. */
export type TargetOf<Op, A> = Op extends 'Rearrange'
  ? 'to' extends keyof A
    ? TypeIn<A['to']>
    : undefined
  : undefined;

/** For a string that is not a literal, any type. */
type TypeIn<C> = C extends TypeName
  ? C
  : string extends C
    ? TypeName
    : C extends { type: infer U }
      ? TypeIn<U>
      : C extends null | undefined
        ? undefined
        : never;

/** Attributes of Rearrange, with the names of the given pattern. */
type Patterned<A> = { pattern: string } & (A extends { pattern: infer P extends string }
  ? {
      pattern: P;
      sizes?: SizesOf<NamesIn<P>> | null | undefined;
      to?: To<TypeName, Along<AlongIn<A>, RightNamesIn<P>>> | null | undefined;
    }
  : { sizes?: SizesOf | null | undefined; to?: To | null | undefined });

type AlongIn<A> = A extends { to: infer C }
  ? C extends { along?: infer R }
    ? Extract<R, string>
    : never
  : never;

/**
 * The names of axes, separated by blanks: `R`, if all are legal, or any string. Otherwise all legal names, for the
 * compiler's error.
 */
export type Along<R extends string, Names extends string> = string extends R
  ? R
  : [Exclude<WordsIn<R>, ''>] extends [Names]
    ? R
    : Names;

/** The words of a pattern that are names; `string`, if it is not a literal. */
export type NamesIn<P extends string> = string extends P
  ? string
  : Exclude<WordsIn<P>, '' | '1' | '->' | '...'>;

/** The names on its right side. */
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
