import { hostShorthands } from '../../model/code-hosts.js';
import { cpeKey } from '../../model/cpe.js';
import { cpeAttributes } from '../../model/cpe-name.js';
import { modulesAround } from '../../model/distribution-names.js';
import { purlKey } from '../../model/purl.js';
import { moduleStreamOf } from '../../model/rpm-modules.js';
import type { Sql } from '../../platform/database/sql.js';
import { mapWithYield } from '../../platform/process/map-with-yield.js';
import { type ResolvedEntity, isDistributionBuild } from '../entities/entity.js';
import { advisorySubjects } from '../vulnerabilities/advisory-subjects.js';
import { releaseOfPurl } from '../vulnerabilities/ecosystems.js';
import {
  type ExploitationData,
  type Finding,
  type MatchedVulnerability,
  withExploitation,
} from '../vulnerabilities/findings.js';
import { cveFacts, cveRatings, rejectedAmong } from './cve-facts.repository.js';
import { exploitedAmong, packagesWithVersions, predictionsAmong, typesWithAdvisories } from './facts.repository.js';
import type { KeyedPackage, AdvisoryCache } from './advisory-cache.js';
import { otherProductNames, productKeysOf } from './product-names.repository.js';

/**
 * Vulnerabilities that affect or may affect each entity; `targets` are what `matchTargets` makes of the same. Null where no source covers the product or the package type: an
 * empty list would claim safety without data.
 */
export async function readFindings(
  sql: Sql,
  entities: readonly ResolvedEntity[],
  { targets, cache }: { readonly targets: readonly KeyedPackage[]; readonly cache: AdvisoryCache },
): Promise<(Finding[] | null)[]> {
  const matchers = await cache.matchersFor(sql, targets);
  const withoutRecords = targets.filter(({ key }) => matchers.get(key)!.size === 0);
  const covered = await typesWithAdvisories(sql, withoutRecords.flatMap(({ purl }) => (purl && isRegistry(purl.type) ? purl.type : []))); // prettier-ignore
  const matched = await mapWithYield(entities, ({ version }, index) => {
    const { key, purl, cpes } = targets[index]!;
    const matcher = matchers.get(key)!;
    if (matcher.size === 0) return purl && covered.has(purl.type) ? [] : null;
    return matcher.findings(version, cpes[0]);
  });
  // Entities share findings, so exploitation data is added once to each.
  const distinct = new Set<MatchedVulnerability>();
  for (const own of matched) for (const one of own ?? []) distinct.add(one);
  const exploitation = await readExploitation(sql, distinct);
  const findingByMatch = new Map([...distinct].map((one) => [one, toFinding(one, exploitation)]));
  return matched.map((own) => own && own.map((one) => findingByMatch.get(one)!));
}

/** The latest finding of each match: an unchanged finding stays the same object, so that its row is not written again. */
const latestFindings = new WeakMap<MatchedVulnerability, Finding>();

function toFinding(matched: MatchedVulnerability, exploitation: ExploitationData): Finding {
  const previous = latestFindings.get(matched);
  const finding = withExploitation(matched, exploitation, previous);
  if (finding !== previous) latestFindings.set(matched, finding);
  return finding;
}

/** What each entity is matched as, its product under all its names: three statements. */
export async function matchTargets(
  sql: Sql,
  entities: readonly Pick<ResolvedEntity, 'purl' | 'cpe' | 'version'>[],
): Promise<KeyedPackage[]> {
  const modules = await knownModules(sql, entities);
  const targets = entities.map((entity) => matchTarget(entity, modules));
  const names = await otherProductNames(
    sql,
    targets.flatMap(({ cpes }) => productKeysOf(cpes)),
  );
  return targets.map((target) => {
    const [own] = target.cpes;
    const others = own && names.get(cpeKey(own)!);
    if (!others) return target;
    const cpes = [own, ...others.map(({ part, vendor, product }) => ({ ...own, part, vendor, product }))];
    return { ...target, cpes, key: JSON.stringify([target.key, productKeysOf(cpes)]) };
  });
}

/**
 * A distribution fixes packages without a new upstream version, so CPE criteria, which compare upstream versions, do not
 * apply to its builds.
 */
export function matchTarget(
  { purl, cpe, version }: Pick<ResolvedEntity, 'purl' | 'cpe' | 'version'>,
  modules: ReadonlySet<string> = new Set(),
): KeyedPackage {
  const cpes = cpe && !(purl && isDistributionBuild(purl, version)) ? [cpe] : [];
  const ofPurl = purl ? [advisorySubjects(purl), releaseOfPurl(purl), purl.qualifiers['epoch'] ?? '', moduleStreamOf(purl)] : []; // prettier-ignore
  const ofCpes = cpes.flatMap((one) => productAttributes.map((attribute) => one[attribute].toLowerCase()));
  const isModule = purl !== null && modules.has(purlKey(purl));
  return { purl, cpes, isModule, key: JSON.stringify([ofPurl, ofCpes, isModule]) };
}

/** Keys of the packages of Go that the catalogue has versions of, among those that another module may hold. */
async function knownModules(sql: Sql, entities: readonly Pick<ResolvedEntity, 'purl'>[]): Promise<Set<string>> {
  const keys = entities.flatMap(({ purl }) => (purl && modulesAround(purl).length > 0 ? purlKey(purl) : []));
  return packagesWithVersions(sql, [...new Set(keys)]);
}

/** Advisories on some repositories of a code host do not mean that the others are covered. */
const isRegistry = (type: string): boolean => !hostShorthands.has(type);

/** All attributes but version and update, for which the entity's own version counts. */
const productAttributes = cpeAttributes.filter((attribute) => attribute !== 'version' && attribute !== 'update');

const isCve = (name: string): boolean => name.startsWith('CVE-');

async function readExploitation(sql: Sql, vulnerabilities: Iterable<MatchedVulnerability>): Promise<ExploitationData> {
  const cves = new Set<string>();
  const ownNames = new Set<string>();
  const undescribed = new Set<string>();
  const rated = new Set<string>();
  for (const { id, aliases, upstream, severity, published } of vulnerabilities) {
    const own = [id, ...aliases].filter(isCve);
    for (const name of own) ownNames.add(name);
    for (const name of [...own, ...upstream.filter(isCve)]) cves.add(name);
    // What one of several upstream is rated says nothing of the others.
    if (severity.level !== 'unknown' && severity.level !== 'critical') for (const name of own) rated.add(name);
    if (severity.level === 'unknown' || published === null) for (const name of own) undescribed.add(name);
  }
  const names = [...cves];
  return {
    exploited: await exploitedAmong(sql, names),
    predictions: await predictionsAmong(sql, names),
    records: await cveFacts(sql, [...undescribed]),
    ratings: await cveRatings(sql, [...rated]),
    rejected: await rejectedAmong(sql, [...ownNames]),
  };
}
