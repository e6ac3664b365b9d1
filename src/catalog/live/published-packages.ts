import { purlKey, type Purl } from '../../model/purl.js';
import type { PublishedVersions } from '../../model/requirements/published-versions.js';
import { type LiveClient, LiveSourceUnavailable } from './live-client.js';
import { UnexpectedAnswer, type LiveSource } from './live-source.js';
import { listings, type Listing } from './registries/listings.js';

/** A package appears at any time, and so does a version. */
const freshMs = 3_600_000;
/** Of all versions in memory. */
const maxCharacters = 16 * 1024 * 1024;

/** By key of the package: null where its registry does not know it, absent where that was not asked or did not answer. */
export type PublishedPackages = ReadonlyMap<string, PublishedVersions | null>;

/** All versions that registries list, kept in memory for a while. */
export class PublishedVersionsCache {
  private readonly answers = new Map<string, { at: number; size: number; versions: PublishedVersions | null }>();
  private size = 0;

  get(key: string): PublishedVersions | null | undefined {
    const answer = this.answers.get(key);
    return answer === undefined || answer.at < Date.now() - freshMs ? undefined : answer.versions;
  }

  /** The oldest ones go first. */
  set(key: string, versions: PublishedVersions | null): void {
    const size = (versions?.versions ?? []).reduce((sum, { version }) => sum + version.length, key.length);
    this.drop(key);
    this.answers.set(key, { at: Date.now(), size, versions });
    this.size += size;
    for (const oldest of this.answers.keys()) {
      if (this.size <= maxCharacters) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.size -= this.answers.get(key)?.size ?? 0;
    this.answers.delete(key);
  }
}

/** The registry that lists the package, if it is enabled. */
export function registryOf(
  purl: Purl,
  clients: ReadonlyMap<LiveSource, LiveClient>,
): { listing: Listing; client: LiveClient } | undefined {
  for (const [source, client] of clients) {
    const listing = source.types?.includes(purl.type) ? listings.get(source.name) : undefined;
    if (listing) return { listing, client };
  }
  return undefined;
}

/** Asks one registry after the other until the time is over. `warn` gets each error. */
export async function listPublished(
  purls: readonly Purl[],
  clients: ReadonlyMap<LiveSource, LiveClient>,
  { cache, until, signal, warn }: { cache: PublishedVersionsCache; until: number; signal: AbortSignal; warn: (message: string) => void }, // prettier-ignore
): Promise<PublishedPackages> {
  const found = new Map<string, PublishedVersions | null>();
  for (const purl of purls) {
    const key = purlKey(purl);
    const registry = registryOf(purl, clients);
    if (!registry || found.has(key)) continue;
    const cached = cache.get(key);
    if (cached !== undefined) found.set(key, cached);
    else if (Date.now() <= until && !registry.client.isBackingOff)
      try {
        const versions = await registry.client.list(registry.listing, purl, signal);
        cache.set(key, versions);
        found.set(key, versions);
      } catch (error) {
        if (!(error instanceof LiveSourceUnavailable || error instanceof UnexpectedAnswer)) throw error;
        warn(error.message);
      }
  }
  return found;
}
