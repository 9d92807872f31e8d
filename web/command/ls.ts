// `microtome ls`: a table of the tensors in each file. A tensor that cannot be cut has a row that says why.
import type { Source } from 'microtome/source';
import { reasonOf } from './failure.ts';
import { Inputs } from './inputs.ts';
import { bytesOf, type Library, nameOf, openFrom } from './library.ts';
import { loadLister } from './lister.ts';
import { print } from './print.ts';
import { tableOf, visible, visibleJson } from './table.ts';
import type { Values } from './types.ts';

type Row =
  | { name: string; type: string; dims: readonly number[]; bytes: number }
  | { name: string; error: string };

export async function runLs(froms: readonly string[], values: Values): Promise<void> {
  const library = await loadLister(values);
  const list = new List(values.json === true, froms.length > 1);
  for (const from of froms) {
    let source: Source;
    try {
      source = await openFrom(library, from, values, new Inputs());
    } catch (thrown) {
      if (froms.length === 1) throw thrown;
      process.stderr.write(`microtome: ${visible(`${nameOf(from)}: ${reasonOf(thrown)}`)}\n`);
      process.exitCode = 1;
      continue;
    }
    try {
      await list.add(nameOf(from), { [Symbol.iterator]: () => rowsOf(library, source) });
    } finally {
      await source.close();
    }
  }
  await list.end();
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

/** What is printed of one file after another. */
class List {
  readonly #isJson: boolean;
  /** The files are named. */
  readonly #isNamed: boolean;
  /** The last line of JSON, which a comma may follow. */
  #before: string | undefined;
  #isFirst = true;

  constructor(isJson: boolean, isNamed: boolean) {
    this.#isJson = isJson;
    this.#isNamed = isNamed;
  }

  async add(file: string, rows: Iterable<Row>): Promise<void> {
    if (this.#isJson) return print(this.#json(file, rows));
    if (this.#isNamed) await print([...(this.#isFirst ? [] : ['']), `${file}:`]);
    this.#isFirst = false;
    await print(tableOf({ [Symbol.iterator]: () => cellsOf(rows) }, [3]));
  }

  /** A list, with a row on each line. */
  *#json(file: string, rows: Iterable<Row>): Generator<string, void, void> {
    for (const row of rows) {
      if (this.#before !== undefined) yield `${this.#before},`;
      const line = visibleJson(this.#isNamed ? { file, ...row } : row);
      this.#before = `${this.#before === undefined ? '[' : ' '}${line}`;
    }
  }

  async end(): Promise<void> {
    if (this.#isJson) await print([`${this.#before ?? '['}]`]);
  }
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
