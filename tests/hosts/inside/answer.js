// The worker kinds' side of a conversation: a job comes with a port, and its report goes to that port.
import { run } from './run.js';

/** @typedef {{ job: import('./run.js').Job, module?: WebAssembly.Module, port: MessagePort }} Asked */

/** @param {{ data: Asked }} message */
export const answer = ({ data: { job, module, port } }) =>
  run(job, module && { module }).then((report) => port.postMessage(report));
