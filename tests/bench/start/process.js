// A fresh process: prints the times of its start. `node process.js <module to import> [watch]`
import { probe } from './probe.js';

const [, , library, watch] = process.argv;
console.log(JSON.stringify(await probe(() => import(library), { watch: watch === 'watch' })));
