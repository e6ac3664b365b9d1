import { advisoryNamespace } from './distribution-names.js';
import { foreignRegistry, mirrorOf } from '../model/foreign-registry.js';
import type { Purl } from '../model/purl.js';

export const findingKinds = [
  'vulnerabilities',
  'exploited',
  'exploit_probability',
  'malicious',
  'end_of_life',
  'licenses',
] as const;

export type FindingKind = (typeof findingKinds)[number];

/** What a source can answer: part of its definition, and kept with it once it is loaded. */
export interface Coverage {
  readonly kind: FindingKind;
  /**
   * What it speaks of: `pkg:npm` (a purl type), `pkg:deb/debian` (a type and namespace), `cpe:a` (a CPE part), `cve`
   * (whatever has a CVE) or `*` (any component).
   */
  readonly scopes: readonly string[];
  /** ISO day from which on nothing is missing that the publisher knows; null: a selection. */
  readonly completeSince: string | null;
  /** Of vulnerabilities: it also has those of which nobody has said yet what they affect. */
  readonly namesUnanalyzed?: true;
}

/** True where one of the scopes holds every package of that type and namespace; no source knows another registry. */
export function coversPackage(
  { scopes }: Coverage,
  { type, namespace, qualifiers = {} }: Pick<Purl, 'type' | 'namespace'> & { readonly qualifiers?: Purl['qualifiers'] },
): boolean {
  if (foreignRegistry({ type, qualifiers }) !== null || mirrorOf({ type, namespace }) !== null) return false;
  // The rule by which advisories are found: what is matched with them is covered by their source.
  const distribution = `pkg:${type}/${advisoryNamespace({ type, namespace })}`;
  return scopes.some((scope) => scope === '*' || scope === `pkg:${type}` || scope === distribution);
}

/** True where one of the scopes holds every product of that CPE part (`a`, `o` or `h`). */
export const coversProduct = ({ scopes }: Coverage, part: string): boolean =>
  scopes.some((scope) => scope === '*' || scope === `cpe:${part}`);
