import type { SourceProgress } from './sources/source.js';

const width = 24;

/** A progress bar; one line per step where the output is not a terminal. */
export class ProgressBar {
  private step = '';
  private shownAt = 0;

  constructor(private readonly output: { readonly isTTY?: boolean; write(text: string): unknown }) {}

  show({ step, done, total }: SourceProgress): void {
    const isNew = step !== this.step;
    if (isNew) this.end();
    this.step = step;
    if (!this.output.isTTY) {
      if (isNew) this.output.write(`${step}\n`);
      return;
    }
    const now = Date.now();
    if (!isNew && now - this.shownAt < 100 && done < total) return;
    this.shownAt = now;
    const ratio = total === 0 ? 0 : Math.min(1, done / total);
    const filled = Math.round(ratio * width);
    const bar = total === 0 ? '' : ` [${'#'.repeat(filled)}${' '.repeat(width - filled)}] ${Math.round(ratio * 100)} %`;
    this.output.write(`\r\u001b[K${step}${bar}`);
  }

  /** Ends the line of the last step. */
  end(): void {
    if (this.step !== '' && this.output.isTTY) this.output.write('\n');
    this.step = '';
  }
}
