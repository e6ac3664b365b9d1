import type { ComponentEvidence } from './evidence.js';
import { ecosystemShares } from './ecosystem-shares.js';
import { readNames, type ReadName } from './name-agreement.js';
import { namedByIdentifier } from './named-by-identifier.js';
import { askedOrganization, type AskedOrganization } from './organization-agreement.js';
import { parseName, type ParsedName } from './parse-name.js';
import { statedIdentifiers, type StatedIdentifiers } from './stated-identifiers.js';
import { askedVersion, type AskedVersion } from './version-agreement.js';
import type { ModelWeights } from './weights.js';

/** What there is to ask the catalogue about a component; a batch of these waits for the answers. */
export interface Question {
  readonly evidence: ComponentEvidence;
  readonly parsed: ParsedName;
  /** Who makes it, as the list or the name itself says; empty where neither does. */
  readonly org: string;
  /** purl type to the share of components of this look that are of it; see `shape.ts`. */
  readonly shares: ReadonlyMap<string, number>;
  readonly stated: StatedIdentifiers;
}

/** A component as matching sees it: everything that is made once and compared with many candidates. */
export interface Asked extends Question {
  readonly names: readonly ReadName[];
  readonly organization: AskedOrganization;
  readonly version: AskedVersion;
}

export const ask = (stated: ComponentEvidence, model: Pick<ModelWeights, 'shape'>): Asked =>
  readyToCompare(questionOf(stated, model));

export function questionOf(stated: ComponentEvidence, model: Pick<ModelWeights, 'shape'>): Question {
  const evidence = cleaned(stated);
  const told = namedByIdentifier(evidence);
  const named = statedIdentifiers(told);
  // The file's own purl says the ecosystem as surely as any hint.
  const type = named.purls[0]?.purl.slice('pkg:'.length).split('/')[0];
  const { name, org, version } = told;
  const parsed = parseName(type && !told.hint ? { name, org, version, hint: type } : told);
  return {
    evidence,
    parsed,
    org: told.org || parsed.readings[0]!.org,
    shares: ecosystemShares(told, parsed, model.shape),
    stated: named,
  };
}

/** Made last: what a whole batch holds while the catalogue is asked is what collecting garbage costs. */
export function readyToCompare({ evidence, parsed, org, shares, stated }: Question): Asked {
  const names = readNames(parsed);
  return {
    evidence,
    parsed,
    org,
    shares,
    stated,
    names,
    organization: askedOrganization(org, names),
    version: askedVersion(parsed.readings[0]!.version),
  };
}

/** What no database and no UTF-8 text can hold goes out first: NUL, and halves of surrogate pairs. */
function cleaned(evidence: ComponentEvidence): ComponentEvidence {
  const { name, org, version } = evidence;
  if (![name, org, version].some(mayHaveBroken)) return evidence;
  return { ...evidence, name: clean(name), org: clean(org), version: clean(version) };
}

const mayHaveBroken = (text: string): boolean => /[\0\ud800-\udfff]/.test(text);

const clean = (text: string): string => Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '');
