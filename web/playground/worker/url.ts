// Where the worker is. vite.config.ts puts its address here, as a chunk that shares the page's modules.
export const workerUrl = './worker/worker.ts';
