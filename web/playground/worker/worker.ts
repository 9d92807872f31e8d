// The worker: plans of many outputs, and calls on large pictures. It shares the page's modules.
import { init } from '../../lib/index.ts';
import { make } from '../model/details.ts';
import { messageOf } from '../model/mistake.ts';
import type { Question } from './client.ts';

let pixels: Uint8ClampedArray | undefined; // of the picture that was sent last

const scope = globalThis as unknown as Worker;

scope.addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  const { state, isPicture } = data;
  pixels = data.pixels ?? pixels;
  try {
    await init();
    const { result, made } = make(state, isPicture ? pixels : undefined);
    const { row: _, ...rest } = result; // the page has the table of operators
    const transfer = [...new Set(made.map((each) => each.data.buffer))];
    scope.postMessage({ result: rest, made }, { transfer });
  } catch (error) {
    const { param = '' } = error as { param?: string };
    scope.postMessage({ error: messageOf(error), param });
  }
});
