import { cpeKey, cpeOrNull } from '../../model/cpe.js';
import { purlKey, purlOrNull } from '../../model/purl.js';
import { compareVersions, schemeForPurlType } from '../../model/versions/versions.js';
import type { Sql } from '../../platform/database/sql.js';
import type { ResolvedEntity } from '../../scores/entities/entity.js';
import { endReasons, endStatements, type EndReason } from '../vulnerabilities/statements.repository.js';

/** A component with what it resolves to now. */
export interface IdentifiedComponent {
  readonly id: string;
  readonly entity: ResolvedEntity | null;
}

/** What a component was scored as. */
interface FormerIdentity {
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly version: string;
}

/**
 * Ends what people said of components that are another package or product now, or have another version by their selected
 * identifiers: they spoke of the former one. What was said after the selection had changed stays.
 */
export async function endStatementsOnReplaced(sql: Sql, components: readonly IdentifiedComponent[]): Promise<void> {
  const rows = await sql.query<FormerIdentity & { component_id: string }>(
    `SELECT s.component_id, e.purl, e.cpe, e.version
     FROM component_scores s JOIN entity_scores e ON e.entity_id = s.entity_id
     WHERE s.component_id = ANY ($ids::uuid[]) AND EXISTS (SELECT FROM vulnerability_statements v
       WHERE v.sbom_id = s.sbom_id AND v.component_id = s.component_id AND (v.expires_at IS NULL OR v.expires_at > now()))`,
    { ids: components.map(({ id }) => id) },
  );
  if (rows.length === 0) return;
  const formerly = new Map(rows.map((row) => [row.component_id, row]));
  for (const reason of endReasons) {
    const ids = components.flatMap(({ id, entity }) => {
      const former = formerly.get(id);
      return former && changeOf(former, entity) === reason ? id : [];
    });
    if (ids.length > 0) await endStatements(sql, reason, 'SELECT id, sbom_id, updated_at AS since FROM components WHERE id = ANY ($ids::uuid[])', { ids }); // prettier-ignore
  }
}

/** One that has only got a second identity, or lost it, is the same: null. */
function changeOf(former: FormerIdentity, entity: ResolvedEntity | null): EndReason | null {
  if (!entity || !isSameIdentity(former, entity)) return 'other_identity';
  const scheme = schemeForPurlType(entity.purl?.type ?? 'generic');
  const hasOtherVersion = former.version !== '' && compareVersions(scheme, former.version, entity.version) !== 0;
  return hasOtherVersion ? 'other_version' : null;
}

function isSameIdentity(former: FormerIdentity, entity: ResolvedEntity): boolean {
  const purl = former.purl === null ? null : purlOrNull(former.purl);
  const cpe = former.cpe === null ? null : cpeOrNull(former.cpe);
  if (purl && entity.purl) return purlKey(purl) === purlKey(entity.purl);
  return cpe !== null && entity.cpe !== null && cpeKey(cpe) === cpeKey(entity.cpe);
}
