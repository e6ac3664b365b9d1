import { buildPurl, formatPurl, PurlError } from '../../../model/purl.js';
import type { PackageRecord } from '../../loading/records.js';

interface Listed {
  readonly type: string;
  readonly namespace?: string | null;
  readonly name: string;
  readonly versions?: readonly string[];
  readonly homepage?: string | undefined;
  readonly repositoryUrl?: string | undefined;
}

/** Longer ones are no versions, and identify nothing. */
const maxVersionLength = 200;

/**
 * A package as a registry's index lists it: it exists, and nothing says that anybody uses it, so that it has no weight
 * and every other entry of its name comes first. Empty for a name that the registry's purls cannot have.
 */
export function listedPackage({ type, namespace = null, name, versions = [], ...more }: Listed): PackageRecord[] {
  const purl = purlTextOf(type, namespace, name);
  if (purl === null) return [];
  const kept = versions.filter((version) => version !== '' && version.length <= maxVersionLength);
  return [{ kind: 'package', purl, versions: kept, weight: 0, ...more }];
}

function purlTextOf(type: string, namespace: string | null, name: string): string | null {
  try {
    return formatPurl(buildPurl({ type, namespace, name }));
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}
