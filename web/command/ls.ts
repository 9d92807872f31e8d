// `microtome ls`: a table of the tensors in a file. A tensor that cannot be cut has a row that says why.
import type { Source } from 'microtome/source';
import { reasonOf } from './failure.ts';
import { bytesOf, type Library, openFrom } from './library.ts';
import { loadLister } from './lister.ts';
import { print } from './print.ts';
import { tableOf, visible, visibleJson } from './table.ts';
import type { Values } from './types.ts';

type Row =
  | { name: string; type: string; dims: readonly number[]; bytes: number }
  | { name: string; error: string };

export async function runLs([from]: readonly string[], values: Values): Promise<void> {
  const library = await loadLister(values);
  const source = await openFrom(library, from, values);
  try {
    const rows = { [Symbol.iterator]: () => rowsOf(library, source) };
    await print(values.json ? jsonOf(rows) : tableOf({ [Symbol.iterator]: () => cellsOf(rows) }, [3]));
  } finally {
    await source.close();
  }
}

/** One row at a time: there may be a million. */
function* rowsOf(library: Library, source: Source): Generator<Row, void, void> {
  for (const name of source.names) yield rowOf(library, source, name);
}

function rowOf(library: Library, source: Source, name: string): Row {
  try {
    const { type, dims } = source.tensor(name);
    return { name, type, dims, bytes: bytesOf(library, type, dims) };
  } catch (thrown) {
    return { name, error: reasonOf(thrown) };
  }
}

/** A list, with a row on each line. */
function* jsonOf(rows: Iterable<Row>): Generator<string, void, void> {
  let before: string | undefined;
  for (const row of rows) {
    if (before !== undefined) yield `${before},`;
    before = `${before === undefined ? '[' : ' '}${visibleJson(row)}`;
  }
  yield `${before ?? '['}]`;
}

function* cellsOf(rows: Iterable<Row>): Generator<string[], void, void> {
  yield ['name', 'type', 'dims', 'bytes'];
  for (const row of rows) {
    const name = visible(row.name) || '-';
    yield 'error' in row
      ? [name, visible(row.error)]
      : [name, row.type, `[${row.dims.join(', ')}]`, `${row.bytes}`];
  }
}
