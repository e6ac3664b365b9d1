import type { Json, JsonObject } from '../../model/document.js';
import { osvPackage } from '../../model/osv-package.js';
import { purlKey } from '../../model/purl.js';
import type { AdvisoryRecord } from '../loading/records.js';

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const object = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** An OSV record as it stands, with the keys of the packages that it affects. */
export function osvRecord(record: JsonObject): AdvisoryRecord {
  const packages = list(record.affected).map((affected) => object(object(affected).package));
  const purls = packages.flatMap((one) => osvPackage(text(one.ecosystem) ?? '', text(one.name) ?? '', text(one.purl)) ?? []); // prettier-ignore
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
