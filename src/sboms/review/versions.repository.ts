import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { Sql } from '../../platform/database/sql.js';
import { isOpen, type ReviewScope } from './queue.repository.js';

/** A version that entries of a group have, the most common first. Empty: the file gives none. */
export interface VersionCount {
  readonly version: string;
  readonly entries: number;
}

const maxVersions = 200;

export const findVersions = (sql: Sql, { orgId, visibleScope }: ReviewScope, key: string): Promise<VersionCount[]> =>
  sql.query<VersionCount>(
    `SELECT c.version, count(*)::int AS entries
     FROM components c JOIN sboms s ON s.id = c.sbom_id AND s.deleted_at IS NULL
     WHERE c.org_id = $orgId AND c.review_key = $key AND ${isOpen} AND ${visibleRows('s')}
     GROUP BY c.version ORDER BY entries DESC, c.version LIMIT ${maxVersions}`,
    { orgId, key, organizations: visibleScope.organizations, teams: visibleScope.teams },
  );
