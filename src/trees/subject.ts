import { componentDraft } from '../formats/component-draft.js';
import type { BomComponent, BomHash } from '../model/document.js';

/** The name of what a document is about, or of a component of which nothing else is known. */
export interface ProductName {
  readonly name: string;
  readonly org: string;
  readonly version: string;
}

/** A component that only has a name. */
const namedComponent = (
  ref: string,
  type: BomComponent['type'],
  { name, org, version }: ProductName,
): BomComponent => ({
  ...componentDraft({ ref, place: '' }),
  type,
  name,
  group: org,
  version,
});

/** The project as the subject of its SBOM. */
export const projectComponent = (
  subject: ProductName & { readonly ref: string; readonly hashes?: readonly BomHash[] },
): BomComponent => ({ ...namedComponent(subject.ref, 'application', subject), hashes: subject.hashes ?? [] });

/** A product that is known by name only. */
export const productComponent = (ref: string, name: ProductName): BomComponent => namedComponent(ref, 'library', name);
