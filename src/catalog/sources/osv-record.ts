import type { Json, JsonObject } from '../../model/document.js';
import type { AdvisoryRecord } from '../loading/records.js';

/** OSV ecosystems and the purl types they stand for (ossf.github.io/osv-schema, "affected[].package"). */
const purlTypes = new Map([
  ['npm', 'npm'],
  ['pypi', 'pypi'],
  ['go', 'golang'],
  ['maven', 'maven'],
  ['rubygems', 'gem'],
  ['crates.io', 'cargo'],
  ['packagist', 'composer'],
  ['nuget', 'nuget'],
  ['hex', 'hex'],
  ['pub', 'pub'],
  ['debian', 'deb/debian'],
  ['ubuntu', 'deb/ubuntu'],
  ['alpine', 'apk/alpine'],
  ['bitnami', 'bitnami'],
  ['cran', 'cran'],
  ['swifturl', 'swift'],
  ['hackage', 'hackage'],
]);

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const object = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** An OSV record as it stands; the purls of its affected packages are written out where only the name is given. */
export function osvRecord(record: JsonObject): AdvisoryRecord {
  const packages = list(record.affected).map((affected) => object(object(affected).package));
  const purls = packages.map((one) => text(one.purl) ?? purlOf(text(one.ecosystem) ?? '', text(one.name) ?? ''));
  return {
    kind: 'advisory',
    id: text(record.id) ?? '',
    aliases: list(record.aliases).filter((alias) => typeof alias === 'string'),
    summary: text(record.summary),
    published: text(record.published),
    modified: text(record.modified),
    withdrawn: text(record.withdrawn),
    purls: [...new Set(purls.filter((purl) => purl !== null))],
    record,
  };
}

function purlOf(ecosystem: string, name: string): string | null {
  // "Debian:12" and "Alpine:v3.18" name a release after the ecosystem.
  const type = purlTypes.get(ecosystem.split(':')[0]!.toLowerCase());
  if (!type || name === '') return null;
  const path = type === 'maven' ? name.replace(':', '/') : name;
  return `pkg:${type}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
