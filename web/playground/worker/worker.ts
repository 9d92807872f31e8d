// The worker: plans of many outputs, and calls on large pictures. It shares the page's modules.
import { init } from '../../lib/index.ts';
import { toResult } from '../model/details.ts';
import { givenBy } from '../model/given.ts';
import { messageOf } from '../model/mistake.ts';
import { run } from '../model/result.ts';
import type { Question } from './client.ts';

let pixels: Uint8ClampedArray | undefined; // of the picture that was sent last

const scope = globalThis as unknown as Worker;

scope.addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  const { state, isPicture } = data;
  pixels = data.pixels ?? pixels;
  try {
    await init();
    const given = givenBy(state);
    const { row: _, ...result } = toResult(state, given); // the page has the table of operators
    const made = isPicture ? run(given, [pixels]) : [];
    const transfer = [...new Set(made.map((each) => each.data.buffer))];
    scope.postMessage({ result, made }, { transfer });
  } catch (error) {
    const { param = '' } = error as { param?: string };
    scope.postMessage({ error: messageOf(error), param });
  }
});
