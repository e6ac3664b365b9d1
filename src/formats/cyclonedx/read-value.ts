/** A typed value, and whether it represents all of the file's member. A member that is not exact is kept verbatim. */
export interface ReadValue<T> {
  readonly value: T;
  readonly isExact: boolean;
}

/** Reads each entry of a list. Without the entries that cannot be read, the list is not exact. */
export function readList<T>(json: unknown, read: (entry: unknown) => ReadValue<T> | undefined): ReadValue<T[]> {
  const value: T[] = [];
  let exact = Array.isArray(json);
  for (const entry of Array.isArray(json) ? json : [json]) {
    const one = read(entry);
    if (one !== undefined) value.push(one.value);
    exact &&= one?.isExact === true;
  }
  return { value, isExact: exact };
}
