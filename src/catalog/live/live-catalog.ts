import { Injectable, Logger } from '@nestjs/common';
import { groupBy } from '../../model/group-by.js';
import { purlKey, type Purl } from '../../model/purl.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { ConfigurationError } from '../../platform/configuration/configuration-error.js';
import { Database } from '../../platform/database/database.js';
import { EgressClient } from '../../platform/egress/egress-client.js';
import { CatalogLoader } from '../catalog-loader.js';
import type { CatalogRecord } from '../loading/records.js';
import { advanceEpoch } from '../epoch.repository.js';
import { osvSourceFor } from '../sources/osv.js';
import { readLiveAddresses } from './live-addresses.js';
import { LiveClient, LiveSourceUnavailable } from './live-client.js';
import { UnexpectedAnswer, type LiveAnswer, type LiveSource, type LiveSubject } from './live-source.js';
import { liveSources } from './live-sources.js';
import { listPublished, PublishedVersionsCache, registryOf, type PublishedPackages } from './published-packages.js';
import {
  packagesUnknownToRegistries,
  popularLookalikes,
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
  /** What components without a package may be, never of an organization's own: sources of packages are asked. */
  readonly candidates?: readonly Purl[];
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
  private readonly published = new PublishedVersionsCache();

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
        `Wrong settings: LIVE_SOURCES: unknown source ${unknown}; use one of ${liveSources.map(({ name }) => name).join(', ')}`,
      );
    const names = liveSources.map(({ name }) => name);
    const addresses = readLiveAddresses(configuration.liveUrls, names);
    const seconds = configuration.liveTimeoutSeconds;
    const clientOf = (source: LiveSource): LiveClient =>
      new LiveClient(outside, source, { seconds, address: addresses.get(source.name) });
    const enabled = liveSources.filter(({ name }) => wanted.has(name));
    this.clients = new Map(enabled.map((source) => [source, clientOf(source)]));
  }

  /** False where no live source is enabled. */
  get enabled(): boolean {
    return this.clients.size > 0;
  }

  /** Whether a registry is enabled that lists the versions of such packages. */
  lists(purl: Purl): boolean {
    return isOfPublicRegistry(purl) && registryOf(purl, this.clients) !== undefined;
  }

  /** All published versions of packages, never of an organization's own, as their registries list them until `until`. */
  publishedVersions(purls: readonly Purl[], until: number, signal: AbortSignal): Promise<PublishedPackages> {
    const warn = (message: string): void => this.logger.warn(message);
    return listPublished(purls, this.clients, { cache: this.published, until, signal, warn });
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

  /**
   * Those of the packages, by key, that their registry does not know. Outcomes that were cached before do not hold for them.
   */
  async refuse(purls: readonly Purl[]): Promise<ReadonlySet<string>> {
    if (purls.length === 0) return new Set();
    return this.database.transaction('system', async (sql) => {
      const unknown = await packagesUnknownToRegistries(sql, [...new Set(purls.map(purlKey))]);
      if (unknown.size > 0) await advanceEpoch(sql);
      return unknown;
    });
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
      // Only a source of all advisories answers for good: of a package that has some, others become known.
      const bulk = new Map([...subjects].map(([key, subject]) => [key, bulkSourceFor(subject)]));
      const loaded = await loadedSourcesAmong(sql, [...new Set(bulk.values())]);
      const answered = new Set(keys.filter((key) => loaded.has(bulk.get(key)!)));
      return [await withoutFreshLookup(sql, source.name, keys), answered];
    });
    return [...subjects.values()].filter(({ key }) => pending.has(key) && !answered.has(key));
  }

  private async lookUpBatch(
    source: LiveSource,
    client: LiveClient,
    { subjects, signal }: { subjects: readonly LiveSubject[]; signal?: AbortSignal | undefined },
  ): Promise<string[]> {
    const answers: Answered[] = [];
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
    const lookalikes = await this.lookalikesAmong(answers);
    const accepted = answers.filter(({ subject }) => !lookalikes.has(subject.key));
    const records = accepted.flatMap(({ answer }) => answer?.records ?? []);
    if (records.length > 0) await this.loader.add(source.name, client.baseUrl, records);
    const lookups = answers.map(({ subject: { key }, answer }) => ({
      key,
      found: answer !== null,
      facts: lookalikes.has(key) ? { looks_like: lookalikes.get(key)! } : (answer?.facts ?? null),
    }));
    await this.database.transaction('system', (sql) => storeLookups(sql, source.name, lookups));
    return accepted.filter(({ answer }) => hasEntries(answer?.records ?? [])).map(({ subject }) => subject.key);
  }

  /**
   * Candidates that exist, but with a far more popular package one typing error away: somebody may have registered the
   * name for that, so existence confirms nothing. By key, the popular package.
   */
  private lookalikesAmong(answers: readonly Answered[]): Promise<ReadonlyMap<string, string>> {
    const candidates = answers.flatMap(({ subject, answer }) =>
      subject.kind === 'package' && subject.isCandidate && answer ? [subject] : [],
    );
    return this.database.transaction('system', (sql) => popularLookalikes(sql, candidates));
  }
}

interface Answered {
  readonly subject: LiveSubject;
  readonly answer: LiveAnswer | null;
}

const hasEntries = (records: readonly CatalogRecord[]): boolean => records.some(({ kind }) => kind === 'package');

/** What a source is asked for on behalf of the request. */
export function subjectsOf(source: LiveSource, request: LiveRequest): LiveSubject[] {
  const { answers, types } = source;
  const { purls, candidates = [], repositories } = request;
  if (answers === 'repositories')
    return repositories.map((url) => ({ kind: 'repository', key: url, path: url.replace('https://', '') }));
  const isAnswered = (purl: Purl): boolean => isOfPublicRegistry(purl) && (types?.includes(purl.type) ?? true);
  const packagesOf = (purl: Purl): readonly Purl[] => source.subjectsOf?.(purl) ?? [purl];
  const declared = purls.filter(isAnswered).flatMap(packagesOf);
  const asked = [...declared, ...(answers === 'packages' ? candidates.filter(isAnswered) : [])];
  const own = new Set([...purls, ...declared].map(purlKey));
  return [...groupBy(asked, purlKey)].map(([key, [purl, ...others]]) => ({
    kind: 'package',
    key,
    purl: purl!,
    versions: [purl!, ...others].flatMap(({ version }) => version ?? []),
    isCandidate: !own.has(key),
  }));
}

/** A purl with another registry's URL is unknown to the public registry. */
const isOfPublicRegistry = ({ qualifiers }: Purl): boolean => qualifiers.repository_url === undefined;

const bulkSourceFor = (subject: LiveSubject): string =>
  subject.kind === 'package' ? (osvSourceFor(subject.purl.type) ?? '') : '';
