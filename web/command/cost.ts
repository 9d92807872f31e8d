// `microtome cost`: what a cut would fetch.
import { checkOne, readDivision, specOf } from './division.ts';
import { loadLibrary, useTensors } from './library.ts';
import { print } from './print.ts';
import { costOf } from './saving.ts';
import { tableOf, visibleJson } from './table.ts';
import type { Values } from './types.ts';

export async function runCost(words: readonly string[], values: Values): Promise<void> {
  const division = readDivision(values);
  const library = await loadLibrary();
  const costs = await useTensors(library, words, values, ({ tensors, isPattern }, spec) => {
    checkOne(isPattern, division);
    return tensors.map((tensor) => costOf(library, tensor, specOf(library, tensor, spec, division)));
  });
  const sumOf = (key: 'requests' | 'bytes' | 'useful') => costs.reduce((sum, cost) => sum + cost[key], 0);
  const [requests, bytes, useful] = [sumOf('requests'), sumOf('bytes'), sumOf('useful')];
  const rows = Object.entries({ requests, bytes, useful }).map(([name, count]) => [name, `${count}`]);
  await print(values.json ? [visibleJson({ requests, bytes, useful })] : tableOf(rows, [1]));
}
