// The spec of `assign` for listed positions: `{ indices, axis }`, or `{ condition, axis }`.
import { classNameOf } from '../base/arrays.ts';
import { describe, isGiven, isNamed } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import type { Version } from '../core/operators.ts';
import { type Request, restart } from '../core/request.ts';
import { readMasked } from './masks.ts';
import { readValues } from './parameters.ts';

/** Which positions a caller lists. */
interface Places {
  readonly spec: Record<string, unknown>;
  readonly indices: unknown;
  readonly condition: unknown;
}

/** The positions that a spec lists. @param thrown when it was read as the spec of a slice @throws the same, if it lists none */
function placesOf(spec: unknown, thrown: unknown): Places {
  if (!(thrown instanceof Mistake)) throw thrown;
  const { code, param } = thrown;
  if (code === 'bad_argument' && classNameOf(spec) !== '') throw bareList(spec as object);
  if (code !== 'unknown_attribute' || !isNamed(spec)) throw thrown;
  if (param === 'data' || param === 'dims' || param === 'type') throw bareList(spec);
  const { indices = null, condition = null } = spec;
  if (indices === null && condition === null) throw thrown;
  return { spec, indices, condition };
}

/** Says how to give a list that is not in a spec. */
function bareList(list: object): Mistake {
  const { type, dtype = type, 0: first } = list as Record<string, unknown>;
  const isMask = typeof first === 'boolean' || dtype === 'bool';
  const meant = isMask
    ? 'where a mask is true, give { condition: mask, axis: 0 }'
    : 'at listed indices, give { indices: list, axis: 0 }';
  const what = `expected a string such as '1:3', or an object, not ${describe(list)}`;
  return new Mistake('bad_argument', `${what}; to write ${meant}`, 'spec');
}

const NAMES = ['indices', 'condition', 'axis'];
const OF_SLICES = ['starts', 'ends', 'axes', 'steps'];

/**
 * Reads a spec that is not that of a slice. The tensors have been read.
 * @param request
 * @param spec
 * @param thrown when it was read as that
 * @param assign the operator that writes a tensor there
 * @param fill the one that writes a value
 */
export function readPlaces(
  request: Request,
  spec: unknown,
  thrown: unknown,
  assign: Version,
  fill: Version,
): void {
  const { spec: named, indices, condition } = placesOf(spec, thrown);
  restart(request, request.version.fills ? fill : assign);
  request.param = 'spec';
  const what = indices === null ? 'condition' : 'indices';
  for (const name in named) {
    if (NAMES.includes(name) || !isGiven(named, name)) continue;
    if (OF_SLICES.includes(name))
      throw new Mistake('conflict', `only one of ${what} and ${name} can be given`);
    throw new Mistake('bad_argument', `${name.slice(0, 40)} is not one of ${NAMES.join(', ')}`);
  }
  if (indices !== null && condition !== null)
    throw new Mistake('conflict', 'only one of indices and condition can be given');
  readValues(request, [indices, condition, named.axis], readMasked);
}
