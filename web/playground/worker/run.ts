// Runs the call on the pixels of a picture: on the page if they are few, otherwise in a worker.
import { givenBy, planOf, runOn } from '../model/given.ts';
import type { State } from '../model/state.ts';
import type { Made } from '../view/images.ts';

export function runPicture(state: State, data: Uint8ClampedArray): Made[] {
  const given = givenBy(state);
  return runOn(planOf(given), given, [data]).map(({ dims, data: made }: Made) => ({
    dims: [...dims],
    data: made,
  }));
}
