import type { BomComponent, BomLicense, BomProperty, ComponentType } from '../model/document.js';
import { formatLicense, LicenseError, listedLicense, parseLicense } from '../model/license.js';
import type { ManifestComponent, ManifestPlace, DependencyScope } from './manifest.js';

/** A component with its places in the tree. */
export interface TreeComponent extends ManifestComponent {
  readonly places: readonly ManifestPlace[];
  /** Number of further places. */
  readonly morePlaces: number;
}

/** Scope in CycloneDX: `excluded` is needed for builds only. */
const cycloneDxScope: Readonly<Record<DependencyScope | 'unknown', BomComponent['scope']>> = {
  runtime: 'required',
  optional: 'optional',
  provided: 'required',
  build: 'excluded',
  test: 'excluded',
  development: 'excluded',
  unknown: undefined,
};

/** A package as a BOM component; its places are evidence (CycloneDX `evidence.occurrences`). */
export function manifestComponent(found: TreeComponent): BomComponent {
  const { ref, name, group, version, purl, hashes, references, places, license } = found;
  const scope = cycloneDxScope[found.scope];
  const occurrences = places.map(({ file, line }) => ({ location: file, line }));
  return {
    ref,
    parentRef: null,
    place: `${found.place.file}, line ${found.place.line}`,
    type: typeOf(found.ecosystem),
    name,
    group,
    version,
    purls: purl === null ? [] : [purl],
    cpes: [],
    hashes,
    references,
    ...(scope && { scope }),
    licenses: license === null ? [] : [declaredLicense(license)],
    properties: propertiesOf(found),
    native: { family: 'cyclonedx', data: { evidence: { occurrences } } },
  };
}

const typeOf = (ecosystem: string): ComponentType =>
  ecosystem === 'docker' || ecosystem === 'oci' ? 'container' : 'library';

function propertiesOf({ relation, scope, requirement, integrity, morePlaces }: TreeComponent): BomProperty[] {
  const entries = [
    ['relation', relation === 'unknown' ? null : relation],
    ['scope', scope === 'unknown' ? null : scope],
    ['requirement', requirement],
    ['integrity', integrity],
    ['more_places', morePlaces === 0 ? null : `${morePlaces}`],
  ] as const;
  return entries.flatMap(([name, value]) => (value === null ? [] : [{ name: `manifest:${name}`, value }]));
}

function declaredLicense(text: string): BomLicense {
  const id = listedLicense(text);
  if (id !== undefined) return { relation: 'declared', id };
  try {
    return { relation: 'declared', expression: formatLicense(parseLicense(text)) };
  } catch (error) {
    if (!(error instanceof LicenseError)) throw error;
    return { relation: 'declared', name: text };
  }
}
