import { createHash } from 'node:crypto';
import type { BomHeader } from '../../model/document.js';
import { derivedId } from '../../platform/identifiers/uuid.js';

/** What of an SBOM is kept from its reader. */
export interface Redaction {
  /** Internal components stay in the graph, without anything that tells what they are. */
  readonly withholdsInternal: boolean;
  readonly withholdsStatements: boolean;
}

/**
 * Header of an export: a document of its own, whatever the SBOM was imported from. Documents with different contents of
 * one SBOM have different ids, each with revisions of its own (docs/formats/document-identity.md).
 */
export function exportHeader(id: string, name: string, revision: number, native?: BomHeader['native']): BomHeader {
  return {
    family: native?.family ?? 'cyclonedx',
    specVersion: '',
    name,
    serial: serialOf(id),
    revision,
    ...(native && { native }),
  };
}

const serialPrefix = 'urn:uuid:';

export const serialOf = (documentId: string): string => `${serialPrefix}${documentId}`;

/** Id of the document without what an analysis or a file brought. */
export const partialId = (documentId: string): string => derivedId(documentId, 'without imported components');

/** Id of the document that people outside of the organization get. */
export const redactedId = (sbomId: string, { withholdsInternal, withholdsStatements }: Redaction): string =>
  derivedId(sbomId, `redacted: ${JSON.stringify([withholdsInternal, withholdsStatements])}`);

/** Header of a document to which those of projects are added: it changes when one of them does. */
export function headerWithProjects(base: BomHeader, projects: readonly BomHeader[]): BomHeader {
  const serials = projects.map(({ serial }) => serial).sort();
  const revision = projects.reduce((sum, project) => sum + (project.revision ?? 1), base.revision ?? 1);
  const id = (base.serial ?? '').slice(serialPrefix.length);
  return { ...base, serial: serialOf(derivedId(id, `with projects: ${serials.join(' ')}`)), revision };
}

/** Deterministic: the same SBOMs in any order get the same id (CycloneDX `serialNumber`). */
export function combinedId(ids: readonly string[]): string {
  const digest = createHash('sha256')
    .update([...ids].sort().join())
    .digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
