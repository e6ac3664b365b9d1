import type { ListPage } from '../../platform/database/order-by.js';
import { Injectable } from '@nestjs/common';
import { CallerError, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../../organizations/access/actor.js';
import { lockOrganization } from '../../organizations/members/organizations.repository.js';
import { requireVisibleOrganization } from '../../organizations/members/visible-organization.js';
import { serviceAccountById } from '../service-accounts/service-accounts.repository.js';
import { organizationOfProject, rejectLimitedKey } from '../../organizations/users/api-keys.service.js';
import type { CreateTrustRuleBody } from './keyless.dto.js';
import type { TrustRuleView } from './keyless.view.js';
import {
  countTrustRules,
  deleteTrustRule,
  insertTrustRule,
  trustRuleById,
  trustRulePage,
} from './trust-rules.repository.js';

const maxRules = 1_000;
const defaultSeconds = 900;

/** Rules of organizations about which pipelines come in without a stored key. */
@Injectable()
export class TrustRulesService {
  constructor(private readonly database: Database) {}

  async create(actor: Actor, body: CreateTrustRuleBody): Promise<TrustRuleView> {
    // Otherwise a key could make a way in that lives longer than it does.
    rejectLimitedKey(actor);
    actor.organization(body.org_id);
    await requireVisibleOrganization(this.database, actor, body.org_id);
    return this.database.transaction('system', async (sql) => {
      await lockOrganization(sql, body.org_id);
      const account = await serviceAccountById(sql, body.service_account_id);
      if (account?.org_id !== body.org_id) throw notFound('service account');
      if ((await countTrustRules(sql, body.org_id)) >= maxRules)
        throw new CallerError(409, `The organization already has ${maxRules} trust rules; delete one first`);
      if (body.project_id && (await organizationOfProject(sql, actor, body.project_id)) !== account.org_id)
        throw notFound('project');
      return insertTrustRule(sql, {
        id: newId(),
        org_id: body.org_id,
        service_account_id: account.id,
        name: body.name,
        issuer: body.issuer,
        audience: body.audience,
        claims: body.claims.map(({ claim, value }) => ({ claim, value })),
        role: body.role || null,
        project_id: body.project_id ?? null,
        seconds: body.seconds ?? defaultSeconds,
        max_uses: body.max_uses ?? 1,
      });
    });
  }

  page(actor: Actor, orgId: string, paging: ListPage): Promise<{ rows: TrustRuleView[]; total: number }> {
    actor.organization(orgId);
    return this.database.transaction(actor.tenancy, (sql) => trustRulePage(sql, orgId, paging));
  }

  /** As the service, because keys are hidden from tenants' work. */
  async delete(actor: Actor, id: string): Promise<void> {
    rejectLimitedKey(actor);
    const found = await this.database.transaction(actor.tenancy, (sql) => trustRuleById(sql, id));
    actor.authorize(found && { org_id: found.org_id }, 'trust rule');
    await this.database.transaction('system', async (sql) => {
      if (!(await deleteTrustRule(sql, id))) throw notFound('trust rule');
    });
  }
}
