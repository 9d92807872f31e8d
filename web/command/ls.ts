// `microtome ls`: a table of the tensors in each file, or of its metadata. A tensor that cannot be cut has a row that says why.
import type { MetadataValue, Source } from 'microtome/source';
import { reasonOf } from './failure.ts';
import { Inputs } from './inputs.ts';
import { bytesOf, type Library, nameOf, openFrom } from './library.ts';
import { loadLister } from './lister.ts';
import { print } from './print.ts';
import { bigAsText, tableOf, visible, visibleJson } from './table.ts';
import type { Values } from './types.ts';

type Row = Tensor | { name: string; error: string } | { key: string; value: MetadataValue };

interface Tensor {
  name: string;
  type: string;
  dims: readonly number[];
  bytes: number;
  storedType: string;
  /** Dims of a quantized tensor in elements, and what a block of it has. */
  elements?: readonly number[];
  blockElements?: number;
  blockBytes?: number;
}

export async function runLs(froms: readonly string[], values: Values): Promise<void> {
  const library = await loadLister(values);
  const rows = values.metadata ? factsOf : rowsOf;
  const list = new List(values.json === true, froms.length > 1, values.metadata ? FACTS : TENSORS);
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
      await list.add(nameOf(from), { [Symbol.iterator]: () => rows(library, source) });
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
    const { type, dims, storedType, quantized } = source.tensor(name);
    const row = { name, type, dims, bytes: bytesOf(library, type, dims), storedType };
    if (quantized === undefined) return row;
    const elements = [...dims.slice(0, -2), (dims.at(-2) as number) * quantized.elements];
    return { ...row, elements, blockElements: quantized.elements, blockBytes: quantized.bytes };
  } catch (thrown) {
    return { name, error: reasonOf(thrown) };
  }
}

function* factsOf(_: Library, { metadata }: Source): Generator<Row, void, void> {
  for (const [key, value] of metadata) yield { key, value };
}

/** Columns, and which of them are aligned to the right. */
const TENSORS = [['name', 'type', 'dims', 'bytes'], [3]] as const;
const FACTS = [['key', 'value'], []] as const;

/** What is printed of one file after another. */
class List {
  readonly #columns: typeof TENSORS | typeof FACTS;
  readonly #isJson: boolean;
  /** The files are named. */
  readonly #isNamed: boolean;
  /** The last line of JSON, which a comma may follow. */
  #before: string | undefined;
  #isFirst = true;

  constructor(isJson: boolean, isNamed: boolean, columns: typeof TENSORS | typeof FACTS) {
    this.#columns = columns;
    this.#isJson = isJson;
    this.#isNamed = isNamed;
  }

  async add(file: string, rows: Iterable<Row>): Promise<void> {
    if (this.#isJson) return print(this.#json(file, rows));
    if (this.#isNamed) await print([...(this.#isFirst ? [] : ['']), `${file}:`]);
    this.#isFirst = false;
    const [titles, right] = this.#columns;
    await print(tableOf({ [Symbol.iterator]: () => cellsOf(titles, rows) }, right));
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

function* cellsOf(titles: readonly string[], rows: Iterable<Row>): Generator<readonly string[], void, void> {
  yield titles;
  for (const row of rows)
    if ('key' in row) yield [visible(row.key), shorten(visible(textOf(row.value)))];
    else if ('error' in row) yield [visible(row.name) || '-', visible(row.error)];
    else {
      const { name, type, dims, bytes, storedType, elements } = row;
      const [shown, sizes] = elements ? [storedType, elements] : [type, dims];
      yield [visible(name) || '-', shown, `[${sizes.join(', ')}]`, `${bytes}`];
    }
}

/** A value in a table: strings as they are, the rest as in JSON. */
const textOf = (value: MetadataValue): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'object' && 'of' in value
      ? `${value.length} of ${value.of}`
      : typeof value === 'bigint'
        ? `${value}`
        : JSON.stringify(value, bigAsText);

/** Characters of a value in a table. */
const MOST_SHOWN = 100;
const shorten = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text);
