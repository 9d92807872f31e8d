// The functions that cut a stored tensor and return the outputs in memory, and `cost`, which says what they fetch.
import { describe, isNamed } from '../base/describe.ts';
import { blaming, Mistake } from '../base/mistake.ts';
import type { Given } from '../types/elements.ts';
import type { ListOf } from '../types/typing.ts';
import type {
  ArrayOf,
  DataOfType,
  Integer,
  IntegerList,
  OneInteger,
  Result,
  SliceSpec,
  SplitSpec,
  SplitToSequenceSpec,
  TypeName,
} from '../types.ts';
import { carryOut, costOf, patternsOf } from './batch.ts';
import { costInParts } from './save.ts';
import { decideCompress, decideCut, decideGather } from './selection.ts';
import { type Call, readOptions } from './source_options.ts';
import type { ConditionSpec, Cost, CostOptions, CutOptions, IndicesSpec, Stored } from './source_types.ts';
import { answer, placeOf } from './stored_tensor.ts';

/**
 * Says what a cut costs, exactly and without fetching anything.
 *
 * The server will see just these requests and bytes, unless it fails and is asked again, or ignores ranges for
 * weights in other files. With a cache, only missing blocks count.
 * @param stored a tensor of an open file
 * @param spec as for `slice`, or a list as for `slices`, `{ indices, axis? }` of `gather`, or
 *   `{ condition, axis }` of `compress`. A split costs what
 *   `'...'` costs, which takes everything
 * @param options what `parts` fetches with the same `maxBytes`, or `save` with the same `format` and `maxBytes`
 * @returns `requests`; `bytes` that are fetched; `useful`, the bytes of the outputs
 * @throws {MicrotomeError} what `slice` of the main entry throws for wrong arguments, and `not_initialized`
 * @example
 * const source = await open(new Uint8Array(6000), { layout: { type: 'uint8', dims: [60, 100] }, gap: 50 });
 * console.log(cost(source.tensor(), '1:3').requests, cost(source.tensor(), ':, 7').requests); // 1 60
 */
export function cost(
  stored: Stored,
  spec:
    | SliceSpec
    | string
    | Integer
    | readonly (SliceSpec | string | Integer)[]
    | IndicesSpec
    | ConditionSpec,
  options?: CostOptions,
): Cost {
  return blaming('cost', '', () => {
    const place = placeOf(stored);
    if (options !== undefined) return costInParts(place, spec, readOptions(options, 'cost'));
    const isListed = isNamed(spec) && (Object.hasOwn(spec, 'indices') || Object.hasOwn(spec, 'condition'));
    const { indices, condition, ...named } = (isListed ? spec : {}) as Record<string, unknown>; // each is read once
    const isGather = (indices ?? null) !== null;
    if (isGather && (condition ?? null) !== null)
      throw new Mistake('conflict', 'only one of indices and condition can be given', 'spec');
    if (isGather || (condition ?? null) !== null) {
      const decided = isGather
        ? decideGather(place, indices, named)
        : decideCompress(place, condition, named);
      return costOf(place, [decided], decided.wanted);
    }
    const specs = Array.isArray(spec) ? [...spec] : [isListed ? named : spec];
    const cuts = specs.map((each) => decideCut(place, 'Slice', each));
    return costOf(place, cuts, patternsOf(cuts));
  });
}

/**
 * Cuts a part out of a stored tensor, as `slice` of `microtome` does.
 *
 * It fetches only the bytes that the part needs, and those between them if they are close together.
 * @param stored a tensor of an open file
 * @param spec `{ starts, ends, axes?, steps? }`, or `'1:-1, ::2, ..., 3'`, or one index
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns the part
 * @throws {MicrotomeError} what `slice` of the main entry throws, before anything is fetched; `too_costly`:
 *   more bytes or requests than allowed; `source_failed`, `source_short`, `source_changed`, `range_ignored`,
 *   `aborted`. After these, the arrays given as out may be partly written
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [2, 3] } });
 * const { dims, data } = await slice(source.tensor(), '1, ::-1');
 * console.log(dims.join(), data.join()); // 3 6,5,4
 */
export async function slice<T extends TypeName = TypeName, D extends DataOfType[T] = ArrayOf<T>>(
  stored: Stored<T>,
  spec: SliceSpec | string | Integer,
  options?: CutOptions<D>,
): Promise<Result<T, Given<D>>> {
  return (await cut(stored, 'slice', 'Slice', spec, options))[0];
}

/**
 * Cuts a stored tensor along one axis, as `split` of `microtome` does.
 *
 * It fetches the whole tensor.
 * @param stored a tensor of an open file
 * @param spec `{ axis?, split }` or `{ axis?, num_outputs }`
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns the pieces, in their order
 * @throws {MicrotomeError} what `split` of the main entry and `slice` throw
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [2, 3] } });
 * const [first, rest] = await split(source.tensor(), { axis: 1, split: [1, 2] });
 * console.log(first.data.join(), rest.data.join()); // 1,4 2,3,5,6
 */
export function split<
  T extends TypeName = TypeName,
  D extends DataOfType[T] = ArrayOf<T>,
  const L extends readonly Integer[] = [],
  const N extends Integer = Integer,
>(
  stored: Stored<T>,
  spec: SplitSpec<IntegerList | L, OneInteger | N>,
  options?: CutOptions<D>,
): Promise<ListOf<Result<T, Given<D>>, L, N>> {
  return cut(stored, 'split', 'Split', spec, options) as Promise<any>;
}

/**
 * Cuts a stored tensor along one axis, as `splitToSequence` of `microtome` does.
 *
 * It fetches the whole tensor.
 * @param stored a tensor of an open file
 * @param spec `{ axis?, keepdims?, split? }`
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns the members of the sequence
 * @throws {MicrotomeError} what `splitToSequence` of the main entry and `slice` throw
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [2, 3] } });
 * const rows = await splitToSequence(source.tensor(), { axis: 0, keepdims: 0 });
 * console.log(rows[1].dims.join(), rows[1].data.join()); // 3 4,5,6
 */
export function splitToSequence<T extends TypeName = TypeName, D extends DataOfType[T] = ArrayOf<T>>(
  stored: Stored<T>,
  spec: SplitToSequenceSpec = {},
  options?: CutOptions<D>,
): Promise<Result<T, Given<D>>[]> {
  return cut(stored, 'splitToSequence', 'SplitToSequence', spec, options);
}

/**
 * Cuts a stored tensor along one axis, as `variadicSplit` of `microtome` does.
 *
 * It fetches the whole tensor.
 * @param stored a tensor of an open file
 * @param axis a negative one counts from the end
 * @param split_lengths size of each piece; one may be -1: what the others leave
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns the pieces, in their order
 * @throws {MicrotomeError} what `variadicSplit` of the main entry and `slice` throw
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5), { layout: { type: 'uint8', dims: [5] } });
 * const [box, scores] = await variadicSplit(source.tensor(), 0, [4, -1]);
 * console.log(box.dims.join(), scores.data.join()); // 4 5
 */
export function variadicSplit<
  T extends TypeName = TypeName,
  D extends DataOfType[T] = ArrayOf<T>,
  const L extends readonly Integer[] = [],
>(
  stored: Stored<T>,
  axis: OneInteger,
  split_lengths: IntegerList | L,
  options?: CutOptions<D>,
): Promise<ListOf<Result<T, Given<D>>, L>> {
  const spec = { axis, split_lengths };
  return cut(stored, 'variadicSplit', 'VariadicSplit', spec, options) as Promise<any>;
}

/**
 * Cuts several slices in one batch, such as embedding rows or a list of crops.
 *
 * Requests are merged across all of them.
 * @param stored a tensor of an open file
 * @param specs each as for `slice`
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns one part per spec
 * @throws {MicrotomeError} what `slice` throws
 * @example
 * const file = new Uint8Array(3000).map((_, i) => i);
 * const table = (await open(file, { layout: { type: 'uint8', dims: [300, 10] } })).tensor();
 * const rows = await slices(table, ['7', '8', '20']);
 * console.log(rows.map(({ data }) => data[0]).join()); // 70,80,200
 * console.log(cost(table, ['7', '8', '20']).requests); // 1
 */
export function slices<T extends TypeName = TypeName, D extends DataOfType[T] = ArrayOf<T>>(
  stored: Stored<T>,
  specs: readonly (SliceSpec | string | Integer)[],
  options?: CutOptions<D>,
): Promise<Result<T, Given<D>>[]> {
  return answer('slices', () => {
    const read = readOptions(options, 'slices');
    const place = placeOf(stored);
    if (!Array.isArray(specs))
      throw new Mistake('bad_argument', `expected an array of specs, not ${describe(specs)}`, 'specs');
    const cuts = [...specs].map((spec) => decideCut(place, 'Slice', spec, read));
    return carryOut(place, cuts, patternsOf(cuts), read);
  });
}

/**
 * Takes elements at listed indices of an axis, as `gather` of `microtome` does: rows of a table, columns, frames.
 *
 * It fetches what `slices` of the same indices would fetch. Repeated indices are fetched once, and their order
 * does not matter.
 * @param stored a tensor of an open file
 * @param indices one integer, which drops the axis, a list, or a tensor of integers of any rank; a negative index
 *   counts from the end
 * @param spec `{ axis? }`
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns one tensor; the axes of the indices replace the axis
 * @throws {MicrotomeError} `index_out_of_range`, `bad_axis`, `bad_rank`, `not_integer`, before anything is
 *   fetched, and what `slice` throws
 * @example
 * const file = new Uint8Array(3000).map((_, i) => i);
 * const table = (await open(file, { layout: { type: 'uint8', dims: [300, 10] } })).tensor();
 * const { dims, data } = await gather(table, [20, 7, -1, 7]);
 * console.log(dims.join(), data[0], data[10]); // 4,10 200 70
 * console.log(cost(table, { indices: [20, 7, -1, 7] }).requests); // 1
 */
export function gather<T extends TypeName = TypeName, D extends DataOfType[T] = ArrayOf<T>>(
  stored: Stored<T>,
  indices: IndicesSpec['indices'],
  spec?: Omit<IndicesSpec, 'indices'> | null,
  options?: CutOptions<D>,
): Promise<Result<T, Given<D>>> {
  return answer('gather', async () => {
    const read = readOptions(options, 'gather');
    const place = placeOf(stored);
    const decided = decideGather(place, indices, spec ?? {}, read);
    return (await carryOut(place, [decided], decided.wanted, read, decided.order))[0];
  });
}

/**
 * Takes the slices of an axis where a condition is true, as `compress` of `microtome` does.
 *
 * It fetches what `gather` of the same indices fetches.
 * @param stored a tensor of an open file
 * @param condition a bool tensor of rank 1, a list of booleans, or a Uint8Array, in which everything but 0 is true
 * @param spec `{ axis }`, which is required
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns one tensor
 * @throws {MicrotomeError} `index_out_of_range`, `bad_axis`, `missing`, `bad_type`, before anything is fetched, and what
 *   `slice` throws
 * @example
 * const file = new Uint8Array(3000).map((_, i) => i);
 * const table = (await open(file, { layout: { type: 'uint8', dims: [300, 10] } })).tensor();
 * const { dims, data } = await compress(table, [false, true, true], { axis: 0 });
 * console.log(dims.join(), data[0], data[10]); // 2,10 10 20
 */
export function compress<T extends TypeName = TypeName, D extends DataOfType[T] = ArrayOf<T>>(
  stored: Stored<T>,
  condition: ConditionSpec['condition'],
  spec: Omit<ConditionSpec, 'condition'>,
  options?: CutOptions<D>,
): Promise<Result<T, Given<D>>> {
  return answer('compress', async () => {
    const read = readOptions(options, 'compress');
    const place = placeOf(stored);
    const decided = decideCompress(place, condition, spec ?? {}, read);
    return (await carryOut(place, [decided], decided.wanted, read, decided.order))[0];
  });
}

/** One call with one spec. A split fetches the whole tensor. */
function cut(stored: Stored, name: Call, op_type: string, spec: unknown, options: unknown): Promise<any[]> {
  return answer(op_type, () => {
    const read = readOptions(options, name);
    const place = placeOf(stored);
    const decided = decideCut(place, op_type, spec, read);
    const fetched = op_type === 'Slice' ? decided : decideCut(place, 'Slice', '...');
    return carryOut(place, [decided], patternsOf([fetched]), read);
  });
}
