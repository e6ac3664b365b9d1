import { compareParsedVersions } from '../../model/versions/versions.js';
import { parsedVersion } from '../vulnerabilities/parsed-versions.js';
import { type Metric, plural, riskOfCount } from './metric.js';

/** Marks of what is not meant for use yet, in all ecosystems. */
const preRelease = /(?:^|[\d._+-])(?:alpha|beta|rc|cr|dev|pre|preview|snapshot|canary|nightly|next|m\d|[ab]\d)/i;

export const versionsBehind: Metric = {
  name: 'versions_behind',
  title: 'Versions behind',
  description: 'Known versions later than this one, pre-releases apart; each adds a tenth of what is left up to 100.',
  scope: 'technology',
  unit: 'versions',
  direction: 'higher',
  weight: 0.25,
  prior: 25,
  source: 'Catalogue',
  read({ version, scheme, knownVersions, latestVersion }) {
    const own = version === '' ? null : parsedVersion(scheme, version);
    const all = [...new Set([...knownVersions, ...(latestVersion === null ? [] : [latestVersion])])];
    const known = all.flatMap((text) => parsedVersion(scheme, text) ?? []);
    if (!own || known.length === 0) return null;
    const later = known.filter((one) => compareParsedVersions(one, own) > 0 && !preRelease.test(one.text));
    const newest = later.reduce((most, one) => (compareParsedVersions(one, most) > 0 ? one : most), own);
    const count = later.length;
    const text =
      count === 0
        ? 'It is the latest known version'
        : `${plural(count, 'later version')} known, ${newest.text} the latest`;
    return { value: count, risk: riskOfCount(count, 0.1), text };
  },
};
