// The worker's side of helper.ts: answers questions from a table of functions. While one of them waits, others are answered.
import { MicrotomeError } from '../../lib/index.ts';
import { type Message, messageOf, type Tell } from './helper.ts';

/** May be a promise; `Moved` transfers arrays instead of copying them. */
type Answer = (message: Message, tell: Tell) => unknown;

export class Moved {
  result: unknown;
  transfer: Transferable[];

  constructor(result: unknown, transfer: Transferable[]) {
    this.result = result;
    this.transfer = transfer;
  }
}

/** @param answers by name */
export function serve(answers: Record<string, Answer>) {
  const scope = globalThis as unknown as Worker;
  scope.addEventListener('message', async ({ data: { id, what, message } }) => {
    const tell = (part: number, text: string) => scope.postMessage({ id, progress: [part, text] });
    try {
      const made = await answers[what](message, tell);
      const { result, transfer } = made instanceof Moved ? made : { result: made, transfer: [] };
      scope.postMessage({ id, result }, transfer);
    } catch (error) {
      const param = error instanceof MicrotomeError ? error.param : undefined;
      scope.postMessage({ id, error: { message: messageOf(error), param } });
    }
  });
}
