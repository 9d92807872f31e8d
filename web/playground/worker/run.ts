// Runs the call on the pixels of a picture: on the page if they are few, otherwise in a worker.
import { type Given, planOf, runOn } from '../model/planned.ts';
import type { Made } from '../view/images.ts';

export const runPicture = (given: Given, data: Uint8ClampedArray): Made[] =>
  runOn(planOf(given), given, [data]).map(({ dims, data: made }: Made) => ({ dims: [...dims], data: made }));
