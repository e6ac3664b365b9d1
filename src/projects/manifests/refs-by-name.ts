/** Real files name a few alike, hostile ones any number. */
const mostAlike = 64;

/** Which components a lock file means by a name, where it names dependencies so. */
export class RefsByName {
  private readonly known = new Map<string, { readonly version: string; readonly ref: string }[]>();

  add(name: string, version: string, ref: string | null): void {
    if (ref === null) return;
    const named = this.known.get(name);
    if (named && named.length < mostAlike) named.push({ version, ref });
    else if (!named) this.known.set(name, [{ version, ref }]);
  }

  /** All of that name, or the ones of that version. */
  find(name: string, version?: string): readonly string[] {
    const named = this.known.get(name) ?? [];
    const found = version === undefined ? named : named.filter((one) => one.version === version);
    return found.map(({ ref }) => ref);
  }
}
