/** Entries of the catalogue, as matching and scoring use them. */

/** The three kinds of entries; numbers in the catalogue's tables. */
export const entryKinds = { package: 1, product: 2, repo: 3 } as const;

/**
 * What a lookup key of an entry is made of, the most reliable first: its identifier; the name with its namespace, vendor
 * or owner; the name; the title; the name without affixes; the acronym; two of its words; one rare word. The last three
 * are shared with other entries: a package's first word, the namespace or vendor, and a common word, which keeps only a
 * few of its entries.
 */
export const keyTiers = {
  identifier: 0,
  qualified: 1,
  name: 2,
  title: 3,
  core: 4,
  acronym: 5,
  pair: 6,
  word: 7,
  prefix: 8,
  namespace: 9,
  commonWord: 10,
} as const;
export type KeyTier = (typeof keyTiers)[keyof typeof keyTiers];

/** Where comparison keeps what it makes of an entry; a map by entry would cost more than most comparisons. */
export interface PreparedEntry {
  prepared?: object | null;
}

export interface PackageEntry extends PreparedEntry {
  readonly id: number;
  /** Canonical, without version. Types outside the purl registry (`wordpress-plugin`) occur, and are never candidates. */
  readonly purl: string;
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly title: string | null;
  /** Known versions, one per line; a sample, not a complete list. */
  readonly versions: string;
  readonly latestVersion: string | null;
  /** How often sources have seen it; 1 is ordinary. */
  readonly weight: number;
  readonly sources: number;
}

export interface ProductEntry extends PreparedEntry {
  readonly id: number;
  /** CPE 2.3 with every component after the product `*`. */
  readonly cpe: string;
  readonly part: string;
  /** Unescaped, lower case. */
  readonly vendor: string;
  readonly product: string;
  readonly title: string | null;
  readonly targetSoftware: readonly string[];
  readonly versions: string;
  readonly deprecated: boolean;
  readonly weight: number;
  readonly sources: number;
}

export interface RepositoryEntry extends PreparedEntry {
  readonly id: number;
  /** Canonical https address. */
  readonly url: string;
  readonly host: string;
  /** The path between host and name; empty for hosts without owners. */
  readonly owner: string;
  readonly name: string;
  readonly weight: number;
}
