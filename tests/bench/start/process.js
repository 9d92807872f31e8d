// A fresh process: prints the times of its start. With `watch`, in more parts.
import { probe } from './probe.js';

const times = await probe(() => import('../../../web/lib/index.js'), { watch: process.argv[2] === 'watch' });
console.log(JSON.stringify(times));
