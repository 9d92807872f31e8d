// Real data: the files of media/, in one process.
import { runTogether } from './together.js';

await runTogether('media');
