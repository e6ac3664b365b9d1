import type { BomComponent } from '../../model/document.js';
import type { ProductName } from '../sources/source-location.js';

/** A component that only has a name. */
function namedComponent(ref: string, type: BomComponent['type'], { name, org, version }: ProductName): BomComponent {
  return {
    ref,
    parentRef: null,
    place: '',
    type,
    name,
    group: org,
    version,
    purls: [],
    cpes: [],
    licenses: [],
    hashes: [],
    references: [],
    properties: [],
  };
}

/** The project as the subject of its SBOM. */
export const projectComponent = (subject: ProductName & { readonly ref: string }): BomComponent =>
  namedComponent(subject.ref, 'application', subject);

/** A product that is known by name only. */
export const productComponent = (ref: string, name: ProductName): BomComponent => namedComponent(ref, 'library', name);
