/** Real files name a few alike, hostile ones any number. */
const maxPerName = 64;

/** Which components a lock file means by a name, where it names dependencies so. */
export class RefsByName {
  private readonly byName = new Map<string, { readonly version: string; readonly ref: string }[]>();

  add(name: string, version: string, ref: string | null): void {
    if (ref === null) return;
    const existing = this.byName.get(name);
    if (existing && existing.length < maxPerName) existing.push({ version, ref });
    else if (!existing) this.byName.set(name, [{ version, ref }]);
  }

  /** All of that name, or the ones of that version. */
  find(name: string, version?: string): readonly string[] {
    const entries = this.byName.get(name) ?? [];
    const found = version === undefined ? entries : entries.filter((one) => one.version === version);
    return found.map(({ ref }) => ref);
  }
}
