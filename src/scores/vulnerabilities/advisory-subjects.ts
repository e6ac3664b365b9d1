import {
  advisedPackage,
  advisoryNamespace,
  type DeclaredSource,
  declaredSources,
  goModule,
  modulesAround,
} from '../../model/distribution-names.js';
import { type Purl, purlKey } from '../../model/purl.js';
import { comparableVersion, normalizeVersionCase } from './ecosystems.js';

/** A package under whose key advisories on a component are. */
export interface AdvisorySubject {
  readonly key: string;
  /** The source package, where its version is another than the component's; null: the component's own counts. */
  readonly source: SourcePackage | null;
  /** Path of the module of Go that may hold the package; null: it is the package itself, or its source. */
  readonly module: string | null;
}

/** The source package of a binary package, with a version of its own. */
export interface SourcePackage {
  readonly name: string;
  /** Empty: not known. */
  readonly version: string;
  /** False: the version has no epoch, whether the package has one or not. */
  readonly hasEpoch: boolean;
}

/**
 * Packages whose advisories concern a component: itself, and for packages of a distribution the source package (qualifier
 * `upstream`, written by scanners), because distributions' advisories name source packages and their versions. Advisories
 * on Go name modules, tools also the packages in them.
 */
export function advisorySubjects(declared: Purl): readonly AdvisorySubject[] {
  const purl = advisedPackage(declared);
  const own = purlKey(purl);
  const subjects = new Map<string, AdvisorySubject>([[own, { key: own, source: null, module: null }]]);
  for (const declaredSource of declaredSources(purl)) {
    const key = purlKey({ ...purl, name: declaredSource.name });
    const source = differingSource(purl, declaredSource);
    // A source of the component's name whose whole version is known is what advisories under the name are about.
    if (!subjects.has(key) || (key === own && source?.hasEpoch)) subjects.set(key, { key, source, module: null });
  }
  for (const module of modulesAround(purl)) {
    const key = purlKey({ ...purl, ...goModule(module) });
    subjects.set(key, { key, source: null, module });
  }
  return [...subjects.values()];
}

/** Keys of a component's advisories. */
export const advisoryKeys = (purl: Purl): readonly string[] => advisorySubjects(purl).map(({ key }) => key);

/** RPM distributions whose advisories list the binary packages. */
const binaryNamespaces: ReadonlySet<string | null> = new Set(['redhat', 'almalinux']);

/** Whether advisories name source packages only, and the package does not declare from which it was built. */
export function lacksSource(purl: Purl): boolean {
  const { type, qualifiers } = purl;
  if (qualifiers['upstream'] !== undefined) return false;
  return type === 'deb' || type === 'apk' || (type === 'rpm' && !binaryNamespaces.has(advisoryNamespace(purl)));
}

/**
 * The qualifiers of the same package at another version: a source package that had the component's version still has it,
 * and of any other the version is not known then.
 */
export function qualifiersAtOtherVersion(purl: Purl): Purl['qualifiers'] {
  const { upstream } = purl.qualifiers;
  if (upstream === undefined) return purl.qualifiers;
  const sources = declaredSources(purl).map((one) => (differingSource(purl, one) ? `${one.name}@` : one.name));
  return { ...purl.qualifiers, upstream: sources.join(',') };
}

/** Null where the source has the version of the component: its epoch is then the component's. */
function differingSource(purl: Purl, { name, version, hasEpoch }: DeclaredSource): SourcePackage | null {
  if (version === null) return null;
  const plain = normalizeVersionCase(purl.type, version);
  const own = comparableVersion(purl, purl.version ?? '');
  const isSame = hasEpoch ? withoutZeroEpoch(plain) === withoutZeroEpoch(own) : plain === own.replace(/^\d+:/, '');
  return isSame ? null : { name, version: plain, hasEpoch };
}

const withoutZeroEpoch = (version: string): string => version.replace(/^0:/, '');
