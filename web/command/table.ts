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
      if (row.length === columns || i < row.length - 1) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
  }
  const pad = (cell: string, i: number) => {
    const blanks = ' '.repeat(Math.max(0, (widths[i] ?? 0) - widthOf(cell)));
    return right.includes(i) ? blanks + cell : cell + blanks;
  };
  for (const row of rows) yield row.map(pad).join('  ').trimEnd();
}

/** What terminals show two columns wide, by Unicode's East Asian Width; U+FE0F asks for the picture of a character. */
const WIDE =
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Yi}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;
const NARROW = /^[\uff61-\uffdc]/; // half-width forms of these scripts

/** Most texts are. What others need takes a thousandth of a second to prepare, and a million names may be listed. */
const isPlain = (text: string) => /^[ -~]*$/.test(text);

/** Columns that a text takes. */
function widthOf(text: string): number {
  if (isPlain(text)) return text.length;
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text))
    width += WIDE.test(segment) && !NARROW.test(segment) ? 2 : 1;
  return width;
}

/** Characters that would move a terminal's cursor, end a line, or hide something. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Text of strangers, as it can be shown. */
export const visible = (text: string) =>
  isPlain(text)
    ? text
    : text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);

/** JSON has no integers of 64 bits. */
export const bigAsText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

/** JSON on one line, with escapes for what must not be shown. */
export const visibleJson = (value: unknown) =>
  JSON.stringify(value, bigAsText).replace(HIDDEN, (character) =>
    Array.from({ length: character.length }, (_, i) => {
      const unit = character.charCodeAt(i).toString(16).padStart(4, '0');
      return `\\u${unit}`;
    }).join(''),
  );
