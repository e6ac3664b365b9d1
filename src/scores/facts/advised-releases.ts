import { advisoryNamespace } from '../../model/distribution-names.js';
import { osvPackage } from '../../model/osv-package.js';
import type { Purl } from '../../model/purl.js';
import type { Sql } from '../../platform/database/sql.js';
import { isSameRelease, releaseOf, releaseOfPurl } from '../vulnerabilities/ecosystems.js';

/** Releases that loaded advisories name, by distribution (`deb/debian`). */
export type AdvisedReleases = ReadonlyMap<string, ReadonlySet<string>>;

const distributionOf = (purl: Pick<Purl, 'type' | 'namespace'>): string => `${purl.type}/${advisoryNamespace(purl)}`;

/** One statement, and none where no package names its release. */
export async function advisedReleases(sql: Sql, purls: readonly Purl[]): Promise<AdvisedReleases> {
  const releases = new Map<string, Set<string>>();
  if (purls.every((purl) => releaseOfPurl(purl) === null)) return releases;
  const rows = await sql.query<{ ecosystem: string }>('SELECT ecosystem FROM catalog_advisory_ecosystems');
  for (const { ecosystem } of rows) {
    const release = releaseOf(ecosystem);
    const distribution = osvPackage(ecosystem, 'any', undefined);
    if (release === null || distribution === null) continue;
    const key = distributionOf(distribution);
    releases.set(key, (releases.get(key) ?? new Set()).add(release));
  }
  return releases;
}

/**
 * The package's release where advisories name releases of its distribution and not that one, so that none can be on the
 * package; else null.
 */
export function unadvisedRelease(purl: Purl, releases: AdvisedReleases): string | null {
  const own = releaseOfPurl(purl);
  const known = releases.get(distributionOf(purl));
  if (own === null || known === undefined) return null;
  return [...known].some((one) => isSameRelease(one, own) || isSameRelease(own, one)) ? null : own;
}
