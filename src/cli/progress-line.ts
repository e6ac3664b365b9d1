/** No progress is shown for shorter work. */
const silentMs = 2_000;
const intervalMs = { terminal: 250, file: 10_000 };

/** Progress on standard error: one changing line on a terminal, a line every ten seconds in a log. */
export class ProgressLine {
  private next = Date.now() + silentMs;
  private isShown = false;

  constructor(private readonly output: NodeJS.WriteStream) {}

  show(stage: string, components: number): void {
    const now = Date.now();
    if (now < this.next) return;
    this.next = now + (this.output.isTTY ? intervalMs.terminal : intervalMs.file);
    const text = `${stage}: ${components.toLocaleString('en')} components`;
    this.output.write(this.output.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
    this.isShown = true;
  }

  end(): void {
    if (this.isShown && this.output.isTTY) this.output.write('\r\x1b[K');
    this.isShown = false;
  }
}
