import type { SourceProgress } from './sources/source.js';

const width = 24;

/** One line that fills up; where the output is no terminal, one line for each step. */
export class ProgressBar {
  private step = '';
  private shownAt = 0;

  constructor(private readonly output: { readonly isTTY?: boolean; write(text: string): unknown }) {}

  show({ step, done, total }: SourceProgress): void {
    const fresh = step !== this.step;
    if (fresh) this.end();
    this.step = step;
    if (!this.output.isTTY) {
      if (fresh) this.output.write(`${step}\n`);
      return;
    }
    const now = Date.now();
    if (!fresh && now - this.shownAt < 100 && done < total) return;
    this.shownAt = now;
    const share = total === 0 ? 0 : Math.min(1, done / total);
    const filled = Math.round(share * width);
    const bar = total === 0 ? '' : ` [${'#'.repeat(filled)}${' '.repeat(width - filled)}] ${Math.round(share * 100)} %`;
    this.output.write(`\r\u001b[K${step}${bar}`);
  }

  /** Ends the line of the last step. */
  end(): void {
    if (this.step !== '' && this.output.isTTY) this.output.write('\n');
    this.step = '';
  }
}
