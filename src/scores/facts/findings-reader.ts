import { hostShorthands } from '../../model/code-hosts.js';
import { cpeAttributes } from '../../model/cpe-name.js';
import type { Sql } from '../../platform/database/sql.js';
import { mapInTurns } from '../../platform/process/in-turns.js';
import { type FoundEntity, isDistribution } from '../entities/entity.js';
import { advisoryKeys } from '../vulnerabilities/ecosystems.js';
import { type Exploits, type Finding, type FoundVulnerability, withExploits } from '../vulnerabilities/findings.js';
import { exploitedAmong, predictionsAmong, typesWithAdvisories } from './knowledge.repository.js';
import type { KeyedSubject, Shelf } from './shelf.js';

/**
 * The vulnerabilities that each entity has or may have; null where no source speaks of the product at all, nor of any
 * package of that type: that nothing is found then says nothing.
 */
export async function findingsOfMany(
  sql: Sql,
  entities: readonly FoundEntity[],
  shelf: Shelf,
): Promise<(Finding[] | null)[]> {
  const subjects = entities.map(subjectOf);
  const dossiers = await shelf.dossiersOn(sql, subjects);
  const silent = subjects.filter(({ key }) => dossiers.get(key)!.size === 0);
  const covered = await typesWithAdvisories(sql, silent.flatMap(({ purl }) => (purl && isRegistry(purl.type) ? purl.type : []))); // prettier-ignore
  const found = await mapInTurns(entities, ({ version }, place) => {
    const { key, purl } = subjects[place]!;
    const dossier = dossiers.get(key)!;
    if (dossier.size === 0) return purl && covered.has(purl.type) ? [] : null;
    return dossier.findings(version);
  });
  // Entities share findings: each is looked at once.
  const distinct = new Set<FoundVulnerability>();
  for (const own of found) for (const one of own ?? []) distinct.add(one);
  const exploits = await exploitsOf(sql, distinct);
  const told = new Map([...distinct].map((one) => [one, findingWith(one, exploits)]));
  return found.map((own) => own && own.map((one) => told.get(one)!));
}

/** As they were last made: a finding that is the same object as before is not written out again. */
const findings = new WeakMap<FoundVulnerability, Finding>();

function findingWith(found: FoundVulnerability, exploits: Exploits): Finding {
  const before = findings.get(found);
  const finding = withExploits(found, exploits, before);
  if (finding !== before) findings.set(found, finding);
  return finding;
}

/**
 * A distribution mends what it packages without a new upstream version, so criteria that go by the upstream version are
 * not for its packages.
 */
export function subjectOf({ purl, cpe }: Pick<FoundEntity, 'purl' | 'cpe'>): KeyedSubject {
  const cpes = cpe && !(purl && isDistribution(purl.type)) ? [cpe] : [];
  const ofPurl = purl ? [...advisoryKeys(purl), purl.qualifiers['distro'] ?? '', purl.qualifiers['epoch'] ?? ''] : [];
  const ofCpes = cpes.flatMap((one) => productAttributes.map((attribute) => one[attribute].toLowerCase()));
  return { purl, cpes, key: JSON.stringify([ofPurl, ofCpes]) };
}

/** Of the repositories of a code host some are spoken of, whatever is said of the others. */
const isRegistry = (type: string): boolean => !hostShorthands.has(type);

/** All but version and update, which criteria are compared with by the entity's own version. */
const productAttributes = cpeAttributes.filter((attribute) => attribute !== 'version' && attribute !== 'update');

async function exploitsOf(sql: Sql, found: Iterable<FoundVulnerability>): Promise<Exploits> {
  const cves = new Set<string>();
  for (const { id, aliases } of found) for (const name of [id, ...aliases]) if (name.startsWith('CVE-')) cves.add(name);
  const names = [...cves];
  return { exploited: await exploitedAmong(sql, names), predictions: await predictionsAmong(sql, names) };
}
