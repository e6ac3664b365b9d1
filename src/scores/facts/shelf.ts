import { Injectable } from '@nestjs/common';
import { cpeKey } from '../../model/cpe.js';
import type { Sql } from '../../platform/database/sql.js';
import { mapInTurns } from '../../platform/process/in-turns.js';
import { type Advisory, readAdvisory } from '../vulnerabilities/advisory.js';
import { type CveCriteria, readCriteria } from '../vulnerabilities/cve-criteria.js';
import { Dossier } from '../vulnerabilities/dossier.js';
import { advisoryKeys } from '../vulnerabilities/ecosystems.js';
import type { Subject } from '../vulnerabilities/topics.js';
import { advisoriesOn, advisoryRecords, advisoryStamps, criteriaOn, criteriaStamps } from './knowledge.repository.js';

/** What is asked about, without its version; two of the same key have the same answer. */
export interface KeyedSubject extends Subject {
  readonly key: string;
}

/** The keys of the catalogue that a subject is filed under. */
interface Filed {
  readonly subject: KeyedSubject;
  readonly packages: readonly string[];
  readonly products: readonly string[];
}

/** Records, of which a popular package has hundreds; taking one apart costs more than all that is asked of it later. */
const mostHeld = 30_000;

interface Held {
  readonly stamp: string;
  readonly dossier: Dossier;
  readonly advisories: readonly StampedAdvisory[];
}

interface StampedAdvisory {
  readonly stamp: string;
  readonly advisory: Advisory;
}

/** Dossiers, those used last kept at hand; every time the database is asked whether they still hold. */
@Injectable()
export class Shelf {
  private readonly held = new Map<string, Held>();
  private records = 0;

  /** By key of the subject, what is known of it: a fixed number of questions, however many there are. */
  async dossiersOn(sql: Sql, subjects: Iterable<KeyedSubject>): Promise<Map<string, Dossier>> {
    const asked = new Map([...subjects].map((one) => [one.key, filedUnder(one)]));
    const stamps = await this.stampsOf(sql, [...asked.values()]);
    const found = new Map([...asked.keys()].map((key) => [key, this.get(key, stamps.get(key)!)]));
    const missing = [...asked.values()].filter(({ subject }) => found.get(subject.key) === undefined);
    // Of a popular package one advisory has changed, and hundreds have not.
    for (const [key, { dossier, advisories }] of await read(sql, missing, this.held)) {
      found.set(key, dossier);
      if (dossier.size > 0) this.hold(key, { stamp: stamps.get(key)!, dossier, advisories });
    }
    return found as Map<string, Dossier>;
  }

  private async stampsOf(sql: Sql, asked: readonly Filed[]): Promise<Map<string, string>> {
    const packages = await advisoryStamps(sql, distinct(asked.flatMap((one) => one.packages)));
    const products = await criteriaStamps(sql, distinct(asked.flatMap((one) => one.products)));
    return new Map(asked.map((one): [string, string] => [one.subject.key, [
      ...one.packages.map((key) => packages.get(key) ?? ''), ...one.products.map((key) => products.get(key) ?? ''),
    ].join()])); // prettier-ignore
  }

  private get(key: string, stamp: string): Dossier | undefined {
    const entry = this.held.get(key);
    if (entry?.stamp !== stamp) return undefined;
    this.hold(key, entry);
    return entry.dossier;
  }

  private hold(key: string, entry: Held): void {
    this.drop(key);
    this.held.set(key, entry);
    this.records += entry.dossier.size;
    while (this.records > mostHeld) this.drop(this.held.keys().next().value!);
  }

  private drop(key: string): void {
    this.records -= this.held.get(key)?.dossier.size ?? 0;
    this.held.delete(key);
  }
}

async function read(
  sql: Sql,
  missing: readonly Filed[],
  held: ReadonlyMap<string, Held>,
): Promise<Map<string, Omit<Held, 'stamp'>>> {
  const known = missing.flatMap(({ subject }) => held.get(subject.key)?.advisories ?? []);
  const advisories = await advisoriesBy(sql, distinct(missing.flatMap((one) => one.packages)), known);
  const criteria = new Map<string, CveCriteria[]>();
  const stated = await criteriaOn(sql, distinct(missing.flatMap((one) => one.products)));
  for (const { key, cve, source, criteria: entries } of stated) add(criteria, key, readCriteria(cve, source, entries));
  return new Map(
    await mapInTurns(missing, ({ subject, packages, products }) => {
      const all = packages.flatMap((key) => advisories.get(key) ?? []);
      // One that speaks of a package and of its source package is still one.
      const own = packages.length > 1 ? [...new Set(all)] : all;
      const knowledge = {
        advisories: own.map(({ advisory }) => advisory),
        criteria: products.flatMap((key) => criteria.get(key) ?? []),
      };
      return [
        subject.key,
        { dossier: new Dossier(subject, knowledge, held.get(subject.key)?.dossier), advisories: own },
      ];
    }),
  );
}

/** By key of the package; only what is not known as it is now is read. */
async function advisoriesBy(
  sql: Sql,
  keys: readonly string[],
  known: readonly StampedAdvisory[],
): Promise<Map<string, StampedAdvisory[]>> {
  const filed = await advisoriesOn(sql, keys);
  const stamps = new Map(filed.map(({ id, stamp }) => [id, stamp]));
  const current = new Map(
    known.flatMap((one): [string, StampedAdvisory][] =>
      stamps.get(one.advisory.id) === one.stamp ? [[one.advisory.id, one]] : [],
    ),
  );
  const unread = [...stamps.keys()].filter((id) => !current.has(id));
  await mapInTurns(await advisoryRecords(sql, unread), ({ id, record, details }) => {
    const advisory = readAdvisory(details === null ? record : { ...record, details });
    current.set(id, { stamp: stamps.get(id)!, advisory });
  });
  const byKey = new Map<string, StampedAdvisory[]>();
  for (const { key, id } of filed) {
    const one = current.get(id);
    // Deleted in between: the next stamp says so.
    if (one) add(byKey, key, one);
  }
  return byKey;
}

const filedUnder = (subject: KeyedSubject): Filed => ({
  subject,
  packages: subject.purl ? advisoryKeys(subject.purl) : [],
  products: distinct(subject.cpes.map((cpe) => cpeKey(cpe)!)),
});

const distinct = (keys: readonly string[]): string[] => [...new Set(keys)];

function add<T>(groups: Map<string, T[]>, key: string, one: T): void {
  const group = groups.get(key);
  if (group) group.push(one);
  else groups.set(key, [one]);
}
