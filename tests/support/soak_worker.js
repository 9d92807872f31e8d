// A worker that lives for some calls and tells what they came to.
import { parentPort, workerData } from 'node:worker_threads';
import * as library from '../../web/dist/index.js';
import { live } from '../soak/soak.js';

const { seed, calls, supply } = workerData;
await library.init({ arena: supply.arena });
parentPort?.postMessage(live(library, seed, calls, supply));
