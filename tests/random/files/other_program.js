// What the second process runs: a client that is told what to do.
import { Client } from './client.js';

/** @type {any} */ const client = new Client();
const started = client.start();

process.on('message', async (/** @type {any} */ { id, method, args }) => {
  await started;
  const outcome = await client[method](...args);
  if (process.connected) process.send?.({ id, outcome });
});
