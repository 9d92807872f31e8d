// Lines of text in columns.

/** The lines of a table. Columns of `right` are aligned to the right. */
export function tableOf(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (right.includes(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join('  ')
      .trimEnd(),
  );
}

/** Text of strangers, without characters that would move a terminal's cursor or hide something. */
export const visible = (text: string) =>
  text.replace(/\p{C}/gu, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
