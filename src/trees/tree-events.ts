import type { BomEvent, BomHash } from '../model/document.js';
import type { ProductName } from './subject.js';

/** What the document is about; `ref` is its id. */
export type TreeSubject = ProductName & { readonly ref: string; readonly hashes?: readonly BomHash[] };

export const bomHeaderEvent = ({ name }: TreeSubject): BomEvent => ({
  type: 'header',
  header: { family: 'cyclonedx', specVersion: '1.6', name },
});

/** The components of the subject are more than those listed (CycloneDX 1.6, `compositions`). */
export const incomplete = (subject: string): BomEvent => ({
  type: 'part',
  part: { kind: 'composition', family: 'cyclonedx', data: { aggregate: 'incomplete', assemblies: [subject] } },
});

export const warningEvent = (place: string, message: string): BomEvent => ({
  type: 'warning',
  warning: { place, message },
});
