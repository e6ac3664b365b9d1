import { coverageOfLoadedSources } from '../../catalog/sources.repository.js';
import { cpeKey } from '../../model/cpe.js';
import type { Cpe } from '../../model/cpe-name.js';
import { isOsvQueryable, mayMissOsvSpelling } from '../../model/osv-package.js';
import { purlKey } from '../../model/purl.js';
import { schemeForPurlType } from '../../model/versions/versions.js';
import type { Sql } from '../../platform/database/sql.js';
import { assessCoverage, type CoveringSource, type EntityCoverage } from '../coverage/entity-coverage.js';
import { isDistributionBuild, type ResolvedEntity } from '../entities/entity.js';
import type { EntityFacts, Lifecycle, LookAlike } from '../metrics/facts.js';
import { findCycle } from '../metrics/find-cycle.js';
import { advisoryKeys, lacksSource } from '../vulnerabilities/advisory-subjects.js';
import type { AdvisoryCache } from './advisory-cache.js';
import { matchTargets, readFindings } from './findings-reader.js';
import {
  advisoryStamps,
  lifecyclesOf,
  liveAdvisoryKeys,
  namedSources,
  type RepositoryLookups,
  repositoryLookups,
} from './facts.repository.js';
import { type AdvisedReleases, advisedReleases, unadvisedRelease } from './advised-releases.js';
import { findLookAlikes, type WeightedPackage } from './look-alikes.js';
import { productKeysOf } from './product-names.repository.js';
import { unanalyzedCves } from './unanalyzed-cves.js';

/** What `readFacts` needs beside the database. */
export interface FactsContext {
  /** ISO 8601. */
  readonly today: string;
  readonly cache: AdvisoryCache;
}

/** Reads the metrics' input for each entity, with a fixed number of queries. */
export async function readFacts(
  sql: Sql,
  entities: readonly ResolvedEntity[],
  { today, cache }: FactsContext,
): Promise<EntityFacts[]> {
  const targets = await matchTargets(sql, entities);
  const otherProducts = targets.map(({ cpes }) => productKeysOf(cpes.slice(1)));
  const lifecycles = await lifecyclesOf(sql, [...entities.flatMap(exactKeys), ...otherProducts.flat()]);
  const lookups = await repositoryLookups(sql, entities.flatMap(({ repository }) => repository?.url ?? [])); // prettier-ignore
  const findings = await readFindings(sql, entities, { targets, cache });
  const lookAlikes = await lookAlikesOf(sql, entities);
  const sources = await coverageOfLoadedSources(sql);
  const unanalyzed = await unanalyzedCves(sql, targets);
  const askedLive = await liveAdvisoryKeys(sql, entities.flatMap(({ purl }) => (purl && isOsvQueryable(purl) ? advisoryKeys(purl) : []))); // prettier-ignore
  const advised = await advisoryStamps(sql, entities.flatMap(({ purl }) => (purl && mayMissOsvSpelling(purl) ? advisoryKeys(purl) : []))); // prettier-ignore
  const releases = await advisedReleases(
    sql,
    entities.flatMap(({ purl }) => purl ?? []),
  );
  const sourceNames = await namedSources(sql, entities.flatMap(({ purl }) => (purl && lacksSource(purl) ? advisoryKeys(purl) : []))); // prettier-ignore
  return entities.map((entity, index) => {
    const names = [...exactKeys(entity), ...otherProducts[index]!];
    const lifecycle = names.flatMap((key) => lifecycles.get(key) ?? [])[0] ?? null;
    return toEntityFacts(entity, {
      today,
      lifecycle,
      coverage: coverageOf(entity, {
        lifecycle,
        sources,
        askedLive,
        advised,
        sourceNames,
        releases,
        unanalyzed,
        findings: findings[index]!,
      }),
      lookups: lookups.get(entity.repository?.url ?? '') ?? noLookups,
      findings: findings[index]!,
      lookAlikes: lookAlikes.get(entity) ?? null,
      otherProducts: otherProducts[index]!,
    });
  });
}

interface CoverageContext extends Pick<EntityFacts, 'findings'> {
  readonly lifecycle: Lifecycle | null;
  readonly sources: readonly CoveringSource[];
  /** Keys of packages that a live source of advisories was asked about. */
  readonly askedLive: ReadonlySet<string>;
  /** Stamps of the advisories of packages that a query may have missed. */
  readonly advised: ReadonlyMap<string, string>;
  /** Keys of packages that are known as sources of distributions' packages. */
  readonly sourceNames: ReadonlySet<string>;
  readonly unanalyzed: ReadonlyMap<string, readonly string[]>;
  readonly releases: AdvisedReleases;
}

/** A distribution's build is examined by the distribution's advisories alone, as it is matched (`matchTarget`). */
const comparedCpe = ({ purl, cpe, version }: ResolvedEntity): Cpe | null =>
  cpe && !(purl && isDistributionBuild(purl, version)) ? cpe : null;

function coverageOf(entity: ResolvedEntity, context: CoverageContext): EntityCoverage {
  const { purl, version } = entity;
  const cpe = comparedCpe(entity);
  const isAskedLive =
    purl !== null && isOsvQueryable(purl) && advisoryKeys(purl).every((key) => context.askedLive.has(key));
  const undecided = context.findings?.filter(({ status }) => status === 'unknown') ?? [];
  const target = {
    purl,
    cpePart: cpe?.part ?? null,
    unadvisedRelease: purl && unadvisedRelease(purl, context.releases),
    isProductNamed: context.findings !== null,
    version,
    // A release line that is listed without an end says nothing of it.
    hasLifecycle: (findCycle(context.lifecycle?.cycles ?? [], version)?.endOfLife ?? null) !== null,
    undecided: undecided.length,
    undecidedMalicious: undecided.filter(({ isMalicious }) => isMalicious).length,
    isSourceUnknown: !!purl && lacksSource(purl) && !advisoryKeys(purl).some((key) => context.sourceNames.has(key)),
    unanalyzed: (cpe && context.unanalyzed.get(cpeKey(cpe)!)) ?? [],
    askedLive: isAskedLive ? (['vulnerabilities'] as const) : [],
    isSpellingUnknown:
      purl !== null && mayMissOsvSpelling(purl) && !advisoryKeys(purl).some((key) => context.advised.has(key)),
  };
  return assessCoverage(target, context.sources);
}

const exactKeys = ({ purl, cpe }: ResolvedEntity): string[] => [
  ...(purl ? [purlKey(purl)] : []),
  ...(cpe ? [cpeKey(cpe)!] : []),
];

/** Keys of the catalogue that the entity's score depends on; other changes do not affect it. */
export const factKeys = ({ purl, cpe, repository }: Pick<ResolvedEntity, 'purl' | 'cpe' | 'repository'>): string[] => [
  ...(purl ? advisoryKeys(purl) : []),
  ...(cpe ? [cpeKey(cpe)!] : []),
  ...(repository ? [repository.url] : []),
];

const noLookups: RepositoryLookups = { scorecard: null, scorecardOn: null, license: null };

interface GatheredFacts extends Pick<
  EntityFacts,
  'today' | 'lifecycle' | 'findings' | 'coverage' | 'lookAlikes' | 'otherProducts'
> {
  readonly lookups: RepositoryLookups;
}

const noVersions: readonly string[] = [];

/** Members are written out, because a spread is ten times slower. */
function toEntityFacts(
  { purl, cpe, repository, rows, name, version }: ResolvedEntity,
  gathered: GatheredFacts,
): EntityFacts {
  const { lifecycle, lookups } = gathered;
  const { releasedOn, latestReleasedOn } = releaseDates(lifecycle, version);
  return {
    today: gathered.today,
    name,
    version,
    scheme: schemeForPurlType(purl?.type ?? 'generic'),
    findings: gathered.findings,
    coverage: gathered.coverage,
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
    lookAlikes: gathered.lookAlikes,
    otherProducts: gathered.otherProducts,
  };
}

/** Look-alikes are read once per package, because all its versions share them. */
async function lookAlikesOf(sql: Sql, entities: readonly ResolvedEntity[]): Promise<Map<ResolvedEntity, LookAlike[]>> {
  const packages = new Map<number, WeightedPackage>();
  for (const { purl, rows } of entities)
    if (purl && rows.package) packages.set(rows.package.id, { purl, weight: rows.package.weight });
  const lookAlikes = await findLookAlikes(sql, [...packages.values()]);
  const byPackage = new Map([...packages.keys()].map((id, index) => [id, lookAlikes[index]!]));
  return new Map(
    entities.flatMap((entity): [ResolvedEntity, LookAlike[]][] => {
      const { purl, rows } = entity;
      return purl && rows.package ? [[entity, byPackage.get(rows.package.id)!]] : [];
    }),
  );
}

/** Release days exist only for the first and the latest version of a cycle. */
function releaseDates(
  lifecycle: Lifecycle | null,
  version: string,
): Pick<EntityFacts, 'releasedOn' | 'latestReleasedOn'> {
  if (!lifecycle) return { releasedOn: null, latestReleasedOn: null };
  const days = lifecycle.cycles.flatMap(({ latestReleasedOn, releasedOn }) => latestReleasedOn ?? releasedOn ?? []);
  const latestReleasedOn = days.sort().at(-1) ?? null;
  const cycle = findCycle(lifecycle.cycles, version);
  if (!cycle) return { releasedOn: null, latestReleasedOn };
  if (version === cycle.latestVersion) return { releasedOn: cycle.latestReleasedOn, latestReleasedOn };
  const isFirst = version === cycle.name || version === `${cycle.name}.0`;
  return { releasedOn: isFirst ? cycle.releasedOn : null, latestReleasedOn };
}
