// What the API reference documents: all that the package exports, with `microtome/interop`, and the class behind the type Plan.
export * from '../../web/lib/index.js';
export { fromArrow, videoPlanes } from '../../web/lib/interop.js';
export type { Plan } from '../../web/lib/plan/plan.js';
