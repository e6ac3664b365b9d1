import { compareNumbers, versionNumbers, type KnownVersions } from './known-versions.js';
import { plainVersion, upstreamVersion, versionSpecificity } from '../query/version-text.js';

/** The component's version, prepared for comparison with many candidates. */
export interface ComponentVersion {
  readonly plain: string;
  readonly upstream: string;
  /** How much it identifies: see `versionSpecificity`. */
  readonly specificity: number;
}

export interface VersionAgreement {
  /** The catalogue lists this version of the candidate: the specificity of the version, 0 to 2. */
  readonly known: number;
  /** Listed, but too common to identify anything (1.0.0). */
  readonly knownCommon: number;
  /** The catalogue lists versions of the candidate, but not this one. */
  readonly unknown: number;
  /** The catalogue lists a version with this major number. */
  readonly majorKnown: number;
  /** Unknown, but between listed versions or at most one major version ahead: the sample may lack it. */
  readonly near: number;
  /** Unknown, and more than one major version ahead of the newest. */
  readonly beyond: number;
}

const nothing: VersionAgreement = { known: 0, knownCommon: 0, unknown: 0, majorKnown: 0, near: 0, beyond: 0 };

export function componentVersion(version: string): ComponentVersion {
  return { plain: plainVersion(version), upstream: upstreamVersion(version), specificity: versionSpecificity(version) };
}

export function compareVersion(component: ComponentVersion, known: KnownVersions): VersionAgreement {
  if (component.plain === '' || known.lines === '') return nothing;
  const major = /^\d+/.exec(component.plain)?.[0];
  const majorKnown = major !== undefined && known.hasMajor(major) ? 1 : 0;
  if (known.has(component.plain) || known.has(component.upstream))
    return {
      known: component.specificity,
      knownCommon: component.specificity === 0 ? 1 : 0,
      unknown: 0,
      majorKnown,
      near: 0,
      beyond: 0,
    };
  const { near, beyond } = compareUnknown(component, known);
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
