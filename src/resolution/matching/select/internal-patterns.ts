import { CallerError } from '../../../model/errors.js';
import { fold } from '../../../model/names/normalise.js';
import { parsePurl, purlOrNull } from '../../../model/purl.js';
import { repositoryOrNull } from '../../../model/repository.js';
import type { ComponentEvidence } from '../query/evidence.js';
import { expandIdentifierName } from '../query/identifier-name.js';

export const patternKinds = ['purl_namespace', 'name_prefix'] as const;
export type PatternKind = (typeof patternKinds)[number];

/** How an organization's own components are known: by the namespace of their purls, or by how their names begin. */
export interface InternalPattern {
  readonly kind: PatternKind;
  /** `pkg:type/namespace`, or the beginning of a name. */
  readonly pattern: string;
}

/**
 * One spelling for one pattern. A namespace is given as `pkg:maven/com.acme` (or without `pkg:`); it holds for the
 * namespaces below it as well (`com.acme.billing`, `github.com/acme/tools`). @throws {CallerError} 400
 */
export function canonicalPattern({ kind, pattern }: InternalPattern): string {
  const text = pattern.trim();
  if (kind === 'name_prefix') {
    if (fold(text).trim().length < 2) throw new CallerError(400, 'A prefix of names has at least two characters');
    return text;
  }
  const { type, namespace } = parsePurl(`${/^pkg:/i.test(text) ? '' : 'pkg:'}${text.replace(/\/+$/, '')}/x`, 'repair');
  if (namespace === null) throw new CallerError(400, 'A namespace is written as pkg:type/namespace');
  return `pkg:${type}/${namespace}`;
}

/** True where one of the organization's patterns holds for the component, as it is written or as its name is meant. */
export function isInternal(evidence: ComponentEvidence, patterns: readonly InternalPattern[]): boolean {
  if (patterns.length === 0) return false;
  return [evidence, expandIdentifierName(evidence)].some((one) =>
    patterns.some(({ kind, pattern }) =>
      kind === 'name_prefix' ? fold(one.name).startsWith(fold(pattern)) : isWithin(one, pattern),
    ),
  );
}

function isWithin({ name, org, purls, repositories = [] }: ComponentEvidence, pattern: string): boolean {
  const slash = pattern.indexOf('/');
  const [type, namespace] = [pattern.slice('pkg:'.length, slash), pattern.slice(slash + 1).toLowerCase()];
  const below = (text: string): boolean =>
    text === namespace || text.startsWith(`${namespace}/`) || (type === 'maven' && text.startsWith(`${namespace}.`));
  const stated = (purls ?? []).map(purlOrNull).filter((purl) => purl !== null);
  if (stated.some((purl) => purl.type === type && below((purl.namespace ?? '').toLowerCase()))) return true;
  // A list without purls says the namespace as the organization, or before the name ("com.acme:billing", "@acme/ui").
  if (stated.length > 0) return false;
  const addresses = repositories.map((url) => repositoryOrNull(url)?.url.slice('https://'.length) ?? '');
  if (addresses.some(below)) return true;
  const written = name.trim().toLowerCase();
  return below(org.trim().toLowerCase()) || ['/', ':'].some((sign) => written.startsWith(`${namespace}${sign}`));
}
