import type { BomComponent } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import { addRelatedRefs, QualityCheck } from '../../quality/quality-check.js';
import { qualityStandards, type QualityStandard } from '../../quality/requirements.js';
import { streamEdges } from '../dependencies/dependencies.repository.js';
import { findDocument } from '../exporting/export.repository.js';
import { countAddedByHand, streamDeliveredComponents } from './quality.repository.js';
import type { QualityView } from './quality.view.js';

/** The result for a file, without the SBOM that it is of. */
export type FileQuality = Omit<QualityView, 'id' | 'name' | 'version' | 'supplier' | 'previous'>;

/** Checks the file of an SBOM as it was delivered. @param standard null: every standard */
export async function checkFile(sql: Sql, sbomId: string, standard: string | null): Promise<FileQuality> {
  const standards = standardsOf(standard);
  const delivered = await openDelivery(sql, sbomId, standards);
  const added_by_hand = await countAddedByHand(sql, sbomId);
  if (!delivered) return { format: '', components: 0, added_by_hand, standards: QualityCheck.withoutFile(standards) };
  const { check, format, subject } = delivered;
  let components = subject ? 1 : 0;
  for await (const batch of delivered.components())
    for (const component of batch) {
      check.add(component);
      components += 1;
    }
  return { format, components, added_by_hand, standards: check.results() };
}

export const standardsOf = (standard: string | null): QualityStandard[] =>
  qualityStandards.filter(({ id }) => standard === null || id === standard);

/** The file of an SBOM, and a check that knows its head, its product and what depends on what. */
export interface DeliveredFile {
  readonly check: QualityCheck;
  /** As "cyclonedx 1.6". */
  readonly format: string;
  readonly subject: BomComponent | null;
  /** Those of the file, without the product. */
  components(): AsyncIterable<BomComponent[]>;
}

/** @returns null: nothing was imported */
export async function openDelivery(
  sql: Sql,
  sbomId: string,
  standards: readonly QualityStandard[],
): Promise<DeliveredFile | null> {
  const document = await findDocument(sql, sbomId);
  if (!document) return null;
  const { header, subject } = document;
  const related = new Set<string>();
  for await (const edges of streamEdges(sql, sbomId)) addRelatedRefs(related, edges);
  return {
    check: new QualityCheck(header, subject, related, standards),
    format: `${header.family} ${header.specVersion}`.trim(),
    subject,
    async *components() {
      for await (const batch of streamDeliveredComponents(sql, sbomId))
        yield batch.map(({ source }) => source).filter(({ ref }) => ref !== subject?.ref);
    },
  };
}
