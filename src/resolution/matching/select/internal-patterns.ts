import { CallerError } from '../../../model/errors.js';
import { fold } from '../../../model/names/normalise.js';
import { parsePurl, purlOrNull } from '../../../model/purl.js';
import { repositoryOrNull } from '../../../model/repository.js';
import type { ComponentEvidence } from '../query/evidence.js';
import { expandIdentifierName } from '../query/identifier-name.js';

export const patternKinds = ['purl_namespace', 'name_prefix'] as const;
export type PatternKind = (typeof patternKinds)[number];

/** Recognizes an organization's own components: by the namespace of their purls, or by a prefix of their names. */
export interface InternalPattern {
  readonly kind: PatternKind;
  /** `pkg:type/namespace`, or the prefix. */
  readonly pattern: string;
}

/**
 * The canonical spelling of a pattern. A namespace is `pkg:maven/com.acme` (`pkg:` is optional) and includes the
 * namespaces below it (`com.acme.billing`, `github.com/acme/tools`). @throws {CallerError} 400
 */
export function canonicalPattern({ kind, pattern }: InternalPattern): string {
  const text = pattern.trim();
  if (kind === 'name_prefix') {
    if (fold(text).trim().length < 2) throw new CallerError(400, 'Invalid name prefix: write at least two characters');
    return text;
  }
  const { type, namespace } = parsePurl(`${/^pkg:/i.test(text) ? '' : 'pkg:'}${text.replace(/\/+$/, '')}/x`, 'repair');
  if (namespace === null) throw new CallerError(400, 'Invalid purl namespace: write it as pkg:type/namespace');
  return `pkg:${type}/${namespace}`;
}

/** True where a pattern matches the component, as written or after its name is expanded. */
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
  const declared = (purls ?? []).map(purlOrNull).filter((purl) => purl !== null);
  if (declared.some((purl) => purl.type === type && below((purl.namespace ?? '').toLowerCase()))) return true;
  // Without purls the namespace is the organization or a prefix of the name ("com.acme:billing", "@acme/ui").
  if (declared.length > 0) return false;
  const addresses = repositories.map((url) => repositoryOrNull(url)?.url.slice('https://'.length) ?? '');
  if (addresses.some(below)) return true;
  const lowerName = name.trim().toLowerCase();
  return (
    below(org.trim().toLowerCase()) || ['/', ':'].some((separator) => lowerName.startsWith(`${namespace}${separator}`))
  );
}
