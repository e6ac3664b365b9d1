/** What an organization allows of licences where its products reach others so. */
export interface LicensePolicyView {
  /** internal, saas or distributed. */
  readonly usage: string;
  /** SPDX ids, and classes such as "class:permissive". */
  readonly allowed: string[];
  /** Licences and classes that a person has to look at. */
  readonly review: string[];
  /** Licences and classes that must not be used so. */
  readonly denied: string[];
  readonly updated_at: Date;
}

/** Something that a licence asks for. */
export interface ObligationView {
  /** The licence of the expression that asks for it. */
  readonly license: string;
  /** What it is, in one word. */
  readonly obligation: string;
  readonly text: string;
}

/** One licence of an SBOM, with the components under it. */
export interface SbomLicenseView {
  /** The expression; null: none is known. */
  readonly license: string | null;
  /** Of AND the strictest, of OR the mildest; null: unknown. */
  readonly class: string | null;
  /**
   * What the policy of the organization says: allowed, review or denied. unlisted: it names neither the licence nor its
   * class, or there is no policy for the usage. unknown: the licence is not known. Neither of these is allowed.
   */
  readonly decision: string;
  /** Of every licence in the expression, also where it offers a choice. None can be named of an unknown licence. */
  readonly obligations: ObligationView[];
  /** Number of components. */
  readonly components: number;
  /** The first of them. */
  readonly names: string[];
}

export interface LicenseCountsMeta {
  /** How the product reaches others. */
  readonly usage: string;
  /** Components by decision. */
  readonly decisions: Readonly<Record<string, number>>;
}

export interface LicensedNodeView {
  /** In the file. */
  readonly ref: string;
  readonly name: string;
  readonly version: string;
  /** Null: none is known. */
  readonly license: string | null;
}

/** A component and one that it depends on, whose licences one work cannot keep both. */
export interface LicenseConflictView {
  /** From the component to the dependency, both included. */
  readonly path: LicensedNodeView[];
  readonly reason: string;
  /** Who says so. */
  readonly source: string;
}

export interface ConflictCountsMeta {
  /** Direct dependencies between components by what is known of the two licences; unknown is no permission. */
  readonly relations: Readonly<Record<string, number>>;
  /** False: the graph is too large to be searched whole. */
  readonly complete: boolean;
  /** Components that the dependencies of the file do not name: nothing is known of how they are combined. */
  readonly outside: number;
}
