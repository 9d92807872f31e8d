// A Web Worker: of a browser, of Bun, of Deno.
import { answer } from './answer.js';

globalThis.onmessage = answer;
