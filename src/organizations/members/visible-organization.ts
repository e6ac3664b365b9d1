import { notFound } from '../../model/errors.js';
import type { Database } from '../../platform/database/database.js';
import type { Actor } from '../access/actor.js';
import { organizationExists } from './organizations.repository.js';

/**
 * Before work as the service, which sees every organization: this one is looked up as the caller first, so that
 * row-level security guards it too.
 *
 * @throws CallerError 404
 */
export async function requireVisibleOrganization(database: Database, actor: Actor, orgId: string): Promise<void> {
  const isVisible = await database.transaction(actor.tenancy, (sql) => organizationExists(sql, orgId));
  if (!isVisible) throw notFound('organization');
}
