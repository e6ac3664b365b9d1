import { formatCpe } from '../../model/cpe.js';
import { formatPurl } from '../../model/purl.js';
import type { Sql } from '../../platform/database/sql.js';
import { mapWithYield } from '../../platform/process/map-with-yield.js';
import { catalogRows } from '../entities/entity-finder.js';
import type { ResolvedEntity } from '../entities/entity.js';
import { factKeys, type FactsContext, readFacts } from '../facts/facts-reader.js';
import { measureAll, type Measurement, riskTags, scoreOf } from '../metrics/formula.js';
import type { EntityFacts } from '../metrics/facts.js';
import { toStoredMetricValues } from '../metrics/stored-metric-values.js';
import type { ScoredEntity } from './entity-scores.repository.js';

/** The catalogue's indexes take no longer keys. */
const maxKeyLength = 2_000;

/** Scores entities by the current catalogue, with a fixed number of queries. */
export async function scoreEntities(
  sql: Sql,
  candidates: readonly ResolvedEntity[],
  context: FactsContext,
): Promise<ScoredEntity[]> {
  const rows = await catalogRows(sql, candidates);
  const entities = candidates.map((entity, index) => ({ ...entity, rows: rows[index]! }));
  const facts = await readFacts(sql, entities, context);
  return mapWithYield(entities, (entity, index) => toScoredEntity(entity, facts[index]!, measureAll(facts[index]!)));
}

/** What becomes known of the exploitation of these concerns the entity too; its findings have other names. */
const upstreamOf = ({ findings }: EntityFacts): Set<string> => new Set((findings ?? []).flatMap((one) => one.upstream));

function toScoredEntity(
  entity: ResolvedEntity,
  facts: EntityFacts,
  measurements: readonly Measurement[],
): ScoredEntity {
  const { id, purl, cpe, repository, version } = entity;
  return {
    id,
    version,
    purl: purl && formatPurl(purl),
    cpe: cpe && formatCpe(cpe),
    repoUrl: repository?.url ?? null,
    keys: [...factKeys(entity), ...facts.otherProducts, ...upstreamOf(facts)].filter(
      (key) => key.length <= maxKeyLength,
    ),
    score: scoreOf(measurements),
    metricValues: toStoredMetricValues(measurements),
    tags: riskTags(measurements, facts.coverage),
    coverage: facts.coverage,
    findings: facts.findings ?? [],
  };
}
