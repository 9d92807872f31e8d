// Runs a job of the tournament in a process of its own, and prints JSON.
import { jobOf } from './jobs.js';
import { measureJob } from './measure.js';

const { seed, id, module = '../../../web/dist/index.js' } = JSON.parse(process.argv[2]);
const { init, plan } = await import(module);
await init();
console.log(JSON.stringify(measureJob(plan, jobOf(seed, id))));
