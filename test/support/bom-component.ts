import type { BomComponent } from '../../src/model/document.js';

/** A library of which the document says nothing but what is given. */
export const bomComponent = (given: Partial<BomComponent>): BomComponent => ({
  ref: 'r',
  parentRef: null,
  place: '',
  type: 'library',
  name: 'core',
  group: '',
  version: '',
  purls: [],
  cpes: [],
  licenses: [],
  hashes: [],
  references: [],
  properties: [],
  ...given,
});
