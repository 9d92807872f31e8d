// A fresh process: prints the times of its start. `node process.js <module to import>`
import { probe } from './probe.js';

console.log(JSON.stringify(await probe(() => import(process.argv[2]))));
