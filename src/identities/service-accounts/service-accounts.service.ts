import type { ListPage } from '../../platform/database/order-by.js';
import { Injectable } from '@nestjs/common';
import { CallerError, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { requireUnchanged } from '../../platform/http/precondition.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../../organizations/access/actor.js';
import { updateMember } from '../../organizations/members/organizations.repository.js';
import {
  addMembership,
  assignTeams,
  changedRights,
  requireAdmin,
} from '../../organizations/members/organizations.service.js';
import { requireVisibleOrganization } from '../../organizations/members/visible-organization.js';
import { toUsername } from '../../organizations/sessions/credentials.js';
import { insertNewKey, organizationOfProject, rejectLimitedKey } from '../../organizations/users/api-keys.service.js';
import { deleteUser, updateUser } from '../../organizations/users/users.repository.js';
import type { ApiKeyView } from '../../organizations/users/users.view.js';
import type {
  CreateServiceAccountBody,
  CreateServiceAccountKeyBody,
  UpdateServiceAccountBody,
} from './service-accounts.dto.js';
import {
  countServiceAccounts,
  insertServiceAccount,
  isServiceNameTaken,
  organizationOfAccount,
  renameServiceAccount,
  serviceAccountById,
  serviceAccountPage,
  type ServiceAccountRow,
} from './service-accounts.repository.js';
import type { ServiceAccountView } from './service-accounts.view.js';

const maxAccounts = 1_000;

/** Accounts of organizations that are no persons, managed by the administrators (docs/adr/0035-people.md). */
@Injectable()
export class ServiceAccountsService {
  constructor(private readonly database: Database) {}

  async create(actor: Actor, body: CreateServiceAccountBody): Promise<ServiceAccountView> {
    rejectLimitedKey(actor);
    actor.organization(body.org_id);
    await requireVisibleOrganization(this.database, actor, body.org_id);
    return this.database.transaction('system', async (sql) => {
      await requireAdmin(sql, actor, body.org_id);
      if ((await countServiceAccounts(sql, body.org_id)) >= maxAccounts)
        throw new CallerError(409, `The organization already has ${maxAccounts} service accounts; delete one first`);
      const id = newId();
      const account = { id, orgId: body.org_id, name: body.name, username: usernameOf(body.name, id) };
      if (!(await insertServiceAccount(sql, account))) throw nameTaken(body.name);
      await addMembership(sql, { orgId: body.org_id, userId: id }, body.role, body.team_ids ?? null);
      return (await serviceAccountById(sql, id))!;
    });
  }

  update(actor: Actor, body: UpdateServiceAccountBody, ifMatch: string | null): Promise<ServiceAccountView> {
    return this.change(actor, body.id, async (sql, account) => {
      requireUnchanged(account, ifMatch, body.updated_at);
      const { id, org_id: orgId } = account;
      if (body.name && body.name !== account.name) {
        if (await isServiceNameTaken(sql, { id, orgId, name: body.name })) throw nameTaken(body.name);
        await renameServiceAccount(sql, { id, name: body.name, username: usernameOf(body.name, id) });
      }
      const { role, narrowed } = changedRights(account, body);
      await updateMember(sql, { orgId, userId: id }, { role, narrowed });
      if (body.team_ids) await assignTeams(sql, { orgId, userId: id }, body.team_ids, role);
      await updateUser(sql, id, { disabled: body.disabled ?? undefined });
      return (await serviceAccountById(sql, id))!;
    });
  }

  async page(actor: Actor, orgId: string, paging: ListPage): Promise<{ rows: ServiceAccountView[]; total: number }> {
    actor.organization(orgId);
    await requireVisibleOrganization(this.database, actor, orgId);
    return this.database.transaction('system', (sql) => serviceAccountPage(sql, orgId, paging));
  }

  delete(actor: Actor, id: string, ifMatch: string | null): Promise<void> {
    return this.change(actor, id, (sql, account) => {
      requireUnchanged(account, ifMatch);
      return deleteUser(sql, id);
    });
  }

  /** Only this answer contains the key itself. */
  createKey(actor: Actor, body: CreateServiceAccountKeyBody): Promise<ApiKeyView & { key: string }> {
    return this.change(actor, body.id, async (sql, account) => {
      if (body.project_id && (await organizationOfProject(sql, actor, body.project_id)) !== account.org_id)
        throw notFound('project');
      return insertNewKey(sql, {
        userId: account.id,
        orgId: account.org_id,
        projectId: body.project_id ?? null,
        name: body.name,
        role: body.role || null,
        expiresAt: body.expires_at ? new Date(body.expires_at) : null,
      });
    });
  }

  /** As the service, because accounts and keys are hidden from tenants' work. */
  private async change<T>(
    actor: Actor,
    id: string,
    work: (sql: Sql, account: ServiceAccountRow) => Promise<T>,
  ): Promise<T> {
    // Otherwise a key could make one with more rights or a later expiry.
    rejectLimitedKey(actor);
    const found = await this.database.transaction(actor.tenancy, (sql) => organizationOfAccount(sql, id));
    const { org_id: orgId } = actor.authorize(found, 'service account');
    return this.database.transaction('system', async (sql) => {
      await requireAdmin(sql, actor, orgId);
      const account = await serviceAccountById(sql, id);
      if (!account) throw notFound('service account');
      return work(sql, account);
    });
  }
}

/** Names are unique in the whole service, and the name of the account only in its organization. */
const usernameOf = (name: string, id: string): string => toUsername(name, `-${id.slice(-8)}`);

const nameTaken = (name: string): CallerError =>
  new CallerError(409, `The organization has a service account named ${name}; choose another name`);
