// A worker thread of Node.
import { parentPort } from 'node:worker_threads';
import { answer } from './answer.js';

parentPort?.once('message', (data) => answer({ data }));
