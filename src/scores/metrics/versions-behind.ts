import { compareParsedVersions, type ParsedVersion } from '../../model/versions/versions.js';
import { parseVersionCached } from '../vulnerabilities/version-cache.js';
import type { EntityFacts } from './facts.js';
import { type Metric, plural, riskOfCount } from './metric.js';

/** Markers of pre-releases in all ecosystems. */
const preRelease = /(?:^|[\d._+-])(?:alpha|beta|rc|cr|dev|pre|preview|snapshot|canary|nightly|next|m\d|[ab]\d)/i;

export const versionsBehind: Metric = {
  name: 'versions_behind',
  title: 'Versions behind',
  description: 'Known versions later than this one, pre-releases apart; each adds a tenth of what is left up to 100.',
  scope: 'technology',
  unit: 'versions',
  direction: 'higher',
  weight: 0.25,
  source: 'Catalogue',
  read(facts) {
    const { version, scheme } = facts;
    const own = version === '' ? null : parseVersionCached(scheme, version);
    const { releases, isAnyKnown } = releasesOf(facts);
    if (!own || !isAnyKnown) return null;
    const earlier = releases.findIndex((release) => compareParsedVersions(release, own) <= 0);
    const count = earlier < 0 ? releases.length : earlier;
    const text =
      count === 0
        ? 'It is the latest known version'
        : `${plural(count, 'later version')} known, ${releases[0]!.text} the latest`;
    return { value: count, risk: riskOfCount(count, 0.1), text };
  },
};

interface Releases {
  /** Without pre-releases, latest first. */
  readonly releases: readonly ParsedVersion[];
  /** At least one version could be parsed, pre-releases included. */
  readonly isAnyKnown: boolean;
}

/** Cached by list: entities of one package share the list of its known versions. */
const releasesByVersions = new WeakMap<readonly string[], Releases & Pick<EntityFacts, 'scheme' | 'latestVersion'>>();

function releasesOf({ scheme, knownVersions, latestVersion }: EntityFacts): Releases {
  const cached = releasesByVersions.get(knownVersions);
  if (cached?.scheme === scheme && cached.latestVersion === latestVersion) return cached;
  const all = new Set([...knownVersions, ...(latestVersion === null ? [] : [latestVersion])]);
  const versions = [...all].flatMap((text) => parseVersionCached(scheme, text) ?? []);
  const releases = versions.filter(({ text }) => !preRelease.test(text)).sort((a, b) => compareParsedVersions(b, a));
  const result = { scheme, latestVersion, releases, isAnyKnown: versions.length > 0 };
  releasesByVersions.set(knownVersions, result);
  return result;
}
