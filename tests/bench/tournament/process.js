// Runs a job of the tournament in a process of its own, and prints JSON.
import { jobOf } from './jobs.js';
import { measureJob } from './measure.js';

const [seed, id] = process.argv.slice(2).map(Number);
const { init, plan } = await import(process.argv[4] ?? '../../../web/dist/index.js');
await init();
console.log(JSON.stringify(measureJob(plan, jobOf(seed, id))));
