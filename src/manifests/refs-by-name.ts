/** Real files have few packages of one name; hostile ones may have any number. */
const maxPerName = 64;

/** Finds components by name, for lock files that refer to dependencies by name. */
export class RefsByName {
  private readonly byName = new Map<string, { readonly version: string; readonly ref: string }[]>();

  add(name: string, version: string, ref: string | null): void {
    if (ref === null) return;
    const existing = this.byName.get(name);
    if (existing && existing.length < maxPerName) existing.push({ version, ref });
    else if (!existing) this.byName.set(name, [{ version, ref }]);
  }

  /** All of this name, or those of this version. */
  find(name: string, version?: string): readonly string[] {
    const entries = this.byName.get(name) ?? [];
    const found = version === undefined ? entries : entries.filter((one) => one.version === version);
    return found.map(({ ref }) => ref);
  }
}
