import type { ComponentEvidence } from '../query/evidence.js';
import { ecosystemProbabilities } from '../query/ecosystem-probabilities.js';
import { componentNames, type ComponentName } from './name-agreement.js';
import { expandIdentifierName } from '../query/identifier-name.js';
import { componentOrganization, type ComponentOrganization } from './organization-agreement.js';
import { parseName, type ParsedName } from '../query/parse-name.js';
import { declaredIdentifiers, type DeclaredIdentifiers } from '../query/declared-identifiers.js';
import { componentVersion, type ComponentVersion } from './version-agreement.js';
import type { ModelWeights } from '../rank/model-weights.js';

/** What there is to ask the catalogue about a component; a batch of these waits for the answers. */
export interface CatalogQuery {
  readonly evidence: ComponentEvidence;
  readonly parsed: ParsedName;
  /** Who makes it, as the list or the name itself says; empty where neither does. */
  readonly org: string;
  /** purl type to the share of components of this look that are of it; see `shape.ts`. */
  readonly shares: ReadonlyMap<string, number>;
  readonly declared: DeclaredIdentifiers;
}

/** A component as matching sees it: everything that is made once and compared with many candidates. */
export interface ComponentQuery extends CatalogQuery {
  readonly names: readonly ComponentName[];
  readonly organization: ComponentOrganization;
  readonly version: ComponentVersion;
}

export const buildQuery = (evidence: ComponentEvidence, model: Pick<ModelWeights, 'shape'>): ComponentQuery =>
  prepareComparison(buildCatalogQuery(evidence, model));

export function buildCatalogQuery(stated: ComponentEvidence, model: Pick<ModelWeights, 'shape'>): CatalogQuery {
  const evidence = sanitizeEvidence(stated);
  const told = expandIdentifierName(evidence);
  const named = declaredIdentifiers(told);
  // The file's own purl says the ecosystem as surely as any hint.
  const type = named.purls[0]?.purl.slice('pkg:'.length).split('/')[0];
  const { name, org, version } = told;
  const parsed = parseName(type && !told.hint ? { name, org, version, hint: type } : told);
  return {
    evidence,
    parsed,
    org: told.org || parsed.parses[0]!.org,
    shares: ecosystemProbabilities(told, parsed, model.shape),
    declared: named,
  };
}

/** Made last: what a whole batch holds while the catalogue is asked is what collecting garbage costs. */
export function prepareComparison({ evidence, parsed, org, shares, declared: stated }: CatalogQuery): ComponentQuery {
  const names = componentNames(parsed);
  return {
    evidence,
    parsed,
    org,
    shares,
    declared: stated,
    names,
    organization: componentOrganization(org, names),
    version: componentVersion(parsed.parses[0]!.version),
  };
}

/** What no database and no UTF-8 text can hold goes out first: NUL, and halves of surrogate pairs. */
function sanitizeEvidence(evidence: ComponentEvidence): ComponentEvidence {
  const { name, org, version } = evidence;
  if (![name, org, version].some(mayHaveInvalid)) return evidence;
  return { ...evidence, name: sanitize(name), org: sanitize(org), version: sanitize(version) };
}

const mayHaveInvalid = (text: string): boolean => /[\0\ud800-\udfff]/.test(text);

const sanitize = (text: string): string => Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '');
