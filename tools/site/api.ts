/**
 * What the API reference documents: all that the package exports, with `microtome/source` as a namespace, and the class behind the
 * type Plan.
 * @module
 * @mergeModuleWith <project>
 */
export * from '../../web/lib/index.js';
export * from '../../web/lib/interop.js';
export type { Plan } from '../../web/lib/plan/plan.js';
export * as source from '../../web/lib/source.js';
