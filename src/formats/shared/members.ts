/** True where the object has no members but these. */
export function hasOnly(value: object, names: readonly string[]): boolean {
  for (const name in value) if (!names.includes(name)) return false;
  return true;
}
