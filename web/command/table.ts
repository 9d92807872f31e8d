// Lines of text in columns.

/**
 * The lines of a table, one after another. The rows are read twice, because there may be too many to hold.
 * The first one has a cell in every column. Columns of `right` are aligned to the right. The last cell of a
 * shorter row may be of any length.
 */
export function* tableOf(
  rows: Iterable<readonly string[]>,
  right: readonly number[] = [],
): Generator<string, void, void> {
  const widths: number[] = [];
  let columns: number | undefined;
  for (const row of rows) {
    columns ??= row.length;
    for (const [i, cell] of row.entries())
      if (row.length === columns || i < row.length - 1) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  const pad = (cell: string, i: number) =>
    right.includes(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i] ?? 0);
  for (const row of rows) yield row.map(pad).join('  ').trimEnd();
}

/** Characters that would move a terminal's cursor, end a line, or hide something. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Text of strangers, as it can be shown. */
export const visible = (text: string) =>
  text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);

/** JSON on one line, with escapes for what must not be shown. */
export const visibleJson = (value: unknown) =>
  JSON.stringify(value).replace(HIDDEN, (character) =>
    Array.from({ length: character.length }, (_, i) => {
      const unit = character.charCodeAt(i).toString(16).padStart(4, '0');
      return `\\u${unit}`;
    }).join(''),
  );
