import type { JsonObject } from './document.js';
import { filledObjectsOf, objectOf, textOf, textsOf } from './json.js';
import { isDistributionEcosystem } from './osv-package.js';

/**
 * Other names of the vulnerability of an OSV record. A distribution's record of one CVE (`DEBIAN-CVE-2024-1`) has the CVE
 * in `upstream` and no alias, and is about that CVE nevertheless.
 */
export function osvAliases(record: JsonObject): string[] {
  const id = textOf(record.id);
  const same = textsOf(record.upstream).filter((name) => name.startsWith('CVE-') && id.endsWith(`-${name}`));
  return [...new Set([...textsOf(record.aliases), ...same])];
}

/**
 * Vulnerabilities of others that a record passes on, which may be several. Older records of distributions have them in
 * `related`, which elsewhere also names what is only alike.
 */
export function osvUpstream(record: JsonObject): string[] {
  const ecosystems = filledObjectsOf(record.affected).map((one) => textOf(objectOf(one.package).ecosystem));
  const isDistribution = ecosystems.length > 0 && ecosystems.every(isDistributionEcosystem);
  return [...new Set([...textsOf(record.upstream), ...(isDistribution ? textsOf(record.related) : [])])];
}
