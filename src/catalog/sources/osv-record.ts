import type { Json, JsonObject } from '../../model/document.js';
import { osvPackage, osvRepository } from '../../model/osv-package.js';
import { purlKey } from '../../model/purl.js';
import type { AdvisoryRecord } from '../loading/records.js';

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const object = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** An OSV record as it stands, with the keys of the packages that it affects, and of the repositories whose commits it names. */
export function osvRecord(record: JsonObject): AdvisoryRecord {
  const affected = list(record.affected).map(object);
  const ranges = affected.flatMap((one) => list(one.ranges).map(object));
  const packages = affected.map((one) => object(one.package));
  const purls = [
    ...packages.flatMap((one) => osvPackage(text(one.ecosystem) ?? '', text(one.name) ?? '', text(one.purl)) ?? []),
    ...ranges.flatMap(({ type, repo }) => (type === 'GIT' ? (osvRepository(text(repo) ?? '') ?? []) : [])),
  ];
  return {
    kind: 'advisory',
    id: text(record.id) ?? '',
    aliases: list(record.aliases).filter((alias) => typeof alias === 'string'),
    summary: text(record.summary),
    published: text(record.published),
    modified: text(record.modified),
    withdrawn: text(record.withdrawn),
    packageKeys: [...new Set(purls.map(purlKey))],
    record,
  };
}
