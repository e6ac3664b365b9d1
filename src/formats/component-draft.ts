import type { BomComponent } from '../model/document.js';

/** A component while it is being read. */
export type ComponentDraft = { -readonly [Name in keyof BomComponent]: BomComponent[Name] };

/** A component of which nothing is known yet but where it stands in its file. */
export const componentDraft = ({
  ref,
  place,
  parentRef = null,
}: Pick<BomComponent, 'ref' | 'place'> & { readonly parentRef?: string | null }): ComponentDraft => ({
  ref,
  parentRef,
  place,
  type: 'library',
  name: '',
  group: '',
  version: '',
  purls: [],
  cpes: [],
  licenses: [],
  hashes: [],
  references: [],
  properties: [],
});
