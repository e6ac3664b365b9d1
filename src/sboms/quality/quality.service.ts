import { Injectable } from '@nestjs/common';
import type { BomHeader } from '../../model/document.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { QualityCheck } from '../../quality/quality-check.js';
import { qualityStandards } from '../../quality/requirements.js';
import { findDocument } from '../exporting/export.repository.js';
import { findSbom } from '../sboms.repository.js';
import type { QualityQuery } from './quality.dto.js';
import { countAddedByHand, streamDeliveredComponents, streamRelatedRefs } from './quality.repository.js';
import type { QualityView } from './quality.view.js';

/** Checks the files of SBOMs against published lists of what an SBOM must have. */
@Injectable()
export class QualityService {
  constructor(private readonly database: Database) {}

  async quality(actor: Actor, { id, standard }: QualityQuery): Promise<QualityView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, id), 'SBOM');
      const { name, version, supplier } = sbom;
      return { id: sbom.id, name, version, supplier, ...(await checkFile(sql, sbom.id, standard || null)) };
    });
  }
}

async function checkFile(
  sql: Sql,
  sbomId: string,
  standard: string | null,
): Promise<Omit<QualityView, 'id' | 'name' | 'version' | 'supplier'>> {
  const standards = qualityStandards.filter(({ id }) => standard === null || id === standard);
  const document = await findDocument(sql, sbomId);
  const added_by_hand = await countAddedByHand(sql, sbomId);
  if (!document) return { format: '', components: 0, added_by_hand, standards: QualityCheck.withoutFile(standards) };
  const { header, subject } = document;
  const related = new Set<string>();
  for await (const batch of streamRelatedRefs(sql, sbomId)) for (const { ref } of batch) related.add(ref);
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
