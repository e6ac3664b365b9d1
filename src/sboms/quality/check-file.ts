import type { BomHeader } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import { addRelatedRefs, QualityCheck } from '../../quality/quality-check.js';
import { qualityStandards } from '../../quality/requirements.js';
import { streamEdges } from '../dependencies/dependencies.repository.js';
import { findDocument } from '../exporting/export.repository.js';
import { countAddedByHand, streamDeliveredComponents } from './quality.repository.js';
import type { QualityView } from './quality.view.js';

/** The result for a file, without the SBOM that it is of. */
export type FileQuality = Omit<QualityView, 'id' | 'name' | 'version' | 'supplier'>;

/** Checks the file of an SBOM as it was delivered. @param standard null: every standard */
export async function checkFile(sql: Sql, sbomId: string, standard: string | null): Promise<FileQuality> {
  const standards = qualityStandards.filter(({ id }) => standard === null || id === standard);
  const document = await findDocument(sql, sbomId);
  const added_by_hand = await countAddedByHand(sql, sbomId);
  if (!document) return { format: '', components: 0, added_by_hand, standards: QualityCheck.withoutFile(standards) };
  const { header, subject } = document;
  const related = new Set<string>();
  for await (const edges of streamEdges(sql, sbomId)) addRelatedRefs(related, edges);
  const check = new QualityCheck(header, subject, related, standards);
  let components = subject ? 1 : 0;
  for await (const batch of streamDeliveredComponents(sql, sbomId))
    for (const { source } of batch) {
      if (source.ref === subject?.ref) continue;
      check.add(source);
      components += 1;
    }
  return { format: formatOf(header), components, added_by_hand, standards: check.results() };
}

const formatOf = ({ family, specVersion }: BomHeader): string => `${family} ${specVersion}`.trim();
