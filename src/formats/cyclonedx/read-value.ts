/** A typed value, and whether it says all that the member of the file says. What it does not, is kept verbatim. */
export interface ReadValue<T> {
  readonly value: T;
  readonly isExact: boolean;
}

/** Reads each entry of a list; entries that cannot be read are left out, and the list is then not exact. */
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

/** True where the object has no other members. */
export function hasOnly(value: object, names: readonly string[]): boolean {
  for (const name in value) if (!names.includes(name)) return false;
  return true;
}
