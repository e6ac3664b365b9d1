/** What the catalogue knows of one thing, in the words that matching and scoring use. */

/** The three kinds of identity; a number in the catalogue's tables. */
export const entryKinds = { package: 1, product: 2, repo: 3 } as const;

/**
 * How a lookup key stands for an entry, the surest first: its identifier; the name with its namespace, vendor or owner;
 * the name; its title; the name without affixes; first letters; two of its words; one word that few names have. The
 * last ones file entries under what they share with others: a package's first word, the namespace or vendor, and a word
 * that many names have, under which a few stand for all.
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

export interface PackageEntry {
  readonly id: number;
  /** Canonical, without version. Types outside the purl registry (`wordpress-plugin`) occur, and are never shown. */
  readonly purl: string;
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly title: string | null;
  /** Known versions, one a line; a sample, never a complete list. */
  readonly versions: string;
  readonly latestVersion: string | null;
  /** How often sources have seen it; 1 is nothing special. */
  readonly weight: number;
  readonly sources: number;
}

export interface ProductEntry {
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

export interface RepositoryEntry {
  readonly id: number;
  /** Canonical https address. */
  readonly url: string;
  readonly host: string;
  /** Everything between host and name; empty for hosts without owners. */
  readonly owner: string;
  readonly name: string;
  readonly weight: number;
}
