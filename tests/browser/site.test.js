// What is built and served, and the documentation: the files of site/, in one process.
import { runTogether } from './together.js';

await runTogether('site');
