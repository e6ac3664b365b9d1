import { distributionOf, type Distribution } from './distribution.js';
import { declaredIdentifiers, type DeclaredIdentifiers } from './declared-identifiers.js';
import type { EcosystemWeights } from './ecosystem-features.js';
import { ecosystemProbabilities } from './ecosystem-probabilities.js';
import type { ComponentEvidence } from './evidence.js';
import { expandIdentifierName } from './identifier-name.js';
import { withRegistryAsHint } from './registry-name.js';
import { parseName, type ParsedName } from './parse-name.js';

/** A component as the catalogue is asked about it. */
export interface CatalogQuery {
  readonly evidence: ComponentEvidence;
  readonly parsed: ParsedName;
  /** Who makes it, from the evidence or from the name itself; empty where neither says. */
  readonly org: string;
  /** By purl type; they sum to 1. */
  readonly ecosystemProbabilities: ReadonlyMap<string, number>;
  readonly declared: DeclaredIdentifiers;
  /** Null where nothing tells. */
  readonly distribution: Distribution | null;
}

export function buildCatalogQuery(
  given: ComponentEvidence,
  { ecosystem }: { readonly ecosystem: EcosystemWeights },
): CatalogQuery {
  const evidence = sanitizeEvidence(given);
  const expanded = withRegistryAsHint(expandIdentifierName(evidence));
  const declared = declaredIdentifiers(expanded);
  // A declared purl names the ecosystem as surely as a hint.
  const type = declared.purls[0]?.purl.slice('pkg:'.length).split('/')[0];
  const { name, org, version } = expanded;
  const parsed = parseName(type && !expanded.hint ? { name, org, version, hint: type } : expanded);
  return {
    evidence,
    parsed,
    org: expanded.org || parsed.parses[0]!.org,
    ecosystemProbabilities: ecosystemProbabilities(expanded, parsed, ecosystem),
    declared,
    distribution: distributionOf(expanded),
  };
}

/** Removes what neither the database nor UTF-8 text can hold: NUL and lone surrogates. */
function sanitizeEvidence(evidence: ComponentEvidence): ComponentEvidence {
  const { name, org, version } = evidence;
  if (![name, org, version].some(mayHaveInvalid)) return evidence;
  return { ...evidence, name: sanitize(name), org: sanitize(org), version: sanitize(version) };
}

const mayHaveInvalid = (text: string): boolean => /[\0\ud800-\udfff]/.test(text);

const sanitize = (text: string): string => Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '');
