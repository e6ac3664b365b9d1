import { Injectable } from '@nestjs/common';
import { cpeKey } from '../../model/cpe.js';
import type { Sql } from '../../platform/database/sql.js';
import { mapWithYield } from '../../platform/process/map-with-yield.js';
import { type Advisory, parseAdvisory } from '../vulnerabilities/advisory.js';
import { type CveCriteria, parseCriteria } from '../vulnerabilities/cve-criteria.js';
import { VulnerabilityMatcher } from '../vulnerabilities/vulnerability-matcher.js';
import { advisoryKeys } from '../vulnerabilities/advisory-subjects.js';
import type { MatchedPackage } from '../vulnerabilities/vulnerability-groups.js';
import { advisoriesOn, advisoryRecords, advisoryStamps, criteriaOn, criteriaStamps } from './facts.repository.js';

/** A target of matching; targets of one key have the same vulnerabilities. */
export interface KeyedPackage extends MatchedPackage {
  readonly key: string;
}

/** Keys of the catalogue's records about a target. */
interface CatalogKeys {
  readonly target: KeyedPackage;
  readonly packages: readonly string[];
  readonly products: readonly string[];
}

/** Parsed records in memory. A popular package has hundreds, and parsing costs more than matching. */
const maxCachedRecords = 30_000;

interface CachedMatcher {
  readonly stamp: string;
  readonly matcher: VulnerabilityMatcher;
  readonly advisories: readonly StampedAdvisory[];
}

interface StampedAdvisory {
  readonly stamp: string;
  readonly advisory: Advisory;
}

/** LRU cache of matchers, validated against the database at every use by stamps of the records. */
@Injectable()
export class AdvisoryCache {
  private readonly cached = new Map<string, CachedMatcher>();
  private records = 0;

  /** Matchers by the targets' keys, with a fixed number of queries. */
  async matchersFor(sql: Sql, targets: Iterable<KeyedPackage>): Promise<Map<string, VulnerabilityMatcher>> {
    const keysOf = new Map([...targets].map((one) => [one.key, catalogKeys(one)]));
    const stamps = await this.stampsOf(sql, [...keysOf.values()]);
    const matchers = new Map([...keysOf.keys()].map((key) => [key, this.get(key, stamps.get(key)!)]));
    const missing = [...keysOf.values()].filter(({ target: subject }) => matchers.get(subject.key) === undefined);
    // Typically one of hundreds of advisories of a popular package has changed: the others are reused.
    for (const [key, { matcher, advisories }] of await buildMatchers(sql, missing, this.cached)) {
      matchers.set(key, matcher);
      if (matcher.size > 0) this.put(key, { stamp: stamps.get(key)!, matcher, advisories });
    }
    return matchers as Map<string, VulnerabilityMatcher>;
  }

  private async stampsOf(sql: Sql, all: readonly CatalogKeys[]): Promise<Map<string, string>> {
    const packages = await advisoryStamps(sql, unique(all.flatMap((one) => one.packages)));
    const products = await criteriaStamps(sql, unique(all.flatMap((one) => one.products)));
    return new Map(all.map((one): [string, string] => [one.target.key, [
      ...one.packages.map((key) => packages.get(key) ?? ''), ...one.products.map((key) => products.get(key) ?? ''),
    ].join()])); // prettier-ignore
  }

  private get(key: string, stamp: string): VulnerabilityMatcher | undefined {
    const entry = this.cached.get(key);
    if (entry?.stamp !== stamp) return undefined;
    this.put(key, entry);
    return entry.matcher;
  }

  private put(key: string, entry: CachedMatcher): void {
    this.delete(key);
    this.cached.set(key, entry);
    this.records += entry.matcher.size;
    while (this.records > maxCachedRecords) this.delete(this.cached.keys().next().value!);
  }

  private delete(key: string): void {
    this.records -= this.cached.get(key)?.matcher.size ?? 0;
    this.cached.delete(key);
  }
}

async function buildMatchers(
  sql: Sql,
  missing: readonly CatalogKeys[],
  cached: ReadonlyMap<string, CachedMatcher>,
): Promise<Map<string, Omit<CachedMatcher, 'stamp'>>> {
  const knownAdvisories = missing.flatMap(({ target: subject }) => cached.get(subject.key)?.advisories ?? []);
  const advisories = await loadAdvisories(sql, unique(missing.flatMap((one) => one.packages)), knownAdvisories);
  const criteria = new Map<string, CveCriteria[]>();
  const criteriaRows = await criteriaOn(sql, unique(missing.flatMap((one) => one.products)));
  for (const { key, cve, source, criteria: entries } of criteriaRows)
    addTo(criteria, key, parseCriteria(cve, source, entries));
  return new Map(
    await mapWithYield(missing, ({ target: subject, packages, products }) => {
      const all = packages.flatMap((key) => advisories.get(key) ?? []);
      // An advisory on both a package and its source package counts once.
      const own = packages.length > 1 ? [...new Set(all)] : all;
      const records = {
        advisories: own.map(({ advisory }) => advisory),
        criteria: products.flatMap((key) => criteria.get(key) ?? []),
      };
      return [
        subject.key,
        { matcher: new VulnerabilityMatcher(subject, records, cached.get(subject.key)?.matcher), advisories: own },
      ];
    }),
  );
}

/** Advisories by package key; only new and changed ones are read. */
async function loadAdvisories(
  sql: Sql,
  keys: readonly string[],
  cached: readonly StampedAdvisory[],
): Promise<Map<string, StampedAdvisory[]>> {
  const rows = await advisoriesOn(sql, keys);
  const stamps = new Map(rows.map(({ id, stamp }) => [id, stamp]));
  const current = new Map(
    cached.flatMap((one): [string, StampedAdvisory][] =>
      stamps.get(one.advisory.id) === one.stamp ? [[one.advisory.id, one]] : [],
    ),
  );
  const unread = [...stamps.keys()].filter((id) => !current.has(id));
  await mapWithYield(await advisoryRecords(sql, unread), ({ id, record, details }) => {
    const advisory = parseAdvisory(details === null ? record : { ...record, details });
    current.set(id, { stamp: stamps.get(id)!, advisory });
  });
  const byKey = new Map<string, StampedAdvisory[]>();
  for (const { key, id } of rows) {
    const one = current.get(id);
    // Deleted meanwhile: the next stamp differs.
    if (one) addTo(byKey, key, one);
  }
  return byKey;
}

const catalogKeys = (target: KeyedPackage): CatalogKeys => ({
  target,
  packages: target.purl ? advisoryKeys(target.purl) : [],
  products: unique(target.cpes.map((cpe) => cpeKey(cpe)!)),
});

const unique = (keys: readonly string[]): string[] => [...new Set(keys)];

function addTo<T>(groups: Map<string, T[]>, key: string, one: T): void {
  const group = groups.get(key);
  if (group) group.push(one);
  else groups.set(key, [one]);
}
