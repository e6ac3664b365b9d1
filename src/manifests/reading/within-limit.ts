/** Takes warnings: a builder of contents, or what keeps them for several files of a tree. */
interface Warned {
  addLoss(line: number, message: string): void;
}

interface Limit {
  readonly max: number;
  /** The items, for people: "files Cargo.toml". */
  readonly of: string;
  /** What is not known without the others. */
  readonly unknown: string;
}

/** The first items; a warning counts the others and says what is not known without them. */
export function withinLimit<T>(items: readonly T[], { max, of, unknown }: Limit, out: Warned): readonly T[] {
  const more = items.length - max;
  if (more <= 0) return items;
  out.addLoss(1, `There are more ${of} than the limit of ${max}: ${more} were not looked at, so ${unknown}`);
  return items.slice(0, max);
}

/** What was found once for a whole tree, with the warnings for each file that uses it. */
export class Warnings implements Warned {
  private readonly messages: string[] = [];

  addLoss(_line: number, message: string): void {
    this.messages.push(message);
  }

  repeat(out: Warned): void {
    for (const message of this.messages) out.addLoss(1, message);
  }
}
