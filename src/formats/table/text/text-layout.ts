import type { TableRow } from '../../reading/stream-items.js';

/** How tools print lists for people: the lines of a text as rows of a table, the names of the columns in the first. */
export interface TextLayout {
  /** Takes one line, without its end. */
  add(line: string, place: string): void;
  end(): void;
  /** The rows that are complete. */
  take(): TableRow[];
  /** Lines that are no rows, with the first of them: they are named, not dropped. */
  readonly unread: { count: number; place: string };
}

/** Makes the layout of a text by its first lines; undefined where they have another. */
export type DetectLayout = (lines: readonly string[]) => TextLayout | undefined;

/** Nobody's table is wider, and no pattern is to be tried on a longer line. */
export const maxLineLength = 4_096;

/** What all layouts do alike. */
export abstract class RowLayout implements TextLayout {
  readonly unread = { count: 0, place: '' };
  private rows: TableRow[] = [];

  abstract add(line: string, place: string): void;

  end(): void {}

  take(): TableRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  protected addRow(cells: readonly string[], place: string): void {
    this.rows.push({ cells, place });
  }

  protected leaveOut(line: string, place: string): void {
    if (line.trim() === '') return;
    this.unread.count += 1;
    this.unread.place ||= place;
  }
}
