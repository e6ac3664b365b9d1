/** Items about one vulnerability, and all names that it has among them. */
export interface AliasGroup<T> {
  readonly names: readonly string[];
  readonly members: readonly T[];
}

/**
 * Union-find over names: groups items that share a name, over any number of steps (CVE — GHSA — PYSEC). Groups are in
 * the order of their first member, names in order of preference.
 */
export function groupByAliases<T>(items: readonly T[], namesOf: (item: T) => readonly string[]): AliasGroup<T>[] {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root))
      root = parent;
    // Path compression keeps long chains of aliases linear.
    for (let current = name; current !== root;) {
      const next = parents.get(current)!;
      parents.set(current, root);
      current = next;
    }
    return root;
  };
  for (const item of items) {
    const [first, ...others] = namesOf(item);
    if (first === undefined) continue;
    if (!parents.has(first)) parents.set(first, first);
    for (const other of others) {
      if (!parents.has(other)) parents.set(other, other);
      parents.set(rootOf(other), rootOf(first));
    }
  }
  const groups = new Map<string, { names: Set<string>; members: T[] }>();
  for (const item of items) {
    const names = namesOf(item);
    if (names.length === 0) continue;
    const root = rootOf(names[0]!);
    const group = groups.get(root) ?? { names: new Set(), members: [] };
    for (const name of names) group.names.add(name);
    group.members.push(item);
    groups.set(root, group);
  }
  return [...groups.values()].map(({ names, members }) => ({ names: [...names].sort(comparePreference), members }));
}

/** CVE, GHSA, then the others by alphabet. */
function comparePreference(a: string, b: string): number {
  const rank = (name: string): number => (name.startsWith('CVE-') ? 0 : name.startsWith('GHSA-') ? 1 : 2);
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}
