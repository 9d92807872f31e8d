// The worker kinds' side of a conversation: a job comes with a port, and its report goes to that port.
import { run } from './run.js';

/** @param {{ data: { job: import('./run.js').Job, port: MessagePort } }} message */
export const answer = ({ data: { job, port } }) => run(job).then((report) => port.postMessage(report));
