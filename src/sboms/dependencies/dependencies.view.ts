/** A node of the dependencies that a file declares. */
export interface DependencyNodeView {
  /** As the file names it. */
  ref: string;
  /** The entry; null: the file names something that is no component of the SBOM. */
  id: string | null;
  /** Of the entry; where there is none, the ref. */
  name: string;
  org: string;
  version: string;
  status: string;
}

/** What a node depends on. */
export interface DependencyView extends DependencyNodeView {
  /** `depends-on`, or a relationship of SPDX; empty: a root that the subject is not said to depend on. */
  kind: string;
  /** Number of its own dependencies. */
  dependencies: number;
  /** False: the file does not say what it depends on, so that none are known. True without any: it depends on nothing. */
  is_declared: boolean;
}

/** A way from the root of the dependencies to a component, which is its last node. */
export interface DependencyPathView {
  /** From the root on. */
  nodes: DependencyNodeView[];
}

export interface DependencyMeta {
  /** Components that no dependency names. */
  outside: number;
}
