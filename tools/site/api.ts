/**
 * What the API reference documents: all that the package exports, with `microtome/source` as a namespace.
 * @module
 * @mergeModuleWith <project>
 */

// The other entries come after it.

export * from '../../web/interop/interop.ts';
export * from '../../web/lib/cached.ts';
export * from '../../web/lib/index.ts';
export * as source from '../../web/lib/source.ts';
