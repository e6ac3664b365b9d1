import { Injectable, Logger } from '@nestjs/common';
import { text } from 'node:stream/consumers';
import { readLiveAddresses, type LiveAddress } from '../../catalog/live/live-addresses.js';
import { liveSources } from '../../catalog/live/live-sources.js';
import { mavenCentral } from '../../catalog/live/registries/maven-central.js';
import type { JobContext } from '../../jobs/job-context.js';
import { CallerError } from '../../model/errors.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { EgressClient } from '../../platform/egress/egress-client.js';
import { EgressUnavailableError } from '../../platform/egress/egress-timer.js';
import type { ComponentEvidence } from '../../resolution/matching/query/evidence.js';
import { OrganizationResolver } from '../../resolution/organization-resolver.js';
import type { SbomReader } from '../../sboms/importing/sbom-readers.js';
import type { OutsideGap } from '../../trees/gap.js';
import { askReader } from './reader-question.js';

/** Parents of parents, and what they import: nobody nests deeper. */
const maxRounds = 8;
const maxPoms = 300;
const maxPomBytes = 1024 * 1024;
const maxCachedCharacters = 32 * 1024 * 1024;
const maxGivenCharacters = 32 * 1024 * 1024;
const maxFailures = 3;

/**
 * Poms that the poms of a source refer to and that are not in it: parents and bills of materials, of the repository
 * `maven-central` of `LIVE_SOURCES`, or what `LIVE_URLS` names in its place. Published poms never change, so they are
 * kept in memory.
 */
@Injectable()
export class PomDownloads {
  private readonly logger = new Logger('Analyses');
  private readonly isEnabled: boolean;
  private readonly repository: LiveAddress;
  private readonly seconds: number;
  /** Null: the repository does not have it. */
  private readonly cache = new Map<string, string>();
  private cached = 0;

  constructor(
    configuration: Configuration,
    private readonly egress: EgressClient,
    private readonly resolver: OrganizationResolver,
  ) {
    const { name, baseUrl } = mavenCentral;
    const names = liveSources.map((source) => source.name);
    this.isEnabled = configuration.liveSources.has(name);
    this.repository = readLiveAddresses(configuration.liveUrls, names).get(name) ?? { baseUrl };
    this.seconds = configuration.liveTimeoutSeconds;
  }

  /**
   * The reader, with the poms that it will ask for; unchanged where no repository is enabled. Coordinates that a pattern
   * of the organization calls internal are not asked for: the repository must not learn them, nor answer for them.
   */
  async given(reader: SbomReader, context: JobContext, signal: AbortSignal): Promise<SbomReader> {
    if (!this.isEnabled) return reader;
    const poms = new GivenPoms();
    const asked = new Set<string>();
    const failures = { count: 0, cause: '' };
    const left = { limit: 0, failed: 0 };
    for (let round = 0; round < maxRounds; round += 1) {
      const wanted = (await askReader<string>(reader, { question: 'poms', poms: poms.byCoordinates }, signal)).filter(
        (one) => !asked.has(one),
      );
      if (wanted.length === 0) break;
      const internal = await this.internalAmong(wanted, context);
      for (const coordinates of wanted) {
        asked.add(coordinates);
        if (internal.has(coordinates)) continue;
        if (asked.size > maxPoms || poms.isFull) left.limit += 1;
        else if (failures.count >= maxFailures) left.failed += 1;
        else {
          const before = failures.count;
          const pom = await this.pom(coordinates, { signal, failures });
          left.failed += failures.count - before;
          if (pom !== null) poms.add(coordinates, pom);
        }
      }
    }
    const pomGap = pomGapOf({ ...left, cause: failures.cause });
    const given = { poms: poms.byCoordinates, ...(pomGap && { pomGap }) };
    return { ...reader, input: { ...reader.input, ...given } };
  }

  private async internalAmong(coordinates: readonly string[], context: JobContext): Promise<ReadonlySet<string>> {
    const internal = await context.read((sql) =>
      this.resolver.areInternal(sql, context.orgId!, coordinates.map(evidenceOfCoordinates)),
    );
    return new Set(coordinates.filter((_, index) => internal[index]));
  }

  private async pom(
    coordinates: string,
    { signal, failures }: { signal: AbortSignal; failures: { count: number; cause: string } },
  ): Promise<string | null> {
    const cached = this.cache.get(coordinates);
    if (cached !== undefined) return cached;
    try {
      const found = await this.download(coordinates, signal);
      if (found !== null) this.keep(coordinates, found);
      return found;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof EgressUnavailableError || error instanceof CallerError)) throw error;
      failures.count += 1;
      failures.cause = error.message.slice(0, 200);
      this.logger.warn(`The pom ${coordinates} was not fetched: ${error.message}`);
      return null;
    }
  }

  private async download(coordinates: string, signal: AbortSignal): Promise<string | null> {
    const [group = '', artifact = '', version = ''] = coordinates.split(':');
    const path = [...group.split('.'), artifact, version, `${artifact}-${version}.pom`]
      .map(encodeURIComponent)
      .join('/');
    const { baseUrl, credentials } = this.repository;
    const { status, body } = await this.egress.send(`${baseUrl}/${path}`, {
      limits: { maxBytes: maxPomBytes, seconds: this.seconds, silenceSeconds: this.seconds },
      ...(credentials && { credentials }),
      signal,
    });
    if (status === 200) return text(body);
    body.destroy();
    if (status === 404 || status === 410) return null;
    throw new EgressUnavailableError('network', `the repository answered ${status}`);
  }

  /** The oldest ones go first. */
  private keep(coordinates: string, pom: string): void {
    this.cache.set(coordinates, pom);
    this.cached += pom.length;
    for (const [key, value] of this.cache) {
      if (this.cached <= maxCachedCharacters) return;
      this.cache.delete(key);
      this.cached -= value.length;
    }
  }
}

interface Missing {
  /** Not asked for. */
  readonly limit: number;
  /** Not got. */
  readonly failed: number;
  /** Why the last one was not. */
  readonly cause: string;
}

/** Null: all that are wanted were got, or do not exist. */
export function pomGapOf({ limit, failed, cause }: Missing): OutsideGap | null {
  const said = [
    ...(limit > 0 ? [`The source needs more poms of others than the limit of ${maxPoms}, or than fit into memory: ${limit} were not asked for`] : []), // prettier-ignore
    ...(failed > 0 ? [`The repository of poms did not give ${failed} (${cause})`] : []),
  ];
  if (said.length === 0) return null;
  const message = `${said.join('. ')}. What these poms set, such as versions, is unknown`;
  return { kind: 'pom', ecosystem: 'maven', reason: failed > 0 ? 'not_fetched' : 'limit', message };
}

function evidenceOfCoordinates(coordinates: string): ComponentEvidence {
  const [org = '', name = '', version = ''] = coordinates.split(':');
  return { name, org, version };
}

/** The poms of one analysis, which are in memory here and in the process that reads them. */
export class GivenPoms {
  readonly byCoordinates: Record<string, string> = {};
  private characters = 0;

  constructor(private readonly maxCharacters = maxGivenCharacters) {}

  get isFull(): boolean {
    return this.characters >= this.maxCharacters;
  }

  add(coordinates: string, pom: string): void {
    this.byCoordinates[coordinates] = pom;
    this.characters += pom.length;
  }
}
