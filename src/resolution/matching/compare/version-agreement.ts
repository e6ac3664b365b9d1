import { compareNumbers, versionNumbers, type KnownVersions } from './known-versions.js';
import { plainVersion, upstreamVersion, versionSpecificity } from '../query/version-text.js';

/** The component's version in the forms that candidates are compared with. */
export interface ComponentVersion {
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
  /** Unknown, but between known ones, or not more than one major version ahead of them: the sample may lack it. */
  readonly near: number;
  /** Unknown, and so far ahead of the newest known that the candidate has hardly come there. */
  readonly beyond: number;
}

const nothing: VersionAgreement = { known: 0, knownCommon: 0, unknown: 0, majorKnown: 0, near: 0, beyond: 0 };

export function componentVersion(version: string): ComponentVersion {
  return { plain: plainVersion(version), upstream: upstreamVersion(version), specificity: versionSpecificity(version) };
}

export function compareVersion(asked: ComponentVersion, known: KnownVersions): VersionAgreement {
  if (asked.plain === '' || known.lines === '') return nothing;
  const major = /^\d+/.exec(asked.plain)?.[0];
  const majorKnown = major !== undefined && known.hasMajor(major) ? 1 : 0;
  if (known.has(asked.plain) || known.has(asked.upstream))
    return {
      known: asked.specificity,
      knownCommon: asked.specificity === 0 ? 1 : 0,
      unknown: 0,
      majorKnown,
      near: 0,
      beyond: 0,
    };
  const { near, beyond } = compareUnknown(asked, known);
  return { known: 0, knownCommon: 0, unknown: 1, majorKnown, near, beyond };
}

function compareUnknown(
  { plain }: ComponentVersion,
  { range }: KnownVersions,
): Pick<VersionAgreement, 'near' | 'beyond'> {
  const numbers = versionNumbers(plain);
  if (range === null || numbers.length === 0) return { near: 0, beyond: 0 };
  const { oldest, newest } = range;
  if (compareNumbers(numbers, newest) <= 0) return { near: compareNumbers(numbers, oldest) >= 0 ? 1 : 0, beyond: 0 };
  const isNext = numbers[0]! <= newest[0]! + 1;
  return { near: isNext ? 1 : 0, beyond: isNext ? 0 : 1 };
}
