// Plain text tables, for summaries: the first column to the left, the others to the right.

/** @param {(string | number)[][]} rows the first one is the head */
export function printTable(rows) {
  const cells = rows.map((row) => row.map(String));
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  '),
  );
  console.log([lines[0], widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)].join('\n'));
}

/** @param {number} since what Date.now() said */
export const secondsSince = (since) => ((Date.now() - since) / 1000).toFixed(1);
