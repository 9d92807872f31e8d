// What a command prints. It is a file of its own because most of what writes OUT takes time to load.
import { Closed, Failure, reasonOf } from './failure.ts';
import { fs } from './host.ts';
import { visible } from './table.ts';

/** Writes a chunk somewhere. */
export type Put = (chunk: Uint8Array) => Promise<void>;

const STANDARD_OUTPUT = 1;

/** Characters that are printed at once. */
const MANY = 2 ** 16;

/** Prints lines to standard output. */
export async function print(lines: Iterable<string>): Promise<void> {
  let text = '';
  for (const line of lines) {
    text += `${visible(line)}\n`;
    if (text.length < MANY) continue;
    await toStandardOutput(Buffer.from(text));
    text = '';
  }
  if (text !== '') await toStandardOutput(Buffer.from(text));
}

/** Node's stream for it takes time to load, and is needed only where others let it be full. */
export const toStandardOutput: Put = (chunk) =>
  attempt('standard output', async () => {
    for (let at = 0; at < chunk.length; )
      try {
        at += fs.writeSync(STANDARD_OUTPUT, chunk, at);
      } catch (thrown) {
        if (Object(thrown).code !== 'EAGAIN') throw thrown;
        return toStream(chunk.subarray(at));
      }
  });

const toStream = (chunk: Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    process.stdout.once('error', reject); // otherwise it would end the process
    process.stdout.write(chunk, (error) => {
      if (error) return reject(error);
      process.stdout.removeListener('error', reject);
      resolve();
    });
  });

/** The result of an action; its failure names `out`. */
export function attempt<T>(out: string, action: () => T): T {
  const fail = (thrown: unknown): never => {
    if (thrown instanceof Failure || thrown instanceof Closed) throw thrown;
    if (Object(thrown).code === 'EPIPE') throw new Closed(`${out} cannot be written: nobody reads it`);
    const [reason] = reasonOf(thrown).split(','); // Node adds its call, and the name beside the place
    throw new Failure(`${out} cannot be written: ${reason}`);
  };
  try {
    const result = action();
    return result instanceof Promise ? (result.catch(fail) as T) : result;
  } catch (thrown) {
    return fail(thrown);
  }
}
