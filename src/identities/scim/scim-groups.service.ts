import { Injectable } from '@nestjs/common';
import { notFound } from '../../model/errors.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { groupFields, patchedGroup, scimFault, type GroupFields } from './scim-resources.js';
import {
  addGroupMembers,
  countScimGroups,
  deleteScimGroup,
  insertScimGroup,
  isGroupNameTaken,
  keepGroupMembers,
  removeGroupMembers,
  scimGroupById,
  scimGroupPage,
  updateScimGroup,
  type ScimGroupRow,
} from './scim-groups.repository.js';
import type { ScimTokenRow } from './scim-tokens.repository.js';
import type { ScimFilter } from './scim-users.repository.js';
import { requireVersion, ScimWork, type ScimCaller } from './scim-work.js';

const maxGroups = 10_000;

/** Groups of an organization's identity provider; mappings say what each gives (docs/adr/0035-people.md). */
@Injectable()
export class ScimGroupsService {
  constructor(private readonly work: ScimWork) {}

  async get({ org_id }: ScimTokenRow, id: string): Promise<ScimGroupRow> {
    return found(await this.work.read((sql) => scimGroupById(sql, org_id, id)));
  }

  page(
    { org_id }: ScimTokenRow,
    filter: ScimFilter & { offset: number; limit: number; withMembers: boolean },
  ): Promise<{ rows: ScimGroupRow[]; total: number }> {
    return this.work.read((sql) => scimGroupPage(sql, org_id, filter));
  }

  create(caller: ScimCaller, body: unknown): Promise<ScimGroupRow> {
    const fields = groupFields(body);
    const { displayName, externalId = null } = fields;
    if (displayName === undefined) throw scimFault('invalidValue', 'displayName is required');
    const orgId = caller.token.org_id;
    return this.work.change(caller, 'createGroup', async (sql) => {
      if ((await countScimGroups(sql, orgId)) >= maxGroups)
        throw scimFault('tooMany', `The organization has ${maxGroups} groups already`);
      const id = newId();
      if (!(await insertScimGroup(sql, { id, orgId, displayName, externalId }))) throw taken(displayName);
      return this.store(sql, caller, found(await scimGroupById(sql, orgId, id)), fields);
    });
  }

  replace(caller: ScimCaller, id: string, body: unknown): Promise<ScimGroupRow> {
    const fields = groupFields(body);
    if (fields.displayName === undefined) throw scimFault('invalidValue', 'displayName is required');
    // Without members: none (RFC 7644, 3.5.1).
    return this.change(caller, id, { members: [], ...fields });
  }

  patch(caller: ScimCaller, id: string, body: unknown): Promise<ScimGroupRow> {
    return this.change(caller, id, patchedGroup(body));
  }

  delete(caller: ScimCaller, id: string): Promise<void> {
    return this.work.change(caller, 'deleteGroup', async (sql) => {
      requireVersion(found(await scimGroupById(sql, caller.token.org_id, id)), caller.ifMatch);
      await deleteScimGroup(sql, caller.token.org_id, id);
      await this.work.applyGroups(sql, caller, null);
      return { result: undefined, objects: [id] };
    });
  }

  private change(caller: ScimCaller, id: string, fields: GroupFields): Promise<ScimGroupRow> {
    return this.work.change(caller, 'updateGroup', async (sql) => {
      const group = found(await scimGroupById(sql, caller.token.org_id, id));
      requireVersion(group, caller.ifMatch);
      return this.store(sql, caller, group, fields);
    });
  }

  private async store(
    sql: Sql,
    caller: ScimCaller,
    group: ScimGroupRow,
    fields: GroupFields,
  ): Promise<{ result: ScimGroupRow; objects: string[] }> {
    const orgId = caller.token.org_id;
    const displayName = fields.displayName ?? group.display_name;
    if (await isGroupNameTaken(sql, orgId, group.id, displayName)) throw taken(displayName);
    const externalId = fields.externalId === undefined ? group.external_id : fields.externalId;
    await updateScimGroup(sql, { id: group.id, displayName, externalId });
    if (fields.members) await keepGroupMembers(sql, group.id, fields.members);
    await this.add(sql, orgId, group.id, [...new Set([...(fields.members ?? []), ...(fields.added ?? [])])]);
    if (fields.removed && fields.removed.length > 0) await removeGroupMembers(sql, group.id, fields.removed);
    const isWhole = fields.members !== undefined || displayName !== group.display_name;
    await this.work.applyGroups(sql, caller, isWhole ? null : [...(fields.added ?? []), ...(fields.removed ?? [])]);
    return { result: found(await scimGroupById(sql, orgId, group.id)), objects: [group.id] };
  }

  private async add(sql: Sql, orgId: string, groupId: string, users: readonly string[]): Promise<void> {
    if (users.length === 0) return;
    if ((await addGroupMembers(sql, orgId, groupId, users)) < users.length)
      throw scimFault('invalidValue', 'members names a user whom the organization does not have');
  }
}

function found(row: ScimGroupRow | null): ScimGroupRow {
  if (row === null) throw notFound('group');
  return row;
}

const taken = (name: string): Error => scimFault('uniqueness', `The organization has a group named ${name}`, 409);
