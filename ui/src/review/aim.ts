/** A key so soon after a name has appeared was meant for the name before. */
const blindMs = 250;

/** Tells presses that were meant for what is shown from those that were meant for what was there before. */
export class Aim {
  private shownAt = 0;
  /** When the first of the last clicks was made that belong together; a key has no aim. */
  private aimedAt: number | null = null;

  /** Something else is shown. */
  show(): void {
    this.shownAt = performance.now();
  }

  /** The later clicks of a double click aim at what the first one was made on. */
  note(event: KeyboardEvent | MouseEvent): void {
    // A button that a key presses is clicked with the detail 0.
    if (event.type !== 'click' || event.detail === 0) this.aimedAt = null;
    else if (event.detail === 1 || this.aimedAt === null) this.aimedAt = performance.now();
  }

  get isTooSoon(): boolean {
    if (this.aimedAt !== null) return this.aimedAt <= this.shownAt; // in the same tick: the first click showed it
    return performance.now() - this.shownAt < blindMs;
  }
}
