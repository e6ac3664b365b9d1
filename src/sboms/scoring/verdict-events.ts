import { groupBy } from '../../model/group-by.js';
import type { Sql } from '../../platform/database/sql.js';
import { publishEvent } from '../../webhooks/webhook-events.js';
import { lockPublishing, publishNewVerdicts } from './scoring.repository.js';

/**
 * Publishes an event for each verdict, passed or failed, that differs from the last published one. A pending verdict is
 * none: the SBOM is looked at again when what it waits for has ended. To be called by the transaction that ends a job,
 * after the end is recorded.
 *
 * @param sbomId null: any SBOM
 */
export async function publishVerdictChanges(sql: Sql, sbomId: string | null): Promise<void> {
  await lockPublishing(sql, sbomId === null);
  const changed = await publishNewVerdicts(sql, sbomId);
  for (const [orgId, sboms] of groupBy(changed, ({ org_id }) => org_id))
    await publishEvent(
      sql,
      orgId,
      'verdict.changed',
      sboms.map(({ id, ...sbom }) => ({ sbom_id: id, ...sbom })),
    );
}
