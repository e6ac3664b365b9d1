import { CallerError } from '../../model/errors.js';
import { csafRedHatSource } from './csaf-red-hat.js';
import { cveListSource } from './cve-list.js';
import { debianSources } from './debian.js';
import { endoflifeSource } from './endoflife.js';
import { epssSource } from './epss.js';
import { alpineIndexes } from './indexes/alpine-index.js';
import { cratesDump } from './indexes/crates-dump.js';
import { fedoraIndex } from './indexes/fedora-index.js';
import { goIndex } from './indexes/go-index.js';
import { mavenIndex } from './indexes/maven-index.js';
import { nugetCatalog } from './indexes/nuget-catalog.js';
import { packagistIndex } from './indexes/packagist-index.js';
import { pypiIndex } from './indexes/pypi-index.js';
import { rubygemsIndex } from './indexes/rubygems-index.js';
import { ubuntuIndexes } from './indexes/ubuntu-index.js';
import { kevSource } from './kev.js';
import type { FeedSource } from './feed.js';
import { nvdCpeSource } from './nvd-cpe.js';
import { nvdCveSource } from './nvd-cve.js';
import { osvMaliciousSource } from './osv-malicious.js';
import { osvSources } from './osv.js';
import { purl2cpeSource } from './purl2cpe.js';
import type { RemoteSource, SourceLicense } from './source.js';

/** All sources of `catalog sync`: a new one is a file and a line here. */
export const remoteSources: readonly (RemoteSource | FeedSource)[] = [
  kevSource,
  epssSource,
  endoflifeSource,
  nvdCveSource,
  cveListSource,
  nvdCpeSource,
  purl2cpeSource,
  ...debianSources,
  ...osvSources,
  osvMaliciousSource,
  csafRedHatSource,
  pypiIndex,
  rubygemsIndex,
  cratesDump,
  packagistIndex,
  mavenIndex,
  nugetCatalog,
  goIndex,
  ...alpineIndexes,
  ...ubuntuIndexes,
  fedoraIndex,
];

/** Those that are fetched without being named. */
const usualSources = remoteSources.filter(({ isIndex }) => !isIndex);

/** What the publisher of a source asks for; null where the source is none of a publisher's. */
export const licenseOf = (name: string): SourceLicense | null =>
  remoteSources.find((source) => source.name === name)?.license ?? null;

/** Names of groups of sources. */
const groups: ReadonlyMap<string, readonly (RemoteSource | FeedSource)[]> = new Map([
  ['all', usualSources],
  ['advisories', remoteSources.filter(({ covers = [] }) => covers.length > 0)],
  ['indexes', remoteSources.filter(({ isIndex }) => isIndex)],
]);

/** The named sources and groups; all but whole indexes of registries for an empty list. @throws {CallerError} 400 for an unknown name */
export function remoteSourcesNamed(names: readonly string[]): readonly (RemoteSource | FeedSource)[] {
  if (names.length === 0) return usualSources;
  const byName = new Map(remoteSources.map((source) => [source.name, [source]]));
  const named = names.flatMap((name) => {
    const found = groups.get(name) ?? byName.get(name);
    if (found) return found;
    throw new CallerError(400, `Unknown source ${name}: use one of ${[...groups.keys(), ...byName.keys()].join(', ')}`);
  });
  return [...new Set(named)];
}
