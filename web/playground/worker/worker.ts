// The worker: plans of many outputs, and calls on large pictures. It shares the page's modules.
import { init } from '../../lib/index.ts';
import { toResult } from '../model/details.ts';
import { givenBy } from '../model/given.ts';
import type { State } from '../model/state.ts';
import { messageOf } from '../page/say.ts';
import { runPicture } from './run.ts';

let pixels: Uint8ClampedArray | undefined; // of the picture that was sent last

export type Question = { id: number; state: State; pixels?: Uint8ClampedArray; isPicture: boolean };

const scope = globalThis as unknown as Worker;

scope.addEventListener(
  'message',
  async ({ data: { id, state, pixels: sent, isPicture } }: MessageEvent<Question>) => {
    pixels = sent ?? pixels;
    try {
      await init();
      const given = givenBy(state);
      const { row: _, ...result } = toResult(state, given); // the page has the table of operators
      const made = isPicture && pixels ? runPicture(given, pixels) : [];
      scope.postMessage(
        { id, result, made },
        { transfer: [...new Set(made.map(({ data }) => data.buffer))] },
      );
    } catch (error) {
      const { param = '' } = error as { param?: string };
      scope.postMessage({ id, error: messageOf(error), param });
    }
  },
);
