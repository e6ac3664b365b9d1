import { cpeKey } from '../../model/cpe.js';
import { purlKey } from '../../model/purl.js';
import { schemeForPurlType } from '../../model/versions/versions.js';
import type { Sql } from '../../platform/database/sql.js';
import type { FoundEntity } from '../entities/entity.js';
import type { EntityFacts, Lifecycle, LookAlike } from '../metrics/facts.js';
import { cycleOf } from '../metrics/lifecycle-cycle.js';
import { advisoryKeys } from '../vulnerabilities/ecosystems.js';
import type { Shelf } from './shelf.js';
import { findingsOfMany } from './findings-reader.js';
import { lifecyclesOf, type RepositoryLookups, repositoryLookups } from './knowledge.repository.js';
import { findLookAlikes, type KnownPackage } from './look-alikes.js';

/** What facts are read with, beside the database. */
export interface FactsGround {
  /** ISO 8601. */
  readonly today: string;
  readonly shelf: Shelf;
}

/** What the catalogue knows of each entity, in the words of the metrics: a fixed number of questions for any number. */
export async function readFacts(
  sql: Sql,
  entities: readonly FoundEntity[],
  { today, shelf }: FactsGround,
): Promise<EntityFacts[]> {
  const lifecycles = await lifecyclesOf(sql, entities.flatMap(ownKeys));
  const lookups = await repositoryLookups(sql, entities.flatMap(({ repository }) => repository?.url ?? [])); // prettier-ignore
  const findings = await findingsOfMany(sql, entities, shelf);
  const lookAlikes = await lookAlikesOf(sql, entities);
  return entities.map((entity, place) =>
    factsOfEntity(entity, {
      today,
      lifecycle: ownKeys(entity).flatMap((key) => lifecycles.get(key) ?? [])[0] ?? null,
      lookups: lookups.get(entity.repository?.url ?? '') ?? nothingSaid,
      findings: findings[place]!,
      lookAlikes: lookAlikes.get(entity) ?? null,
    }),
  );
}

const ownKeys = ({ purl, cpe }: FoundEntity): string[] => [
  ...(purl ? [purlKey(purl)] : []),
  ...(cpe ? [cpeKey(cpe)!] : []),
];

/** Keys of the catalogue from which the entity's score follows; a change under another one does not concern it. */
export const factKeys = ({ purl, cpe, repository }: Pick<FoundEntity, 'purl' | 'cpe' | 'repository'>): string[] => [
  ...(purl ? advisoryKeys(purl) : []),
  ...(cpe ? [cpeKey(cpe)!] : []),
  ...(repository ? [repository.url] : []),
];

const nothingSaid: RepositoryLookups = { scorecard: null, scorecardOn: null, license: null };

interface Told extends Pick<EntityFacts, 'today' | 'lifecycle' | 'findings' | 'lookAlikes'> {
  readonly lookups: RepositoryLookups;
}

const noVersions: readonly string[] = [];

/** Members one by one: spread from others they take ten times as long, and there are many. */
function factsOfEntity({ purl, cpe, repository, rows, name, version }: FoundEntity, told: Told): EntityFacts {
  const { lifecycle, lookups } = told;
  const { releasedOn, latestReleasedOn } = datesOf(lifecycle, version);
  return {
    today: told.today,
    name,
    version,
    scheme: schemeForPurlType(purl?.type ?? 'generic'),
    findings: told.findings,
    knownVersions: (rows.package ?? rows.product)?.versions ?? noVersions,
    latestVersion: rows.package?.latest_version ?? null,
    releasedOn,
    latestReleasedOn,
    lifecycle,
    repository: repository && {
      lastCommitOn: null,
      isArchived: null,
      contributors: null,
      scorecard: lookups.scorecard,
      scorecardOn: lookups.scorecardOn,
      link: repository.url,
    },
    isDeprecated: rows.product ? rows.product.deprecated : null,
    license: lookups.license,
    identity: {
      hasPackage: purl !== null,
      hasProduct: cpe !== null,
      hasRepository: repository !== null,
      isInCatalog: rows.package !== null || rows.product !== null || rows.repository !== null,
    },
    dependents: null,
    monthlyDownloads: null,
    lookAlikes: told.lookAlikes,
  };
}

/** Versions of one package have the same look-alikes: each is asked for once. */
async function lookAlikesOf(sql: Sql, entities: readonly FoundEntity[]): Promise<Map<FoundEntity, LookAlike[]>> {
  const asked = new Map<number, KnownPackage>();
  for (const { purl, rows } of entities)
    if (purl && rows.package) asked.set(rows.package.id, { purl, weight: rows.package.weight });
  const found = await findLookAlikes(sql, [...asked.values()]);
  const byPackage = new Map([...asked.keys()].map((id, place) => [id, found[place]!]));
  return new Map(
    entities.flatMap((entity): [FoundEntity, LookAlike[]][] => {
      const { purl, rows } = entity;
      return purl && rows.package ? [[entity, byPackage.get(rows.package.id)!]] : [];
    }),
  );
}

/** Release days are known where a version is the first or the latest of a cycle. */
function datesOf(lifecycle: Lifecycle | null, version: string): Pick<EntityFacts, 'releasedOn' | 'latestReleasedOn'> {
  if (!lifecycle) return { releasedOn: null, latestReleasedOn: null };
  const days = lifecycle.cycles.flatMap(({ latestReleasedOn, releasedOn }) => latestReleasedOn ?? releasedOn ?? []);
  const latestReleasedOn = days.sort().at(-1) ?? null;
  const cycle = cycleOf(lifecycle.cycles, version);
  if (!cycle) return { releasedOn: null, latestReleasedOn };
  if (version === cycle.latestVersion) return { releasedOn: cycle.latestReleasedOn, latestReleasedOn };
  const isFirst = version === cycle.name || version === `${cycle.name}.0`;
  return { releasedOn: isFirst ? cycle.releasedOn : null, latestReleasedOn };
}
