import type { BomLicense } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import type { LicensePolicyView } from './licenses.view.js';

export interface LicensedEntry {
  readonly ref: string;
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly BomLicense[];
}

export const streamLicensedEntries = (sql: Sql, sbomId: string): AsyncIterable<LicensedEntry[]> =>
  sql.batches<LicensedEntry>(
    `SELECT ref, name, version, coalesce(source -> 'licenses', '[]') AS licenses
     FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL ORDER BY position, id`,
    { sbomId },
  );

export const findLicensePolicies = (sql: Sql, orgId: string): Promise<LicensePolicyView[]> =>
  sql.query<LicensePolicyView>(
    `SELECT usage, allowed, review, denied, updated_at FROM license_policies WHERE org_id = $orgId ORDER BY usage`,
    { orgId },
  );

/** Replaces what the policy says of the usage. */
export async function upsertLicensePolicy(
  sql: Sql,
  policy: { orgId: string; userId: string } & Omit<LicensePolicyView, 'updated_at'>,
): Promise<LicensePolicyView> {
  const { orgId, userId, usage, allowed, review, denied } = policy;
  const rows = await sql.query<LicensePolicyView>(
    `INSERT INTO license_policies (org_id, usage, allowed, review, denied, user_id)
     VALUES ($orgId, $usage, $allowed::text[], $review::text[], $denied::text[], $userId)
     ON CONFLICT (org_id, usage) DO UPDATE SET allowed = excluded.allowed, review = excluded.review,
       denied = excluded.denied, user_id = excluded.user_id, updated_at = now()
     RETURNING usage, allowed, review, denied, updated_at`,
    { orgId, userId, usage, allowed, review, denied },
  );
  return rows[0]!;
}

export const deleteLicensePolicies = (sql: Sql, orgId: string): Promise<number> =>
  sql.run('DELETE FROM license_policies WHERE org_id = $orgId', { orgId });
