// Writes Markdown tables.

/** @param {readonly (readonly string[])[]} rows the first is the head */
export const table = ([head, ...rows]) =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
