import type { ContentsBuilder } from '../contents-builder.js';

interface Limit {
  readonly max: number;
  /** The items, for people: "files Cargo.toml". */
  readonly of: string;
  /** What is not known without the others. */
  readonly unknown: string;
}

/** The first items; a warning counts the others and says what is not known without them. */
export function withinLimit<T>(items: readonly T[], { max, of, unknown }: Limit, out: ContentsBuilder): readonly T[] {
  const more = items.length - max;
  if (more <= 0) return items;
  out.addWarning(1, `There are more ${of} than the limit of ${max}: ${more} were not looked at, so ${unknown}`);
  return items.slice(0, max);
}
