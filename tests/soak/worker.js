// A worker of a soak: lives a round for each message.
import { parentPort, workerData } from 'node:worker_threads';
import { ARENA, Life } from './life.js';

const library = await import('microtome');
await library.init({ arena: ARENA });
const life = new Life([library], workerData.seed);
parentPort?.on('message', (ms) => parentPort?.postMessage(life.round(ms)));
parentPort?.postMessage('ready');
