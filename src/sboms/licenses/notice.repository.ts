import type { BomPart } from '../../model/document.js';
import type { NoticeComponent } from '../../licenses/notice.js';
import type { Sql } from '../../platform/database/sql.js';
import { isInternal } from '../internal-entries.js';

/** The entries with what their file says of licences, and whether they are internal. */
export const streamNoticeComponents = (
  sql: Sql,
  sbomId: string,
): AsyncIterable<(NoticeComponent & { readonly internal: boolean })[]> =>
  sql.batches<NoticeComponent & { readonly internal: boolean }>(
    `SELECT name, org, version, selected_purl AS purl, coalesce(source -> 'licenses', '[]') AS licenses,
       coalesce(source ->> 'copyright', '') AS copyright, ${isInternal('c')} AS internal
     FROM components c WHERE sbom_id = $sbomId AND deleted_at IS NULL ORDER BY position, id`,
    { sbomId },
  );

/** Texts that the document has for its LicenseRefs. */
export const streamLicenseTexts = (sql: Sql, sbomId: string): AsyncIterable<{ data: BomPart }[]> =>
  sql.batches<{ data: BomPart }>(
    `SELECT data FROM sbom_parts WHERE sbom_id = $sbomId AND kind = 'extracted-license' ORDER BY seq`,
    { sbomId },
  );
