// Runs a job of the tournament in a process of its own, and prints JSON.
import { DRAWS } from './draws.js';
import { measureJob } from './measure.js';

const { draw, seed, id, module = '../../../web/dist/index.js' } = JSON.parse(process.argv[2]);
const library = await import(module);
await library.init();
console.log(JSON.stringify(measureJob(library, DRAWS[draw](seed, id))));
