import { recogniseColumn } from '../../shared/component-list/column-names.js';
import { maxLineLength, RowLayout, type DetectLayout } from './text-layout.js';

const rule = /^ *[-=─]{2,}(?: +[-=─]{2,})+ *$/;
/** A line below the head that says nothing of the columns. */
const wholeRule = /^ *[-=─]{8,} *$/;
/** Lines that a tool may print before the head. */
const maxPreamble = 10;
/** What turns and grows in a terminal while a tool works is no line. */
const progress = /^[\s\\|/\-█▒]*(?:[\d.]+ ?(?:[KMG]?B|%)(?: *\/ *[\d.]+ ?[KMG]?B)?\s*)?$/;

/** Columns between spaces, as `pip list`, pip-licenses, Syft and Grype print them: the head says where each starts. */
export const detectAlignedTable: DetectLayout = (head) => {
  let preamble = 0;
  for (const [index, names] of head.entries()) {
    if (isProgress(names)) continue;
    const starts = startsBelow(names, head[index + 1] ?? '');
    if (starts) return new AlignedTable(starts, index);
    if (++preamble === maxPreamble) break;
  }
  return undefined;
};

const isProgress = (line: string): boolean => line.length <= maxLineLength && progress.test(line);

/** Where the columns start, if the line is the head of a list. */
function startsBelow(names: string, below: string): number[] | undefined {
  if (names.trim() === '' || names.length > maxLineLength || /^ *#|[,;\t|:]/.test(names)) return undefined;
  const starts = columnStarts(rule.test(below) ? below : names, rule.test(below) ? / +/g : / {2,}/g);
  const kinds = cellsAt(names, starts)?.map((name) => recogniseColumn(name)?.kind) ?? [];
  return kinds.includes('name') && kinds.includes('version') ? starts : undefined;
}

function columnStarts(line: string, gaps: RegExp): number[] {
  const first = line.search(/\S/);
  const text = line.trimEnd();
  const starts = [...text.slice(first).matchAll(gaps)].map((gap) => first + gap.index + gap[0].length);
  return [first, ...starts];
}

/** Undefined for a line with a word across the start of a column. */
function cellsAt(line: string, starts: readonly number[]): string[] | undefined {
  if (starts.some((start) => start > 0 && !/^(?: |)$/.test(line.charAt(start - 1)))) return undefined;
  return starts.map((start, index) => line.slice(index === 0 ? 0 : start, starts[index + 1]).trim());
}

class AlignedTable extends RowLayout {
  private filled = 0;
  private isOver = false;

  constructor(
    private readonly starts: readonly number[],
    private preamble: number,
  ) {
    super();
  }

  add(line: string, place: string): void {
    if (this.preamble > 0) {
      this.preamble -= 1;
      if (!isProgress(line)) this.leaveOut(line, place);
    } else if (line.trim() === '') this.isOver = this.filled > 0;
    else if (!rule.test(line) && !wholeRule.test(line)) this.addLine(line, place);
  }

  /** After an empty line there is another text. */
  private addLine(line: string, place: string): void {
    const cells = this.isOver || line.length > maxLineLength ? undefined : this.cellsOf(line);
    if (!cells) return this.leaveOut(line, place);
    this.filled += 1;
    this.addRow(cells, place);
  }

  /** A cell that is wider than its column moves those behind it: then the gaps count, if all are there. */
  private cellsOf(line: string): string[] | undefined {
    const parts = line.trim().split(/ {2,}/);
    return cellsAt(line, this.starts) ?? (parts.length === this.starts.length ? parts : undefined);
  }
}
