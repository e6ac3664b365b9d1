import { hostShorthands } from '../../model/code-hosts.js';
import { cpeAttributes } from '../../model/cpe-name.js';
import type { Sql } from '../../platform/database/sql.js';
import { mapWithYield } from '../../platform/process/map-with-yield.js';
import { type ResolvedEntity, isDistribution } from '../entities/entity.js';
import { advisoryKeys } from '../vulnerabilities/ecosystems.js';
import {
  type ExploitationData,
  type Finding,
  type MatchedVulnerability,
  withExploitation,
} from '../vulnerabilities/findings.js';
import { exploitedAmong, predictionsAmong, typesWithAdvisories } from './facts.repository.js';
import type { KeyedPackage, AdvisoryCache } from './advisory-cache.js';

/**
 * The vulnerabilities that each entity has or may have; null where no source speaks of the product at all, nor of any
 * package of that type: that nothing is found then says nothing.
 */
export async function readFindings(
  sql: Sql,
  entities: readonly ResolvedEntity[],
  cache: AdvisoryCache,
): Promise<(Finding[] | null)[]> {
  const targets = entities.map(matchTarget);
  const matchers = await cache.matchersFor(sql, targets);
  const withoutRecords = targets.filter(({ key }) => matchers.get(key)!.size === 0);
  const covered = await typesWithAdvisories(sql, withoutRecords.flatMap(({ purl }) => (purl && isRegistry(purl.type) ? purl.type : []))); // prettier-ignore
  const matched = await mapWithYield(entities, ({ version }, index) => {
    const { key, purl } = targets[index]!;
    const matcher = matchers.get(key)!;
    if (matcher.size === 0) return purl && covered.has(purl.type) ? [] : null;
    return matcher.findings(version);
  });
  // Entities share findings: each is looked at once.
  const distinct = new Set<MatchedVulnerability>();
  for (const own of matched) for (const one of own ?? []) distinct.add(one);
  const exploitation = await readExploitation(sql, distinct);
  const findingByMatch = new Map([...distinct].map((one) => [one, toFinding(one, exploitation)]));
  return matched.map((own) => own && own.map((one) => findingByMatch.get(one)!));
}

/** As they were last made: a finding that is the same object as before is not written out again. */
const latestFindings = new WeakMap<MatchedVulnerability, Finding>();

function toFinding(matched: MatchedVulnerability, exploitation: ExploitationData): Finding {
  const previous = latestFindings.get(matched);
  const finding = withExploitation(matched, exploitation, previous);
  if (finding !== previous) latestFindings.set(matched, finding);
  return finding;
}

/**
 * A distribution mends what it packages without a new upstream version, so criteria that go by the upstream version are
 * not for its packages.
 */
export function matchTarget({ purl, cpe }: Pick<ResolvedEntity, 'purl' | 'cpe'>): KeyedPackage {
  const cpes = cpe && !(purl && isDistribution(purl.type)) ? [cpe] : [];
  const ofPurl = purl ? [...advisoryKeys(purl), purl.qualifiers['distro'] ?? '', purl.qualifiers['epoch'] ?? ''] : [];
  const ofCpes = cpes.flatMap((one) => productAttributes.map((attribute) => one[attribute].toLowerCase()));
  return { purl, cpes, key: JSON.stringify([ofPurl, ofCpes]) };
}

/** Of the repositories of a code host some are spoken of, whatever is said of the others. */
const isRegistry = (type: string): boolean => !hostShorthands.has(type);

/** All but version and update, which criteria are compared with by the entity's own version. */
const productAttributes = cpeAttributes.filter((attribute) => attribute !== 'version' && attribute !== 'update');

async function readExploitation(sql: Sql, vulnerabilities: Iterable<MatchedVulnerability>): Promise<ExploitationData> {
  const cves = new Set<string>();
  for (const { id, aliases } of vulnerabilities)
    for (const name of [id, ...aliases]) if (name.startsWith('CVE-')) cves.add(name);
  const names = [...cves];
  return { exploited: await exploitedAmong(sql, names), predictions: await predictionsAmong(sql, names) };
}
