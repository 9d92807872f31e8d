// A stand-in for onnxruntime-web, which is large and not part of this page. If a build of the page has installed it,
// onnxruntime.config.js replaces this file with one that loads it.

/** '' if it is not installed. @type {string} */
export const VERSION = '';

/** @returns {Promise<any>} the package; null if it is not installed */
export const load = () => Promise.resolve(null);
