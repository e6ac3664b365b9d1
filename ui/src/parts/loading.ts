/** What a part of a page shows of an answer and of what failed. */
export interface Loaded<T> {
  readonly data: T | null;
  readonly error: Error | null;
}

/** With the keys that its data was asked for. */
export interface Answered<T> extends Loaded<T> {
  readonly keys: readonly unknown[];
}

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, index) => Object.is(one, others[index]));

/** A failure takes away only what was asked for with other keys: old rows under a new filter would be wrong. */
export const failed = <T>(before: Answered<T>, error: Error, keys: readonly unknown[]): Answered<T> => ({
  ...before,
  data: isSame(before.keys, keys) ? before.data : null,
  error,
});

export const isMissing = (error: Error | null): boolean => (error as { status?: unknown } | null)?.status === 404;

/** What was loaded stays in sight when it could not be loaded again, unless it is gone. */
export const isShown = ({ data, error }: Loaded<unknown>): boolean => data !== null && !isMissing(error);
