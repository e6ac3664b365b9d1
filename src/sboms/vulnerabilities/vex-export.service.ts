import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../model/document.js';
import { CallerError } from '../../model/errors.js';
import { purlOrNull } from '../../model/purl.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { product } from '../../platform/product.js';
import type { VexFormat } from '../../vex/read-vex.js';
import type { VexExport } from '../../vex/vex-export.js';
import { writeCsafVex } from '../../vex/write-csaf.js';
import { writeCycloneDxVex } from '../../vex/write-cyclonedx.js';
import { writeOpenVex } from '../../vex/write-openvex.js';
import { findDocument, findOrganizationName } from '../exporting/export.repository.js';
import { findSbom } from '../sboms.repository.js';
import { heldStatements } from './held-statements.js';
import type { ExportStatementsQuery } from './statements.dto.js';
import type { ExportedStatementsMeta } from './statements.view.js';
import { countUnstated, type StatementAudience } from './vex-export.repository.js';
import { countByCoverage } from './vulnerabilities.repository.js';

const writers: Readonly<Record<VexFormat, (vex: VexExport) => JsonObject>> = {
  openvex: writeOpenVex,
  csaf: writeCsafVex,
  cyclonedx: writeCycloneDxVex,
};

export interface WrittenStatements {
  readonly document: JsonObject;
  readonly statementCount: number;
  readonly meta: ExportedStatementsMeta;
}

/** For whom a document is, and the id of the document of the SBOM that they have. */
export interface VexEdition {
  readonly audience: StatementAudience;
  readonly documentId: string;
  /** Refuses, in the snapshot that the document is made of. */
  readonly check?: (sql: Sql) => Promise<void>;
  /** What is said where no statement holds. */
  readonly nothing?: string;
}

const noStatement =
  'No statement holds on a component of the SBOM, so there is nothing to write: make one, or import a VEX document';

/** Writes the statements on the components of an SBOM as a VEX document. */
@Injectable()
export class VexExportService {
  constructor(private readonly database: Database) {}

  /** @throws CallerError 409 if no statement holds: a VEX document has at least one */
  async export(
    actor: Actor,
    query: ExportStatementsQuery,
    { audience, documentId, check, nothing = noStatement }: VexEdition = {
      audience: 'anybody',
      documentId: query.sbom_id,
    },
  ): Promise<WrittenStatements> {
    const format = (query.format || 'openvex') as VexFormat;
    return this.database.snapshot(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, query.sbom_id), 'SBOM');
      await check?.(sql);
      const statements = await heldStatements(sql, sbom.id, audience, sbom.updated_at.toISOString());
      if (statements.length === 0) throw new CallerError(409, nothing);
      const { subject } = (await findDocument(sql, sbom.id)) ?? {};
      const document = writers[format]({
        documentId,
        revision: Number(sbom.revision) + 1,
        name: sbom.name,
        version: sbom.version,
        supplier: sbom.supplier,
        purl: subject?.purls.find((purl) => purlOrNull(purl) !== null) ?? null,
        author: await findOrganizationName(sql, sbom.org_id),
        authorId: sbom.org_id,
        changedAt: statements.reduce((latest, { statedAt }) => (statedAt > latest ? statedAt : latest), ''),
        tool: product,
        statements,
      });
      const { expired, open } = await countUnstated(sql, sbom.id);
      const unexamined = (await countByCoverage(sql, sbom.id, null)).filter(({ status }) => status !== 'examined');
      const unexamined_count = unexamined.reduce((sum, { count }) => sum + count, 0);
      const meta = { format, expired_count: expired, open_count: open, unexamined_count };
      return { document, statementCount: statements.length, meta };
    });
  }
}
