import { recogniseColumn } from '../../shared/component-list/column-names.js';
import { maxLineLength, RowLayout, type DetectLayout } from './text-layout.js';

const pair = /^([\p{L}][\p{L}\p{N} _-]{0,59}):(?: (.*))?$/u;

/** Paragraphs of "NAME: value", as in `license.manifest` of Yocto: the first has all names, which start each. */
export const detectRecords: DetectLayout = (head) => {
  const lines = head.map((line) => line.trimEnd());
  const start = lines.findIndex((line) => line !== '');
  const end = lines.indexOf('', Math.max(start, 0));
  if (start < 0 || end < 0) return undefined;
  const names = lines.slice(start, end).map((line) => (line.length > maxLineLength ? undefined : pair.exec(line)?.[1]));
  const next = lines.slice(end).find((line) => line !== '');
  if (names.length < 2 || names.includes(undefined) || !next?.startsWith(`${names[0]}:`)) return undefined;
  const kinds = names.map((name) => recogniseColumn(name!)?.kind);
  return kinds.includes('name') && kinds.includes('version') ? new Records(names as string[]) : undefined;
};

class Records extends RowLayout {
  private cells = new Map<string, string>();
  private place = '';
  private isFirst = true;

  constructor(private readonly names: readonly string[]) {
    super();
  }

  add(line: string, place: string): void {
    if (this.isFirst) this.addRow(this.names, place);
    this.isFirst = false;
    const [, name, value = ''] = (line.length > maxLineLength ? null : pair.exec(line.trimEnd())) ?? [];
    if (line.trim() === '') this.end();
    else if (name === undefined || !this.names.includes(name) || this.cells.has(name)) this.leaveOut(line, place);
    else {
      this.cells.set(name, value.trim());
      this.place ||= place;
    }
  }

  override end(): void {
    if (this.cells.size > 0) this.addRow(this.names.map((name) => this.cells.get(name) ?? ''), this.place); // prettier-ignore
    this.cells.clear();
    this.place = '';
  }
}
