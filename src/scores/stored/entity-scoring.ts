import { formatCpe } from '../../model/cpe.js';
import { formatPurl } from '../../model/purl.js';
import type { Sql } from '../../platform/database/sql.js';
import { mapInTurns } from '../../platform/process/in-turns.js';
import { rowsOf } from '../entities/entity-finder.js';
import type { FoundEntity } from '../entities/entity.js';
import { factKeys, type FactsGround, readFacts } from '../facts/facts-reader.js';
import { measure, type Measured, riskTags, scoreOf } from '../metrics/formula.js';
import type { EntityFacts } from '../metrics/facts.js';
import { storedReadings } from '../metrics/stored-readings.js';
import type { ScoredEntity } from './entity-scores.repository.js';

/** Longer keys are none of the catalogue's, whose indexes do not take them. */
const longestKey = 2_000;

/** Scores entities by the catalogue as it is now: a fixed number of questions, however many they are. */
export async function scoreEntities(
  sql: Sql,
  named: readonly FoundEntity[],
  ground: FactsGround,
): Promise<ScoredEntity[]> {
  const rows = await rowsOf(sql, named);
  const entities = named.map((entity, place) => ({ ...entity, rows: rows[place]! }));
  const facts = await readFacts(sql, entities, ground);
  return mapInTurns(entities, (entity, place) => scoredEntity(entity, facts[place]!, measure(facts[place]!)));
}

function scoredEntity(entity: FoundEntity, facts: EntityFacts, measured: readonly Measured[]): ScoredEntity {
  const { id, purl, cpe, repository, version } = entity;
  return {
    id,
    version,
    purl: purl && formatPurl(purl),
    cpe: cpe && formatCpe(cpe),
    repoUrl: repository?.url ?? null,
    keys: factKeys(entity).filter((key) => key.length <= longestKey),
    score: scoreOf(measured),
    readings: storedReadings(measured),
    tags: riskTags(measured),
    findings: facts.findings ?? [],
  };
}
