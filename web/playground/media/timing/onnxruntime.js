// onnxruntime-web is large and no part of this page: where a build of the page has installed it, vite.config.js puts another
// text in place of this one, which loads it.

/** '' where it is not here. @type {string} */
export const VERSION = '';

/** @returns {Promise<any>} the package; null where it is not here */
export const load = () => Promise.resolve(null);
