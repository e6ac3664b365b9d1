import { cpeKey } from '../../model/cpe.js';
import { purlKey } from '../../model/purl.js';
import { schemeForPurlType } from '../../model/versions/versions.js';
import type { Sql } from '../../platform/database/sql.js';
import type { FoundEntity } from '../entities/entity.js';
import type { EntityFacts, Lifecycle } from '../metrics/facts.js';
import { cycleOf } from '../metrics/lifecycle-cycle.js';
import { readAdvisory } from '../vulnerabilities/advisory.js';
import { readCriteria } from '../vulnerabilities/cve-criteria.js';
import { advisoryKeys } from '../vulnerabilities/ecosystems.js';
import { type Finding, findVulnerabilities } from '../vulnerabilities/findings.js';
import {
  advisoryRecords,
  exploitedAmong,
  hasAdvisoriesOfType,
  hasCriteria,
  lifecycleOf,
  predictionsAmong,
  productCriteria,
} from './knowledge.repository.js';
import { readLifecycle } from './lifecycles.js';
import { findLookAlikes } from './look-alikes.js';

/** What the catalogue knows of an entity, in the words of the metrics. @param today ISO 8601 day */
export async function readFacts(sql: Sql, entity: FoundEntity, today: string): Promise<EntityFacts> {
  const { purl, cpe, repository, rows, name, version } = entity;
  const keys = [...(purl ? [purlKey(purl)] : []), ...(cpe ? [cpeKey(cpe)!] : [])];
  const row = await lifecycleOf(sql, keys);
  const lifecycle = row && readLifecycle(row);
  return {
    ...{ today, name, version, scheme: schemeForPurlType(purl?.type ?? 'generic') },
    findings: await findingsOf(sql, entity),
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

async function findingsOf(sql: Sql, { purl, cpe, version }: FoundEntity): Promise<Finding[] | null> {
  const isCovered =
    (cpe !== null && (await hasCriteria(sql))) || (purl !== null && (await hasAdvisoriesOfType(sql, purl.type)));
  if (!isCovered) return null;
  const advisories = (purl ? await advisoryRecords(sql, advisoryKeys(purl)) : []).map(readAdvisory);
  const rows = cpe ? await productCriteria(sql, cpeKey(cpe)!) : [];
  const criteria = rows.map((row) => readCriteria(row.cve, row.source, row.criteria));
  const names = [...advisories.flatMap(({ id, aliases }) => [id, ...aliases]), ...criteria.map(({ cve }) => cve)];
  const cves = [...new Set(names.filter((name) => name.startsWith('CVE-')))];
  return findVulnerabilities(
    { purl, cpes: cpe ? [cpe] : [], version },
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
