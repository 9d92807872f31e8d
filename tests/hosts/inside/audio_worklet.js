// An AudioWorklet: its processor makes no sound, it answers. It may not import readers of files later.
import '../../../web/dist/formats.js';
import { answer } from './answer.js';

const { AudioWorkletProcessor, registerProcessor } = /** @type {any} */ (globalThis);

registerProcessor(
  'microtome',
  class extends AudioWorkletProcessor {
    constructor() {
      super();
      this.port.onmessage = answer;
    }
    process() {
      return true;
    }
  },
);
