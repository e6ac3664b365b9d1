import { cpeKey } from '../../model/cpe.js';
import type { Cpe } from '../../model/cpe-name.js';
import type { Sql } from '../../platform/database/sql.js';
import { type FoundEntity, isDistribution } from '../entities/entity.js';
import { advisoryKeys } from '../vulnerabilities/ecosystems.js';
import { type Finding, findVulnerabilities, type Knowledge } from '../vulnerabilities/findings.js';
import type { AdvisoryShelf } from './advisory-shelf.js';
import { criteriaOn, exploitedAmong, predictionsAmong, typesWithAdvisories } from './knowledge.repository.js';

/**
 * The vulnerabilities of each entity; null where no source speaks of the product at all, nor of any package of that
 * type: that nothing is found then says nothing.
 */
export async function findingsOfMany(
  sql: Sql,
  entities: readonly FoundEntity[],
  shelf: AdvisoryShelf,
): Promise<(Finding[] | null)[]> {
  const keysOf = new Map(entities.map((entity) => [entity, entity.purl ? advisoryKeys(entity.purl) : []]));
  const advisories = await shelf.advisoriesOn(sql, [...new Set([...keysOf.values()].flat())]);
  const products = entities.flatMap((entity) => productOf(entity) ?? []);
  const criteria = await criteriaOn(sql, [...new Set(products.map((cpe) => cpeKey(cpe)!))]);
  const known = entities.map((entity) => {
    const product = productOf(entity);
    return {
      advisories: [...new Set(keysOf.get(entity)!.flatMap((key) => advisories.get(key) ?? []))],
      criteria: product ? (criteria.get(cpeKey(product)!) ?? []) : [],
    };
  });
  const shared = { ...(await exploitsOf(sql, known)), vex: [] };
  const silent = entities.filter((_, place) => isSilent(known[place]!));
  const covered = await typesWithAdvisories(sql, silent.flatMap(({ purl }) => purl?.type ?? [])); // prettier-ignore
  return entities.map((entity, place) => {
    const { purl, version } = entity;
    if (isSilent(known[place]!)) return purl && covered.has(purl.type) ? [] : null;
    const product = productOf(entity);
    return findVulnerabilities({ purl, cpes: product ? [product] : [], version }, { ...known[place]!, ...shared });
  });
}

type Told = Pick<Knowledge, 'advisories' | 'criteria'>;

const isSilent = ({ advisories, criteria }: Told): boolean => advisories.length + criteria.length === 0;

/**
 * A distribution mends what it packages without a new upstream version, so criteria that go by the upstream version are
 * not for its packages.
 */
const productOf = ({ purl, cpe }: FoundEntity): Cpe | null => (purl && isDistribution(purl.type) ? null : cpe);

async function exploitsOf(sql: Sql, told: readonly Told[]): Promise<Pick<Knowledge, 'exploited' | 'predictions'>> {
  const cves = new Set<string>();
  const note = (name: string): void => void (name.startsWith('CVE-') && cves.add(name));
  for (const { advisories, criteria } of told) {
    for (const { id, aliases } of advisories) [id, ...aliases].forEach(note);
    for (const { cve } of criteria) note(cve);
  }
  const names = [...cves];
  return { exploited: await exploitedAmong(sql, names), predictions: await predictionsAmong(sql, names) };
}
