/**
 * What the sure components of a list say about the others. It is evidence of the weakest kind: what a component says
 * itself comes first.
 */
export interface ListContext {
  /** The portion of the sure components that is of each purl type; they need not sum to 1. */
  readonly ecosystems: Readonly<Record<string, number>>;
  /** The Linux distribution that the list is of. */
  readonly distribution?: { readonly namespace: string; readonly release?: string };
  /** Owners of several of the sure packages' namespaces (`org.apache`, `@angular`). */
  readonly vendors: readonly string[];
  /** At least so many components are sure. */
  readonly sureCount: number;
}
