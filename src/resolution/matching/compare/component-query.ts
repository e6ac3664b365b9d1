import { buildCatalogQuery, type CatalogQuery } from '../query/catalog-query.js';
import type { EcosystemWeights } from '../query/ecosystem-features.js';
import type { ComponentEvidence } from '../query/evidence.js';
import { componentNames, type ComponentName } from './name-agreement.js';
import { componentOrganization, type ComponentOrganization } from './organization-agreement.js';
import { componentVersion, type ComponentVersion } from './version-agreement.js';

/** A component ready for comparison: what is computed once and compared with many candidates. */
export interface ComponentQuery extends CatalogQuery {
  readonly names: readonly ComponentName[];
  readonly organization: ComponentOrganization;
  readonly version: ComponentVersion;
}

export const buildQuery = (
  evidence: ComponentEvidence,
  model: { readonly ecosystem: EcosystemWeights },
): ComponentQuery => prepareComparison(buildCatalogQuery(evidence, model));

/** Called after the lookup: a batch that holds these while it waits for the database costs garbage collection. */
export function prepareComparison(query: CatalogQuery): ComponentQuery {
  const { evidence, parsed, org, ecosystemProbabilities, declared, distribution } = query;
  const names = componentNames(parsed);
  return {
    evidence,
    parsed,
    org,
    ecosystemProbabilities,
    declared,
    distribution,
    names,
    organization: componentOrganization(org, names),
    version: componentVersion(parsed.parses[0]!.version),
  };
}
