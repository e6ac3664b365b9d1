import type { ComponentEvidence } from './evidence.js';
import { ecosystemShares } from './ecosystem-shares.js';
import { readNames, type ReadName } from './name-agreement.js';
import { namedByIdentifier } from './named-by-identifier.js';
import { askedOrganization, type AskedOrganization } from './organization-agreement.js';
import { parseName, type ParsedName } from './parse-name.js';
import { statedIdentifiers, type StatedIdentifiers } from './stated-identifiers.js';
import { askedVersion, type AskedVersion } from './version-agreement.js';
import type { ModelWeights } from './weights.js';

/** A component as matching sees it: everything that is made once and compared with many candidates. */
export interface Asked {
  readonly evidence: ComponentEvidence;
  readonly parsed: ParsedName;
  readonly names: readonly ReadName[];
  readonly organization: AskedOrganization;
  readonly version: AskedVersion;
  /** purl type to the share of components of this look that are of it; see `shape.ts`. */
  readonly shares: ReadonlyMap<string, number>;
  readonly stated: StatedIdentifiers;
}

export function ask(stated: ComponentEvidence, model: Pick<ModelWeights, 'shape'>): Asked {
  const evidence = { ...stated, name: clean(stated.name), org: clean(stated.org), version: clean(stated.version) };
  const told = namedByIdentifier(evidence);
  const named = statedIdentifiers(told);
  // The file's own purl says the ecosystem as surely as any hint.
  const type = named.purls[0]?.purl.slice('pkg:'.length).split('/')[0];
  const parsed = parseName(type && !told.hint ? { ...told, hint: type } : told);
  const names = readNames(parsed);
  return {
    evidence,
    parsed,
    names,
    organization: askedOrganization(told.org || parsed.readings[0]!.org, names),
    version: askedVersion(parsed.readings[0]!.version),
    shares: ecosystemShares(told, parsed, model.shape),
    stated: named,
  };
}

/** What no database and no UTF-8 text can hold goes out first: NUL, and halves of surrogate pairs. */
function clean(text: string): string {
  return /[\0\ud800-\udfff]/.test(text) ? Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '') : text;
}
