import { cpeKey } from '../../model/cpe.js';
import { purlKey } from '../../model/purl.js';
import { schemeForPurlType } from '../../model/versions/versions.js';
import type { Sql } from '../../platform/database/sql.js';
import { type FoundEntity, isDistribution } from '../entities/entity.js';
import type { EntityFacts, Lifecycle } from '../metrics/facts.js';
import { cycleOf } from '../metrics/lifecycle-cycle.js';
import { readCriteria } from '../vulnerabilities/cve-criteria.js';
import { advisoryKeys } from '../vulnerabilities/ecosystems.js';
import { type Finding, findVulnerabilities } from '../vulnerabilities/findings.js';
import {
  exploitedAmong,
  hasAdvisoriesOfType,
  lifecycleOf,
  predictionsAmong,
  productCriteria,
} from './knowledge.repository.js';
import type { AdvisoryShelf } from './advisory-shelf.js';
import { readLifecycle } from './lifecycles.js';
import { findLookAlikes } from './look-alikes.js';

/** What facts are read with, beside the database. */
export interface FactsGround {
  /** ISO 8601. */
  readonly today: string;
  readonly shelf: AdvisoryShelf;
}

/** What the catalogue knows of an entity, in the words of the metrics. */
export async function readFacts(sql: Sql, entity: FoundEntity, { today, shelf }: FactsGround): Promise<EntityFacts> {
  const { purl, cpe, repository, rows, name, version } = entity;
  const keys = [...(purl ? [purlKey(purl)] : []), ...(cpe ? [cpeKey(cpe)!] : [])];
  const row = await lifecycleOf(sql, keys);
  const lifecycle = row && readLifecycle(row);
  return {
    ...{ today, name, version, scheme: schemeForPurlType(purl?.type ?? 'generic') },
    findings: await findingsOf(sql, entity, shelf),
    knownVersions: [...(rows.package?.versions ?? []), ...(rows.package ? [] : (rows.product?.versions ?? []))],
    latestVersion: rows.package?.latest_version ?? null,
    ...datesOf(lifecycle, version),
    lifecycle,
    repository: repository && {
      lastCommitOn: null,
      isArchived: null,
      contributors: null,
      scorecard: null,
      link: repository.url,
    },
    isDeprecated: rows.product ? rows.product.deprecated : null,
    license: null,
    identity: {
      hasPackage: purl !== null,
      hasProduct: cpe !== null,
      hasRepository: repository !== null,
      isInCatalog: rows.package !== null || rows.product !== null || rows.repository !== null,
    },
    ...{ dependents: null, monthlyDownloads: null },
    lookAlikes: purl && rows.package ? await findLookAlikes(sql, purl, rows.package.weight) : null,
  };
}

/**
 * Null where no source speaks of the product at all, nor of any package of that type: that nothing is found then says
 * nothing. A distribution mends what it packages without a new upstream version, so criteria that go by the upstream
 * version are not for its packages.
 */
async function findingsOf(
  sql: Sql,
  { purl, cpe, version }: FoundEntity,
  shelf: AdvisoryShelf,
): Promise<Finding[] | null> {
  const advisories = purl ? await shelf.advisoriesOn(sql, advisoryKeys(purl)) : [];
  const product = purl && isDistribution(purl.type) ? null : cpe;
  const rows = product ? await productCriteria(sql, cpeKey(product)!) : [];
  if (advisories.length + rows.length === 0 && !(purl && (await hasAdvisoriesOfType(sql, purl.type)))) return null;
  const criteria = rows.map((row) => readCriteria(row.cve, row.source, row.criteria));
  const names = [...advisories.flatMap(({ id, aliases }) => [id, ...aliases]), ...criteria.map(({ cve }) => cve)];
  const cves = [...new Set(names.filter((name) => name.startsWith('CVE-')))];
  return findVulnerabilities(
    { purl, cpes: product ? [product] : [], version },
    {
      advisories,
      criteria,
      exploited: await exploitedAmong(sql, cves),
      predictions: await predictionsAmong(sql, cves),
      vex: [],
    },
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
