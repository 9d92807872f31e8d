// A SharedWorker.
import { answer } from './answer.js';

/** @type {any} */ (globalThis).onconnect = (/** @type {MessageEvent} */ { ports: [port] }) => {
  port.onmessage = answer;
};
