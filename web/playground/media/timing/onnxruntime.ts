// A stand-in for onnxruntime-web, which is large and not part of this page. If a build of the page has installed it,
// onnxruntime.config.ts replaces this file with one that loads it.

/** '' if it is not installed. */
export const VERSION: string = '';

/** @returns the package; null if it is not installed */
// biome-ignore lint/suspicious/noExplicitAny: the package has types of its own, if it is there
export const load = (): Promise<any> => Promise.resolve(null);
