/**
 * A table for a terminal with two spaces between columns. If the table is wider than `width`, the widest columns shrink
 * and cut cells end in `…`.
 *
 * @param rows cells, one array per row, all as long as `head`
 * @param width characters per line
 */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[], width: number): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const gaps = 2 * (head.length - 1);
  for (let excess = sum(widths) + gaps - width; excess > 0; excess -= 1) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= 4) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => fit(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = widths.map((columnWidth) => '─'.repeat(columnWidth));
  return [head, rule, ...rows].map((cells) => `${line(cells)}\n`).join('');
}

function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
