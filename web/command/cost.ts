// `microtome cost`: what a cut would fetch.
import { readDivision, specOf } from './division.ts';
import { loadLibrary, useTensor } from './library.ts';
import { print } from './print.ts';
import { costOf } from './saving.ts';
import { tableOf, visibleJson } from './table.ts';
import type { Values } from './types.ts';

export async function runCost(words: readonly string[], values: Values): Promise<void> {
  const division = readDivision(values);
  const library = await loadLibrary();
  const cost = await useTensor(library, words, values, (tensor, spec) =>
    costOf(library, tensor, specOf(library, tensor, spec, division)),
  );
  const { requests, bytes, useful } = cost;
  const rows = Object.entries({ requests, bytes, useful }).map(([name, count]) => [name, `${count}`]);
  await print(values.json ? [visibleJson({ requests, bytes, useful })] : tableOf(rows, [1]));
}
