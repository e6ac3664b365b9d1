import { plainVersion, upstreamVersion, versionSpecificity } from './version-text.js';

/** The component's version in the forms that candidates are compared with. */
export interface AskedVersion {
  readonly plain: string;
  readonly upstream: string;
  /** 0 says nothing, 1 ordinary, 2 few things share it. */
  readonly specificity: number;
}

export interface VersionAgreement {
  /** The catalogue knows this very version of the candidate; by how much it tells: 0, 1 or 2. */
  readonly known: number;
  /** Known, but of the kind that half the world has (1.0.0). */
  readonly knownCommon: number;
  /** The candidate has versions, and this is none of them. */
  readonly unknown: number;
  /** The major number is one that the candidate has. */
  readonly majorKnown: number;
}

const nothing: VersionAgreement = { known: 0, knownCommon: 0, unknown: 0, majorKnown: 0 };

export function askedVersion(version: string): AskedVersion {
  return { plain: plainVersion(version), upstream: upstreamVersion(version), specificity: versionSpecificity(version) };
}

/** `versions` is the catalogue's sample, one a line. */
export function agreeVersion(asked: AskedVersion, versions: string, latest: string | null = null): VersionAgreement {
  if (asked.plain === '' || (versions === '' && latest === null)) return nothing;
  const lines = `\n${versions.toLowerCase()}\n${latest?.toLowerCase() ?? ''}\n`;
  const has = (version: string): boolean => lines.includes(`\n${version}\n`) || lines.includes(`\nv${version}\n`);
  const major = /^\d+/.exec(asked.plain)?.[0];
  const majorKnown =
    major !== undefined && (lines.includes(`\n${major}.`) || lines.includes(`\nv${major}.`) || has(major)) ? 1 : 0;
  if (has(asked.plain) || has(asked.upstream))
    return { known: asked.specificity, knownCommon: asked.specificity === 0 ? 1 : 0, unknown: 0, majorKnown };
  return { known: 0, knownCommon: 0, unknown: 1, majorKnown };
}
