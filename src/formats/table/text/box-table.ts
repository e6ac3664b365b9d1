import { maxLineLength, RowLayout, type DetectLayout } from './text-layout.js';

const border = /^[┌├└+╔╠╚╭╰][─━═+┬┼┴╤╪╧ |=-]*(?:[─━═]{3}|-{3}|={3})|^[│|║].*(?:├──|┼──|\+--)/;
const row = /^[│║|].*[│║|]$/;
const lines = /[│║|├┤┼┬┴┌┐└┘╭╮╰╯╪╤╧╔╗╠╣╚╝+]/;

/** A table between drawn lines (Trivy, and whatever prints as databases do): one frame, then rows in it. */
export const detectBoxTable: DetectLayout = (head) => {
  const first = head.findIndex((line) => border.test(line.trim().slice(0, maxLineLength)));
  return first >= 0 && row.test((head[first + 1] ?? '').trim()) ? new BoxTable() : undefined;
};

/**
 * A row takes as many lines as its longest cell. A line between rows leaves out the cells that are merged with those
 * above them, which then hold for the row as well.
 */
class BoxTable extends RowLayout {
  private open: string[][] = [];
  private openPlace = '';
  private above: readonly string[] = [];
  private merged: readonly boolean[] = [];
  private isFramed = false;

  add(text: string, place: string): void {
    const line = text.trim();
    if (line.length > maxLineLength) return this.leaveOut(line, place);
    if (border.test(line)) {
      this.closeRow();
      this.merged = line.split(lines).slice(1, -1).map((part) => part.trim() === ''); // prettier-ignore
      if (!this.isFramed) this.above = [];
      this.isFramed = true;
    } else if (row.test(line) && this.isFramed) {
      this.open.push(line.slice(1, -1).split(/[│║|]/).map((cell) => cell.trim())); // prettier-ignore
      this.openPlace ||= place;
    } else {
      this.end();
      this.leaveOut(line, place);
    }
  }

  override end(): void {
    this.closeRow();
    this.isFramed = false;
  }

  /** Tables whose rows have no lines between them have one row a line, for each has all that names it. */
  private closeRow(): void {
    const [first] = this.open;
    const isOneRow = this.open.slice(1).every((cells) => cells[0] === '' || cells[1] === '');
    if (first && isOneRow)
      this.closeOne(first.map((_, index) => this.open.map((cells) => cells[index] ?? '').join(' ').trim())); // prettier-ignore
    else for (const cells of this.open) this.closeOne(cells);
    this.open = [];
    this.openPlace = '';
  }

  private closeOne(cells: readonly string[]): void {
    const whole = cells.map((cell, index) => (cell === '' && this.merged[index] ? (this.above[index] ?? '') : cell));
    this.above = whole;
    this.merged = [];
    this.addRow(whole, this.openPlace);
  }
}
