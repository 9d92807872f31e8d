// `microtome cost`: what a cut would fetch.
import { loadLibrary, useTensor } from './library.ts';
import { print } from './print.ts';
import { tableOf, visibleJson } from './table.ts';
import type { Values } from './types.ts';

export async function runCost(words: readonly string[], values: Values): Promise<void> {
  const library = await loadLibrary();
  const cost = await useTensor(library, words, values, (tensor, spec) => library.source.cost(tensor, spec));
  const rows = Object.entries(cost).map(([name, count]) => [name, `${count}`]);
  await print(values.json ? [visibleJson(cost)] : tableOf(rows, [1]));
}
