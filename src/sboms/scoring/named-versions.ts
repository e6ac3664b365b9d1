import { CallerError } from '../../model/errors.js';
import { parseVers, rangeContains, schemeOfRange } from '../../model/versions/vers.js';
import { compareVersions, parseVersion } from '../../model/versions/versions.js';
import type { VexStatement } from '../../scores/vulnerabilities/vex.js';
import { isClearing } from '../../vex/vex-words.js';

/** Versions that a document names beside a component (CycloneDX, `affects[].versions[]`): one, or a range of VERS. */
export interface NamedVersions {
  readonly exact: string;
  readonly range: string;
}

/**
 * Whether a statement is on this version. Where nobody can compare them, one that takes a vulnerability away is not, and
 * any other is. One that takes nothing away is on each spelling of its version, too (1.0 is v1.0.0).
 */
export function isOnVersion(
  statement: Pick<VexStatement, 'status'> & { readonly versions?: NamedVersions },
  version: string,
): boolean {
  if (!statement.versions) return true;
  const { exact, range } = statement.versions;
  if (exact !== '' && version !== '')
    return exact === version || (!isClearing(statement) && compareVersions('generic', exact, version) === 0);
  return (exact === '' && version !== '' ? isInRange(range, version) : null) ?? !isClearing(statement);
}

/** Null: the text is no range, or the version has no order in its scheme. */
function isInRange(text: string, version: string): boolean | null {
  try {
    const range = parseVers(text, 'repair');
    const parsed = parseVersion(schemeOfRange(range), version);
    return parsed && rangeContains(range, parsed);
  } catch (error) {
    if (error instanceof CallerError) return null;
    throw error;
  }
}
