import type { TableRow } from '../reading/stream-items.js';

/** The line between head and rows of a table in Markdown. */
export const isRule = ({ cells }: TableRow): boolean =>
  cells.some((cell) => cell !== '') && cells.every((cell) => cell === '' || /^:?-{3,}:?$/.test(cell));

/** Rows between "|", with the markup that Markdown has in cells taken off from the first rule on. */
export class MarkdownRows {
  readonly prose = { count: 0, place: '' };
  private isMarkdown = false;

  /** The rows of a table, without the lines between tables. */
  read(rows: readonly TableRow[]): readonly TableRow[] {
    const read: TableRow[] = [];
    for (const row of rows) {
      this.isMarkdown ||= isRule(row);
      if (!this.isMarkdown) read.push(row);
      else if (row.cells.length > 1) read.push({ ...row, cells: withEscapedBars(row.cells).map(plainText) });
      else {
        this.prose.count += 1;
        this.prose.place ||= row.place;
      }
    }
    return read;
  }
}

/** A "\|" divides no cells. */
function withEscapedBars(cells: readonly string[]): readonly string[] {
  if (!cells.some((cell) => cell.endsWith('\\'))) return cells;
  const whole: string[] = [];
  let start = '';
  for (const cell of cells) {
    if (cell.endsWith('\\')) start += `${cell.slice(0, -1)}|`;
    else {
      whole.push(start + cell);
      start = '';
    }
  }
  return start === '' ? whole : [...whole, start];
}

/** The text of a cell as it is shown: of a link its name, and nothing of code, emphasis and escapes. */
function plainText(cell: string): string {
  if (!/[\\`*_[\]<]/.test(cell)) return cell;
  const shown = cell
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^<(https?:[^<>\s]*)>$/, '$1')
    .replace(/^(\*{1,3}|_{1,2})(?![\s*_])([^*]*[^\s*_])\1$/, '$2')
    .trim();
  const code = /^`+([^`]+)`+$/.exec(shown)?.[1];
  return code ?? shown.replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1');
}
