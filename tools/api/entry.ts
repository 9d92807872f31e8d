// What the API reference documents: all that the package exports, and the class behind the type Plan.
export * from '../../web/lib/index.js';
export type { Plan } from '../../web/lib/plan.js';
