/** Which components a lock file means by a name, where it names dependencies so. */
export class RefsByName {
  private readonly known = new Map<string, { readonly version: string; readonly ref: string }[]>();

  add(name: string, version: string, ref: string | null): void {
    if (ref === null) return;
    const named = this.known.get(name);
    if (named) named.push({ version, ref });
    else this.known.set(name, [{ version, ref }]);
  }

  /** All of that name, or the ones of that version; a hostile file may name thousands alike, a real one a few. */
  find(name: string, version?: string): readonly string[] {
    const named = this.known.get(name) ?? [];
    const found = version === undefined ? named : named.filter((one) => one.version === version);
    return found.slice(0, 64).map(({ ref }) => ref);
  }
}
