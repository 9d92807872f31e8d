// The cells, their form and what surrounds them: the files of cut/, in one process.
import { runTogether } from './together.js';

await runTogether('cut');
