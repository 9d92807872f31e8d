// `microtome ls`: a table of the tensors in a file. A tensor that cannot be cut has a row that says why.
import { reasonOf } from './failure.ts';
import { loadLibrary, openFrom } from './library.ts';
import { print } from './output.ts';
import { tableOf, visible } from './table.ts';
import type { Values } from './types.ts';

type Row =
  | { name: string; type: string; dims: readonly number[]; bytes: number }
  | { name: string; error: string };

export async function runLs([from]: readonly string[], values: Values): Promise<void> {
  const library = await loadLibrary();
  const source = await openFrom(library, from, values);
  const rows = source.names.map((name): Row => {
    try {
      const tensor = source.tensor(name);
      return { name, type: tensor.type, dims: tensor.dims, bytes: library.source.cost(tensor, '...').useful };
    } catch (thrown) {
      return { name, error: reasonOf(thrown) };
    }
  });
  await source.close();
  await print(
    values.json
      ? `[${rows.map((row) => JSON.stringify(row)).join(',\n ')}]`
      : tableOf([TITLES, ...rows.map(cellsOf)], [3]).join('\n'),
  );
}

const TITLES = ['name', 'type', 'dims', 'bytes'];

function cellsOf(row: Row): string[] {
  const name = visible(row.name) || '-';
  if ('error' in row) return [name, visible(row.error)];
  return [name, row.type, `[${row.dims.join(', ')}]`, `${row.bytes}`];
}
