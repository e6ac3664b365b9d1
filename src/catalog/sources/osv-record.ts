import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, optionalText, textOf } from '../../model/json.js';
import { osvAliases } from '../../model/osv-names.js';
import { osvAction, osvPackage, osvRepository } from '../../model/osv-package.js';
import { purlKey } from '../../model/purl.js';
import type { AdvisoryRecord } from '../loading/records.js';

/** An OSV record with the keys of affected packages and of repositories with affected commits. */
export function osvRecord(record: JsonObject): AdvisoryRecord {
  const affected = listOf(record.affected).map(objectOf);
  const ranges = affected.flatMap((one) => listOf(one.ranges).map(objectOf));
  const packages = affected.map((one) => objectOf(one.package));
  const named = packages.map((one) => osvPackage(textOf(one.ecosystem), textOf(one.name), optionalText(one.purl)));
  const unknownEcosystems = packages.flatMap((one, index) => (named[index] ? [] : optionalText(one.ecosystem) || []));
  const purls = [
    ...named.filter((one) => one !== null),
    ...packages.flatMap((one) => osvAction(textOf(one.ecosystem), textOf(one.name)) ?? []),
    ...ranges.flatMap(({ type, repo }) => (type === 'GIT' ? (osvRepository(textOf(repo)) ?? []) : [])),
  ];
  return {
    kind: 'advisory',
    id: textOf(record.id),
    aliases: osvAliases(record),
    summary: optionalText(record.summary),
    published: optionalText(record.published),
    modified: optionalText(record.modified),
    withdrawn: optionalText(record.withdrawn),
    packageKeys: [...new Set(purls.map(purlKey))],
    ...(unknownEcosystems.length > 0 ? { unknownEcosystems } : {}),
    record,
  };
}
