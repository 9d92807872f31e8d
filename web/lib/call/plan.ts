// The class that `plan` returns: a decided call, as data, which runs as often as you like.

import { readFast } from '../arguments/fast.ts';
import { BIND, checkView, RUN, readArena, readOptions } from '../arguments/options.ts';
import { checkData, describeCount, readRunInput, type readTensor } from '../arguments/tensors.ts';
import { CLASSES, checkNewArrays, classNameOf, newArray, TO_OUT, TO_PLAN } from '../base/arrays.ts';
import { describe } from '../base/describe.ts';
import { deepFreeze } from '../base/freeze.ts';
import { Mistake, toPublicError } from '../base/mistake.ts';
import { type Bound, bind, checkLengths, type DecideStridedOut, tensorsOf } from '../bind/bind.ts';
import { getCore } from '../core/core.ts';
import { tensorName, type Version } from '../core/operators.ts';
import {
  beginAs,
  type Conversion,
  copyPlanned,
  giveBack,
  type ReadTensor,
  type Request,
  takeRequest,
  toCallError,
  withRequest,
} from '../core/request.ts';
import { DTYPES, unitOf } from '../core/tables.ts';
import { dimsAt, isAlike } from '../core/tensor_words.ts';
import { movesOf } from '../core/wire.ts';
import { move, prepareMove } from '../move/move.ts';
import { checkStrings } from '../move/strings.ts';
import { arrayLength, countOf } from '../shape.ts';
import type { Allocated, Instance, Kind, Like, Written } from '../types/elements.ts';
import type { Converted, Made, RunInput } from '../types/typing.ts';
import type {
  AllocateOptions,
  AnyData,
  BindOptions,
  ElementTypeRow,
  Move,
  Outs,
  RunOptions,
  TypeName,
  ViewOf,
} from '../types.ts';
import { bindAssign, UPDATES } from './assign.ts';
import { type Decision, decideOnce, LastDecisions } from './decide.ts';
import { explainPlan, repeatsIn } from './explain.ts';
import { describeConversion, explainConversion } from './planned_conversion.ts';
import { run } from './run.ts';

/**
 * A decided call, which `plan` returns: look at its `outputs`, and `run` it as often as you like.
 * `T` is the type of the tensors, and `C` the type that their elements become; undefined: they do not change.
 */
export class Plan<
  T extends TypeName = TypeName,
  K extends Kind = 'cut',
  C extends TypeName | undefined = undefined,
> {
  readonly #version: Version;
  readonly #decision: Decision;
  /** Of the request that was planned. */
  readonly #words: ArrayLike<number>;
  readonly #tensorsEnd: number;
  readonly #tensors: readonly ReadTensor[];
  /** The last decision for tensors with other strides, and the last one for outputs with strides. */
  #other: LastDecisions | null = null;
  #stridedOut: LastDecisions | null = null;
  readonly #spelling: any;
  readonly #conversion: Conversion | null;
  readonly #value: any;
  readonly #classForTo: string | null;
  readonly #nameAxis: Request['nameAxis'];
  #outputs: any = null;
  #moves: readonly Move[] | null = null;

  /** @internal */
  constructor(request: Request) {
    this.#version = request.version;
    this.#decision = decideOnce(request);
    this.#words = copyPlanned(request);
    this.#tensorsEnd = request.tensorsEnd;
    this.#spelling = request.spelling;
    this.#conversion = request.conversion;
    this.#classForTo = request.classForTo;
    this.#nameAxis = request.nameAxis;
    this.#nameAxis(0); // reads the pattern, for which the request has the dims now
    this.#value = request.value;
    this.#tensors = request.tensors.map((each) => ({ ...each, data: null }));
  }

  /**
   * The type and the dims of each output (shape inference). Frozen.
   * @example
   * const planned = plan('Slice', [{ type: 'float16', dims: [8, 3] }, [0], [2]]);
   * console.log(planned.outputs[0].type, planned.outputs[0].dims.join()); // float16 2,3
   */
  get outputs(): readonly { readonly type: Made<T, C>; readonly dims: readonly number[] }[] {
    const type = this.#spelling;
    this.#outputs ??= deepFreeze(this.#decision.dims.map((dims) => ({ type, dims: [...dims] })));
    return this.#outputs;
  }

  /**
   * The moves as data: for range requests to a file, a copy list for a GPU, or a picture. Frozen.
   *
   * Carry them out in their order. Every element of every output is written once, with two exceptions: in
   * SliceScatter and TensorScatter, later moves replace elements that earlier ones wrote; and a plan of Assign
   * writes only the elements that it replaces. An output without elements is in no move. Offsets and strides are
   * those of the planned tensors.
   * @example
   * const planned = plan('Slice', [{ type: 'uint8', dims: [2, 4] }, [1], [3], [1]]);
   * const [{ unit, sizes, strides, streams }] = planned.moves;
   * console.log(unit, sizes.join(), strides.join(), streams[0].offset, streams[0].run); // byte 2 4 1 2
   */
  get moves(): readonly Move<K>[] {
    const conversion = this.#conversion;
    const moves = () => {
      const all = movesOf(this.#decision);
      return this.#version.assigns ? all.filter(({ streams: [{ input }] }) => input !== 0) : all; // the target stays
    };
    this.#moves ??= deepFreeze(
      conversion === null ? moves() : describeConversion(this.#decision, conversion),
    );
    return this.#moves as readonly Move<any>[];
  }

  /**
   * Makes arrays for `out`, one per output.
   *
   * Plan repeated work once, allocate once, and run as often as you like: making new arrays often takes longer than
   * the call.
   * @param like an array, or its class; default: the first class that holds the type
   * @param options `arena: true` takes the arrays from the arena as long as it has room
   * @returns arrays of zeros, or of empty strings
   * @throws {MicrotomeError} `bad_argument`: a class that does not hold the type, or an unknown option;
   *   `too_large`; `out_of_memory`
   * @example
   * const x = { type: 'uint8', dims: [2, 2] };
   * const planned = plan('Split', [x], { attributes: { axis: 1, num_outputs: 2 } });
   * const out = planned.allocate();
   * planned.run({ dims: [2, 2], data: Uint8Array.of(1, 2, 3, 4) }, { out });
   * console.log(out[0].join()); // 1,3
   */
  allocate<L = Allocated<Made<T, C>>>(
    like?: Like<Made<T, C>, L> | null | undefined,
    options?: AllocateOptions,
  ): Instance<L>[] {
    let param = 'options';
    try {
      const arena = readArena(options) ? getCore().arena : null;
      param = 'like';
      return this.#newArrays(holderLike(like, this.#outRow), arena, TO_PLAN);
    } catch (thrown) {
      throw toPublicError(thrown, this.#version.op, param);
    }
  }

  /**
   * Cuts a tensor of the planned type and shape, or joins a list of such tensors.
   * Each run reads and checks all arguments. Runs on the same arrays reuse their steps.
   * @param input the tensor to cut, or an array of all tensors to join: `[a, b, c]`, `[data, updates]`. Never changed,
   *   unless `out` overlaps it; aliased only if you ask for `view`
   * @param options `out`, `view`
   * @returns tensors with data of the first tensor's class, or with the arrays of `out`
   * @throws {MicrotomeError} `bad_input`: the type or shape is not the planned one, or the data does not fit it,
   *   perhaps because its buffer was resized or detached; `bad_out`; `bad_argument`; `too_large`; `out_of_memory`.
   *   If it throws, nothing has been written.
   * @example
   * const planned = plan('Slice', [{ type: 'uint8', dims: [4] }, [1], [3]]);
   * console.log(planned.run({ dims: [4], data: Uint8Array.of(1, 2, 3, 4) })[0].data.join()); // 2,3
   */
  run<D extends AnyData = any, W extends Outs<Written<D, C>> = never, V extends ViewOf<K> = never>(
    input: RunInput<T, D, K>,
    options?: RunOptions<Written<D, C>, K, W, V>,
  ): Converted<T, D, C, W, V>[] {
    const request = takeRequest(undefined);
    try {
      const legal = this.#version.assigns ? NO_OPTIONS : RUN;
      const { out, view } = this.#read(request, input, options, legal, readFast);
      const decision = this.#decisionFor(request);
      if (this.#version.assigns) {
        const { bound } = this.#bindAssign(request, decision);
        move(bound, UPDATES);
        return tensorsOf(bound.decision, request, bound.outs) as any;
      }
      if (view === 'strided') this.#complete(request);
      return run(decision, request, out, view, this.#decideStridedOut) as any;
    } catch (thrown) {
      throw toCallError(request, thrown);
    } finally {
      giveBack(request);
    }
  }

  /**
   * Binds the plan to arrays that you use again and again.
   *
   * Everything is read and checked now. The returned function only moves the elements that the arrays have when you
   * call it.
   * @param input as for `run`
   * @param options `out`; default: new arrays, into which every call writes
   * @returns a function that moves the elements, and returns the same tensors each time. It throws `bad_input` or
   *   `bad_out` if a buffer has been resized or detached meanwhile
   * @throws {MicrotomeError} as `run` does
   * @example
   * const planned = plan('Slice', [{ type: 'uint8', dims: [4] }, [1], [3]]);
   * const data = Uint8Array.of(1, 2, 3, 4);
   * const cut = planned.bind({ dims: [4], data });
   * const [{ data: part }] = cut();
   * data.fill(9);
   * cut();
   * console.log(part.join()); // 9,9
   */
  bind<D extends AnyData = any, W extends Outs<Written<D, C>> = never>(
    input: RunInput<T, D, K>,
    options?: BindOptions<Written<D, C>, W>,
  ): () => Converted<T, D, C, W>[] {
    return withRequest((request) => {
      const { out } = this.#read(request, input, options, this.#version.assigns ? NO_OPTIONS : BIND);
      const decision = this.#decisionFor(request);
      if (this.#version.assigns) {
        const { bound, copyUpdates } = this.#bindAssign(request, decision);
        const tensors = tensorsOf(bound.decision, request, bound.outs);
        return moverOf(bound, tensors as any, this.#version, UPDATES, copyUpdates);
      }
      const arrays = out ?? this.#newArrays(request.outClassName, null, TO_OUT);
      const bound = bind(decision, request, arrays, this.#decideStridedOut);
      const tensors = tensorsOf(bound.decision, request, bound.outs);
      return moverOf(bound, tensors as any, this.#version, tensorName(this.#version, 0), null);
    });
  }

  /**
   * Explains in a few sentences what moves, how and why, and how many bytes. It assumes that no array is in the
   * arena.
   * @example
   * const planned = plan('Slice', [{ type: 'uint8', dims: [4] }, [1], [3]], { opset: 13 });
   * console.log(planned.explain().split('. ')[0]); // Slice-13 cuts uint8 [4] into 1 output, 2 bytes in all
   */
  explain(): string {
    const inputs = this.#tensors.map(({ at }) => ({ dims: dimsAt(this.#words, at) }));
    const row = DTYPES[this.#tensors[0].type];
    const { assigns, fills } = this.#version;
    const amount =
      assigns && fills
        ? filledBy(this.moves, row)
        : unitOf(this.#outRow) * (assigns ? arrayLength(row, inputs[1].dims) : this.#decision.total);
    const repeats = repeatsIn(this.#decision);
    const what = explainPlan(this.#version, row, inputs, this.outputs, this.moves, repeats, amount);
    const convert = this.moves[0]?.convert; // an empty output has no move
    return convert === undefined ? what : `${what} ${explainConversion(convert)}`;
  }

  #bindAssign(request: Request, decision: Decision) {
    this.#complete(request);
    return bindAssign(request, () => decision, this.#decideStridedOut);
  }

  get #outRow(): ElementTypeRow {
    return DTYPES[this.#conversion?.type ?? this.#tensors[0].type];
  }

  #newArrays(className: string, arena: ReturnType<typeof getCore>['arena'], remedy: string): any[] {
    const { lengths, total } = this.#decision;
    if (className === 'Array') checkStrings(total);
    else checkNewArrays(className, total, remedy);
    return lengths.map((length) =>
      className === 'Array'
        ? new Array(length).fill('')
        : (arena?.allocate(CLASSES[className], length) ?? newArray(className, length, remedy)),
    );
  }

  /** Reads the input and the options of a run. */
  #read(
    request: Request,
    input: unknown,
    options: unknown,
    legal: readonly string[],
    readOne?: typeof readTensor,
  ) {
    const version = this.#version;
    beginAs(request, version, this.#words);
    request.param = 'options';
    const read = readOptions(options, legal);
    checkView(read.view, version);
    readRunInput(request, input, readOne);
    request.spelling = this.#spelling;
    request.conversion = this.#conversion;
    request.classForTo = this.#classForTo;
    request.nameAxis = this.#nameAxis;
    request.value = this.#value;
    checkData(request);
    return read;
  }

  /** The decision for tensors of the planned types and shapes. If their strides are not the planned ones, it is new. */
  #decisionFor(request: Request): Decision {
    const words = this.#words;
    const end = this.#tensorsEnd;
    if (request.length === end && request.isSame(words, end)) return this.#decision;
    this.#checkAlike(request);
    request.pushWords(words, end);
    this.#other ??= new LastDecisions();
    return this.#other.decide(request);
  }

  #checkAlike(request: Request): void {
    const planned = this.#tensors;
    const { tensors, words, version } = request;
    if (planned.length !== tensors.length) {
      throw new Mistake('bad_input', describeCount(tensors.length, planned.length), tensorName(version, 0));
    }
    for (let i = 0; i < tensors.length; ++i) {
      if (isAlike(words, tensors[i].at, this.#words, planned[i].at)) continue;
      const which = version.isList ? `tensor ${i} ` : '';
      const what = `${which}is ${show(tensors[i], words)} but the plan is for ${show(planned[i], this.#words)}`;
      throw new Mistake('bad_input', what, tensorName(version, i));
    }
  }

  /** Adds the parameters. */
  #complete(request: Request): void {
    if (request.length === request.tensorsEnd) request.pushWords(this.#words, this.#tensorsEnd);
  }

  readonly #decideStridedOut: DecideStridedOut = (request, outs) => {
    this.#complete(request);
    request.pushOuts(outs);
    this.#stridedOut ??= new LastDecisions();
    return this.#stridedOut.decide(request);
  };
}

const show = ({ named, type, at }: ReadTensor, words: ArrayLike<number>) =>
  `${named ?? DTYPES[type].name} [${dimsAt(words, at)}]`;

/** The number of bytes, or of strings, that moves write. */
const filledBy = (moves: readonly Move[], { bits }: ElementTypeRow) =>
  moves.reduce(
    (sum, { unit, sizes, streams: [{ run }] }) =>
      sum + (unit === 'element' ? Math.ceil((countOf(sizes) * run * bits) / 8) : countOf(sizes) * run),
    0,
  );

/** The options of a plan that writes into its first tensor. */
const NO_OPTIONS: readonly string[] = [];

/**
 * Makes the function that `bind` returns.
 * @param bound
 * @param tensors what the function returns
 * @param version
 * @param param the name of the inputs
 * @param before is called before each move; null: nothing to do
 */
function moverOf<T>(
  bound: Bound,
  tensors: T,
  version: Version,
  param: string,
  before: (() => void) | null,
): () => T {
  const { op } = version;
  const carryOut = prepareMove(bound, param);
  return () => {
    try {
      checkLengths(version, bound.tensors, bound.outs);
      before?.();
      carryOut();
    } catch (thrown) {
      throw toPublicError(thrown, op, param);
    }
    return tensors;
  };
}

/**
 * The class of arrays that the caller asks for by an array or by the class itself; by default, the first one that holds
 * the type.
 */
function holderLike(like: unknown, { name, classes }: ElementTypeRow): string {
  const known: Record<string, unknown> = { ...CLASSES, Array };
  const names = classes.filter((each) => known[each] !== undefined);
  if (like === undefined || like === null) return names[0];
  const wanted = classNameOf(like) || names.find((each) => known[each] === like);
  if (wanted !== undefined && names.includes(wanted)) return wanted;
  const what = `arrays of ${name} are ${names.join(' or ')}; pass such an array or its class, not ${describe(like)}`;
  throw new Mistake('bad_argument', what);
}
