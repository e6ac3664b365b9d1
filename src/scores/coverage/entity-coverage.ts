import { distributionTypes } from '../../model/distribution-names.js';
import { foreignRegistry, mirrorOf, ownRegistry } from '../../model/foreign-registry.js';
import { isComparableVersion } from '../../model/versions/declared-version.js';
import type { Purl } from '../../model/purl.js';
import { type Coverage, coversPackage, coversProduct, type FindingKind } from '../../model/coverage.js';

/** Kinds of finding for which an entity is examined. */
export const examinedKinds = [
  'vulnerabilities',
  'exploited',
  'exploit_probability',
  'malicious',
  'end_of_life',
] as const satisfies readonly FindingKind[];
export type ExaminedKind = (typeof examinedKinds)[number];

export const coverageStatuses = ['examined', 'partly', 'not_examined'] as const;
export type CoverageStatus = (typeof coverageStatuses)[number];

/** Why an entity was not, or only partly, examined; null where it was. */
export const coverageCauses = [
  'not_scored',
  'no_source',
  'not_identified',
  'not_covered',
  'not_published',
  'product_unknown',
  'no_version',
  'undecided',
  'source_unknown',
  'not_analyzed',
  'package_undecided',
  'selection',
] as const;
export type CoverageCause = (typeof coverageCauses)[number];

/** Whether the loaded sources can answer for one kind of finding. */
export interface KindCoverage {
  readonly status: CoverageStatus;
  readonly cause: CoverageCause | null;
  /** The cause as a phrase that names what is missing; empty where the entity was examined. */
  readonly reason: string;
}

export type EntityCoverage = Readonly<Record<ExaminedKind, KindCoverage>>;

/** A loaded source with what it declares to cover. */
export interface CoveringSource {
  readonly covers: readonly Coverage[];
}

/** What is asked about an entity. */
export interface CoverageTarget {
  readonly purl: (Pick<Purl, 'type' | 'namespace'> & { readonly qualifiers?: Purl['qualifiers'] }) | null;
  /** Release of the purl's distribution, where loaded advisories name others and not that one. */
  readonly unadvisedRelease: string | null;
  /** `a`, `o` or `h` of the CPE whose criteria apply to the version; null: none do. */
  readonly cpePart: string | null;
  /** A loaded source has criteria for the CPE's vendor and product, for any version. */
  readonly isProductNamed: boolean;
  /** Empty: not known. */
  readonly version: string;
  /** True where a loaded source says when the release line ends, or whether it has ended. */
  readonly hasLifecycle: boolean;
  /** Number of vulnerabilities that could not be compared with the version. */
  readonly undecided: number;
  /** Number of reports of malicious packages among them. */
  readonly undecidedMalicious: number;
  /** Advisories name source packages, and that of this package is not known. */
  readonly isSourceUnknown: boolean;
  /** CVEs that name the product, while no source has said what they affect; the newest first. */
  readonly unanalyzed: readonly string[];
  /** Kinds that a live source was asked about for this very package. */
  readonly askedLive: readonly ExaminedKind[];
  /** The live source has no advisory under the purl's name, which may have lost the case that the source knows. */
  readonly isSpellingUnknown: boolean;
}

const examined: KindCoverage = { status: 'examined', cause: null, reason: '' };

const notExamined = (cause: CoverageCause, reason: string): KindCoverage => ({ status: 'not_examined', cause, reason });
const partly = (cause: CoverageCause, reason: string): KindCoverage => ({ status: 'partly', cause, reason });

const everyKind = (coverage: KindCoverage): EntityCoverage =>
  Object.fromEntries(examinedKinds.map((kind) => [kind, coverage])) as Record<ExaminedKind, KindCoverage>;

/** Of an entry that resolved to no entity. */
export const unresolvedCoverage: EntityCoverage = everyKind(
  notExamined('not_identified', 'no package or product is selected'),
);

/** Of an entry whose score is still to come. */
export const unscoredCoverage: EntityCoverage = everyKind(notExamined('not_scored', 'it has not been scored yet'));

/**
 * Of an entry whose product is selected, while a package that the catalogue knows may be meant as well: advisories on
 * that package were not applied. Never better than the coverage of the product.
 */
export function withUndecidedPackage(coverage: EntityCoverage): EntityCoverage {
  const lower = (one: KindCoverage): KindCoverage => (one.status === 'not_examined' ? one : packageUndecidedCoverage);
  const { vulnerabilities, exploited, exploit_probability: probability, malicious } = coverage;
  return {
    ...coverage,
    vulnerabilities: lower(vulnerabilities),
    exploited: lower(exploited),
    exploit_probability: lower(probability),
    // Nobody reports malicious products, but the package that may be meant can be reported.
    malicious:
      malicious.cause === 'not_published' ? { ...packageUndecidedCoverage, status: 'not_examined' } : lower(malicious),
  };
}

export const packageUndecidedCoverage: KindCoverage = partly(
  'package_undecided',
  'a known package may be meant and is not selected, so that its advisories were not applied',
);

const sourceWords: Readonly<Record<ExaminedKind, string>> = {
  vulnerabilities: 'source of vulnerabilities',
  exploited: 'list of exploited vulnerabilities',
  exploit_probability: 'source of exploit probabilities',
  malicious: 'source of malicious packages',
  end_of_life: 'source of end-of-life dates',
};

/**
 * Whether the loaded sources can answer for an entity, by kind of finding. "No finding" means something only where the
 * status is `examined`. Taking a source away never raises a status.
 */
export function assessCoverage(target: CoverageTarget, sources: readonly CoveringSource[]): EntityCoverage {
  const covers = sources.flatMap((source) => source.covers);
  const vulnerabilities = assessPackages('vulnerabilities', target, covers);
  return {
    vulnerabilities,
    exploited: assessList('exploited', vulnerabilities, covers),
    exploit_probability: assessList('exploit_probability', vulnerabilities, covers),
    malicious: assessMalicious(target, covers),
    end_of_life: assessEndOfLife(target, covers),
  };
}

const selectionOf = (kind: ExaminedKind): KindCoverage =>
  partly('selection', `the loaded ${sourceWords[kind]} is a selection`);

const noSource = (kind: ExaminedKind): KindCoverage => notExamined('no_source', `no ${sourceWords[kind]} is loaded`);

const productUnknown = notExamined('product_unknown', 'no loaded source has ever named the product of its CPE');

const spellingUnknown = partly(
  'not_covered',
  'the live source tells upper from lower case in names, and may know it in another spelling',
);

/** For kinds that sources publish by package or product: each of the entity's identities must be covered. */
function assessPackages(kind: ExaminedKind, target: CoverageTarget, covers: readonly Coverage[]): KindCoverage {
  const { purl, cpePart, version, undecided, isSourceUnknown, unanalyzed } = target;
  const ofKind = covers.filter((coverage) => coverage.kind === kind);
  const isAsked = target.askedLive.includes(kind) && !(purl && mirrorOf(purl));
  if (ofKind.length === 0 && !isAsked) return noSource(kind);
  if (!purl && !cpePart) return notExamined('not_identified', 'no package or product is selected');
  const ofPurl = purl ? ofKind.filter((coverage) => coversPackage(coverage, purl)) : [];
  const ofCpe = cpePart ? ofKind.filter((coverage) => coversProduct(coverage, cpePart)) : [];
  const release = target.unadvisedRelease;
  const isPackageCovered = release === null && (ofPurl.length > 0 || isAsked);
  // Nothing was compared: the CPE may be misspelt, or its vulnerabilities published for a package only.
  if (ofCpe.length > 0 && !target.isProductNamed && !isPackageCovered) return productUnknown;
  const uncovered = [
    ...(purl && !isPackageCovered ? [packageWords(purl) + (release === null ? '' : ` of release ${release}`)] : []),
    ...(cpePart && ofCpe.length === 0 ? [`cpe:${cpePart}`] : []),
  ];
  const uncoveredReason = `no loaded ${sourceWords[kind]} covers ${uncovered.join(' or ')}`;
  if (uncovered.length === (purl ? 1 : 0) + (cpePart ? 1 : 0)) return notExamined('not_covered', uncoveredReason);
  if (version === '') return notExamined('no_version', 'no single version is given');
  if (!isComparableVersion(version))
    return notExamined('no_version', `${JSON.stringify(version.slice(0, 50))} is no version that can be compared`);
  if (uncovered.length > 0) return partly('not_covered', uncoveredReason);
  if (isAsked && ofPurl.length === 0 && target.isSpellingUnknown) return spellingUnknown;
  const undecidedWords = kind === 'malicious' ? 'reports of malicious packages' : 'vulnerabilities';
  if (undecided > 0)
    return partly('undecided', `${undecided} ${undecidedWords} could not be compared with the version`);
  if (isSourceUnknown) return partly('source_unknown', 'its source package is not known; advisories name sources');
  if (unanalyzed.length > 0)
    return partly('not_analyzed', `no loaded source has analysed ${someOf(unanalyzed)}, where the product is named`);
  // Without that list such CVEs are not known: taking it away must not make the product examined.
  if (kind === 'vulnerabilities' && ofCpe.length > 0 && !ofCpe.some(({ namesUnanalyzed }) => namesUnanalyzed))
    return partly('not_analyzed', 'the CVE List, which names CVEs that nobody has analysed yet, is not loaded');
  const isComplete = [...(isAsked ? [] : [ofPurl]), ofCpe].every(
    (coverages) => coverages.length === 0 || coverages.some(({ completeSince }) => completeSince !== null),
  );
  return isComplete ? examined : selectionOf(kind);
}

const someOf = ([first, ...others]: readonly string[]): string =>
  others.length === 0 ? first! : `${first} and ${others.length} more`;

/** Registries into which anybody can upload, so that somebody publishes what is malicious in them. */
const openRegistries: ReadonlySet<string> = new Set([
  ...['npm', 'pypi', 'gem', 'cargo', 'nuget', 'golang', 'maven', 'composer', 'hex', 'pub', 'vscode-extension'],
]);

function assessMalicious(target: CoverageTarget, covers: readonly Coverage[]): KindCoverage {
  const asked = {
    ...target,
    undecided: target.undecidedMalicious,
    isSourceUnknown: false,
    unanalyzed: [],
    cpePart: null,
  };
  const coverage = assessPackages('malicious', asked, covers);
  if (coverage.cause === 'not_identified' && target.cpePart)
    return notExamined('not_published', 'reports of malicious packages name packages, and none is selected');
  if (coverage.cause !== 'not_covered' || openRegistries.has(target.purl!.type)) return coverage;
  return notExamined('not_published', `nobody reports malicious packages of ${packageWords(target.purl!)}`);
}

/** For lists of CVEs, which answer only where the vulnerabilities are known. */
function assessList(kind: ExaminedKind, vulnerabilities: KindCoverage, covers: readonly Coverage[]): KindCoverage {
  const lists = covers.filter((coverage) => coverage.kind === kind);
  if (lists.length === 0) return noSource(kind);
  const isComplete = lists.some(({ completeSince }) => completeSince !== null);
  return vulnerabilities.status === 'examined' && !isComplete ? selectionOf(kind) : vulnerabilities;
}

function assessEndOfLife({ hasLifecycle }: CoverageTarget, covers: readonly Coverage[]): KindCoverage {
  if (!covers.some(({ kind }) => kind === 'end_of_life')) return noSource('end_of_life');
  return hasLifecycle ? examined : notExamined('not_covered', 'no loaded source says when its release line ends');
}

/** Distributions are covered one by one, other package types as a whole, and other registries than the public one not. */
function packageWords({ type, namespace, qualifiers = {} }: NonNullable<CoverageTarget['purl']>): string {
  const registry = foreignRegistry({ type, qualifiers });
  if (registry === ownRegistry) return "the organization's own packages";
  if (registry !== null) return `pkg:${type} packages of another registry`;
  const mirror = mirrorOf({ type, namespace });
  if (mirror !== null) return `pkg:${type} packages of ${mirror}`;
  return distributionTypes.has(type) && namespace !== null ? `pkg:${type}/${namespace}` : `pkg:${type}`;
}
