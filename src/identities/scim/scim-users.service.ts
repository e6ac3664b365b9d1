import { Injectable } from '@nestjs/common';
import { notFound } from '../../model/errors.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { toUsername } from '../../organizations/sessions/credentials.js';
import { insertUser } from '../../organizations/users/users.repository.js';
import { patchedUser, scimFault, userFields, type UserFields } from './scim-resources.js';
import type { ScimTokenRow } from './scim-tokens.repository.js';
import {
  countScimUsers,
  forgetScimUser,
  formerScimUser,
  freeUserName,
  insertScimUser,
  isUserNameTaken,
  leaveGroups,
  memberToAdopt,
  removeMembership,
  reviveScimUser,
  scimUserById,
  scimUserPage,
  setEmail,
  updateScimUser,
  type ScimFilter,
  type ScimUserRow,
} from './scim-users.repository.js';
import { requireVersion, ScimWork, type ScimCaller } from './scim-work.js';

const maxUsers = 100_000;

/** Users of an organization, as its identity provider keeps them (docs/adr/0040-scim.md). */
@Injectable()
export class ScimUsersService {
  constructor(private readonly work: ScimWork) {}

  async get({ org_id }: ScimTokenRow, id: string): Promise<ScimUserRow> {
    return found(await this.work.read((sql) => scimUserById(sql, org_id, id)));
  }

  page(
    { org_id }: ScimTokenRow,
    filter: ScimFilter & { offset: number; limit: number },
  ): Promise<{ rows: ScimUserRow[]; total: number }> {
    return this.work.read((sql) => scimUserPage(sql, org_id, filter));
  }

  create(caller: ScimCaller, body: unknown): Promise<ScimUserRow> {
    const fields = userFields(body);
    const { userName } = fields;
    if (userName === undefined) throw scimFault('invalidValue', 'userName is required');
    const orgId = caller.token.org_id;
    return this.work.change(caller, 'createUser', async (sql) => {
      if ((await countScimUsers(sql, orgId)) >= maxUsers)
        throw scimFault('tooMany', `The organization has ${maxUsers} users already`);
      const id = await this.takeIn(sql, orgId, { ...fields, userName });
      await this.store(sql, caller, found(await scimUserById(sql, orgId, id)), fields);
      return { result: found(await scimUserById(sql, orgId, id)), objects: [id] };
    });
  }

  replace(caller: ScimCaller, id: string, body: unknown): Promise<ScimUserRow> {
    const fields = userFields(body);
    if (fields.userName === undefined) throw scimFault('invalidValue', 'userName is required');
    return this.change(caller, id, fields);
  }

  patch(caller: ScimCaller, id: string, body: unknown): Promise<ScimUserRow> {
    return this.change(caller, id, patchedUser(body));
  }

  /** The account stays, without rights here: the provider may bring the user back. */
  delete(caller: ScimCaller, id: string): Promise<void> {
    const orgId = caller.token.org_id;
    return this.work.change(caller, 'deleteUser', async (sql) => {
      const user = found(await scimUserById(sql, orgId, id));
      requireVersion(user, caller.ifMatch);
      await this.work.rejectLastAdmin(sql, orgId, id);
      await leaveGroups(sql, orgId, id);
      await forgetScimUser(sql, orgId, id);
      await this.work.applyGroups(sql, caller, [id]);
      await removeMembership(sql, orgId, id);
      await this.work.endAccess(sql, orgId, user);
      return { result: undefined, objects: [id] };
    });
  }

  private change(caller: ScimCaller, id: string, fields: UserFields): Promise<ScimUserRow> {
    const orgId = caller.token.org_id;
    return this.work.change(caller, 'updateUser', async (sql) => {
      const user = found(await scimUserById(sql, orgId, id));
      requireVersion(user, caller.ifMatch);
      await this.store(sql, caller, user, fields);
      return { result: found(await scimUserById(sql, orgId, id)), objects: [id] };
    });
  }

  /** One who was here before, a member of that name or address, or a new account: never one of another organization. */
  private async takeIn(sql: Sql, orgId: string, fields: UserFields & { userName: string }): Promise<string> {
    const { userName, externalId = null, email = '' } = fields;
    await freeUserName(sql, orgId, userName);
    const former = await formerScimUser(sql, orgId, userName);
    if (former && !former.is_deleted) throw taken(userName);
    if (former) {
      await reviveScimUser(sql, orgId, former.id);
      return former.id;
    }
    const adopted = await memberToAdopt(sql, { orgId, userName, email });
    const id = adopted ?? newId();
    if (adopted === null) {
      const account = { id, email, username: toUsername(userName) };
      if (!(await insertUser(sql, account)))
        await insertUser(sql, { ...account, username: toUsername(userName, `-${id}`) });
    }
    if (!(await insertScimUser(sql, { orgId, id, userName, externalId, isCreator: adopted === null })))
      throw taken(userName);
    return id;
  }

  private async store(sql: Sql, caller: ScimCaller, user: ScimUserRow, fields: UserFields): Promise<void> {
    const orgId = caller.token.org_id;
    const userName = fields.userName ?? user.user_name;
    if (await isUserNameTaken(sql, orgId, user.id, userName)) throw taken(userName);
    const active = fields.active ?? user.active;
    const externalId = fields.externalId === undefined ? user.external_id : fields.externalId;
    await updateScimUser(sql, { orgId, id: user.id, userName, externalId, active });
    // The address of an account that others use too is not this organization's to change.
    if (fields.email !== undefined && fields.email !== user.email && user.is_own)
      await setEmail(sql, user.id, fields.email);
    if (!active && user.active) {
      await this.work.rejectLastAdmin(sql, orgId, user.id);
      await this.work.endAccess(sql, orgId, user);
    }
    await this.work.applyGroups(sql, caller, [user.id]);
  }
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw notFound('user');
  return row;
}

const taken = (userName: string): Error =>
  scimFault('uniqueness', `The organization has a user named ${userName}`, 409);
