// What the worker of a panel holds. Types only.
import type { Tell } from '../background/helper.ts';
import type { Made, Source } from './cut.ts';

/** Data of any kind. Without `source` it is not in memory, and slices are fetched. */
export type Held = {
  about: object;
  source: Source | null;
  fetch?: (spec: string, tell: Tell) => Promise<Made>;
  cost?: (spec: string) => object;
};
