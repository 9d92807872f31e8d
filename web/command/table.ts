// Lines of text in columns.

/**
 * The lines of a table. Columns of `right` are aligned to the right. The last cell of a shorter row may be of
 * any length.
 */
export function tableOf(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const isWide = (row: readonly string[], i: number) => i === row.length - 1 && row.length < columns;
  const widthOf = (i: number) => Math.max(...rows.map((row) => (isWide(row, i) ? 0 : (row[i]?.length ?? 0))));
  const widths = Array.from({ length: columns }, (_, i) => widthOf(i));
  const pad = (cell: string, i: number) =>
    right.includes(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]);
  return rows.map((row) => row.map(pad).join('  ').trimEnd());
}

/** Text of strangers, without characters that would move a terminal's cursor or hide something. */
export const visible = (text: string) =>
  text.replace(/\p{C}/gu, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
