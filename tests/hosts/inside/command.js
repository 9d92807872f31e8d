// What Node, Bun and Deno run: `command.js <site> <visit> <place>`. The report goes to the site, as a page's does.
import { run } from './run.js';
import { runSlim } from './run_slim.js';

/** @import { Job, Report } from './run.js' */

const [site, visit, place] = process.argv.slice(2);

/** @type {Record<string, (job: Job) => Promise<Report>>} */
const PLACES = {
  process: run,
  slim_process: runSlim,

  worker(job) {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    return ask(worker, job);
  },

  async worker_thread(job) {
    const { Worker } = await import('node:worker_threads');
    return ask(new Worker(new URL('node_worker.js', import.meta.url)), job);
  },
};

/**
 * @param {{ postMessage(message: any, transfer: any): void, terminate(): unknown }} worker
 * @param {Job} job
 * @returns {Promise<Report>}
 */
async function ask(worker, job) {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  worker.postMessage({ job, port: port2 }, [port2]);
  const report = await answer;
  worker.terminate();
  port1.close();
  return report;
}

const report = await PLACES[place](await (await fetch(`${site}/job`)).json());
await fetch(`${site}/reports/${visit}`, { method: 'POST', body: JSON.stringify(report) });
