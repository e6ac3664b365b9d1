import { Injectable, Logger } from '@nestjs/common';
import { purlKey, type Purl } from '../../model/purl.js';
import { Configuration, ConfigurationError } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { EgressClient } from '../../platform/egress/egress-client.js';
import { CatalogLoader } from '../catalog-loader.js';
import type { CatalogRecord } from '../loading/records.js';
import { osvSourceFor } from '../sources/osv.js';
import { LiveClient, LiveSourceUnavailable } from './live-client.js';
import { UnexpectedAnswer, type LiveAnswer, type LiveSource, type LiveSubject } from './live-source.js';
import { liveSources } from './live-sources.js';
import {
  packagesWithAdvisories,
  existingPackages,
  loadedSourcesAmong,
  withoutFreshLookup,
  storeLookups,
} from './lookups.repository.js';

/** Lookups before their answers are written. */
const batchSize = 50;

export interface LiveRequest {
  /** Never of an organization's own components. */
  readonly purls: readonly Purl[];
  /** Canonical addresses. */
  readonly repositories: readonly string[];
}

/**
 * Looks up in live sources (`LIVE_SOURCES`) what the catalogue lacks, and stores the answers in the catalogue; a
 * negative answer is kept too, for a shorter time.
 */
@Injectable()
export class LiveCatalog {
  private readonly logger = new Logger('Catalogue');
  private readonly clients: ReadonlyMap<LiveSource, LiveClient>;

  constructor(
    configuration: Configuration,
    private readonly database: Database,
    private readonly loader: CatalogLoader,
    outside: EgressClient,
  ) {
    const wanted = configuration.liveSources;
    const unknown = [...wanted].find((name) => liveSources.every((source) => source.name !== name));
    if (unknown !== undefined)
      throw new ConfigurationError(
        `Wrong settings: LIVE_SOURCES: there is no ${unknown}; there are ${liveSources.map(({ name }) => name).join(', ')}`,
      );
    const enabled = liveSources.filter(({ name }) => wanted.has(name));
    this.clients = new Map(
      enabled.map((source) => [source, new LiveClient(outside, source, configuration.liveTimeoutSeconds)]),
    );
  }

  /** False where no live source is enabled. */
  get enabled(): boolean {
    return this.clients.size > 0;
  }

  /** @returns keys of the packages that the catalogue has new data of */
  async lookUp(request: LiveRequest, signal?: AbortSignal): Promise<ReadonlySet<string>> {
    const updated = new Set<string>();
    for (const [source, client] of this.clients) {
      const subjects = await this.pendingSubjects(source, request);
      for (let start = 0; start < subjects.length && !client.isBackingOff; start += batchSize)
        for (const key of await this.lookUpBatch(source, client, {
          subjects: subjects.slice(start, start + batchSize),
          signal,
        }))
          updated.add(key);
    }
    return updated;
  }

  /** What the catalogue lacks and the source was not asked for recently. */
  private async pendingSubjects(source: LiveSource, request: LiveRequest): Promise<LiveSubject[]> {
    const subjects = new Map(subjectsOf(source, request).map((subject) => [subject.key, subject]));
    if (subjects.size === 0) return [];
    const keys = [...subjects.keys()];
    const [pending, answered] = await this.database.transaction('system', async (sql) => {
      if (source.answers === 'packages')
        return [await withoutFreshLookup(sql, source.name, keys), await existingPackages(sql, keys)];
      if (source.answers === 'repositories')
        return [await withoutFreshLookup(sql, source.name, keys), new Set<string>()];
      const advised = await packagesWithAdvisories(sql, keys);
      const bulk = new Map([...subjects].map(([key, subject]) => [key, bulkSourceFor(subject)]));
      const loaded = await loadedSourcesAmong(sql, [...new Set(bulk.values())]);
      for (const [key, name] of bulk) if (loaded.has(name)) advised.add(key);
      return [await withoutFreshLookup(sql, source.name, keys), advised];
    });
    return [...subjects.values()].filter(({ key }) => pending.has(key) && !answered.has(key));
  }

  private async lookUpBatch(
    source: LiveSource,
    client: LiveClient,
    { subjects, signal }: { subjects: readonly LiveSubject[]; signal?: AbortSignal | undefined },
  ): Promise<string[]> {
    const answers: { subject: LiveSubject; answer: LiveAnswer | null }[] = [];
    for (const subject of subjects) {
      if (client.isBackingOff) break;
      try {
        answers.push({ subject, answer: await client.lookUp(subject, signal) });
      } catch (error) {
        if (!(error instanceof LiveSourceUnavailable || error instanceof UnexpectedAnswer)) throw error;
        this.logger.warn(`${source.name}: ${error.message}`);
      }
    }
    if (answers.length === 0) return [];
    const records = answers.flatMap(({ answer }) => answer?.records ?? []);
    if (records.length > 0) await this.loader.add(source.name, `https://${source.host}`, records);
    const lookups = answers.map(({ subject: { key }, answer }) => ({
      key,
      found: answer !== null,
      facts: answer?.facts ?? null,
    }));
    await this.database.transaction('system', (sql) => storeLookups(sql, source.name, lookups));
    return answers.filter(({ answer }) => hasEntries(answer?.records ?? [])).map(({ subject }) => subject.key);
  }
}

const hasEntries = (records: readonly CatalogRecord[]): boolean => records.some(({ kind }) => kind === 'package');

function subjectsOf({ answers }: LiveSource, { purls, repositories }: LiveRequest): LiveSubject[] {
  if (answers === 'repositories')
    return repositories.map((url) => ({ kind: 'repository', key: url, path: url.replace('https://', '') }));
  return purls.filter(isOfPublicRegistry).map((purl) => ({ kind: 'package', key: purlKey(purl), purl }));
}

/** A purl with another registry's URL is unknown to the public registry. */
const isOfPublicRegistry = ({ qualifiers }: Purl): boolean => qualifiers.repository_url === undefined;

const bulkSourceFor = (subject: LiveSubject): string =>
  subject.kind === 'package' ? (osvSourceFor(subject.purl.type) ?? '') : '';
