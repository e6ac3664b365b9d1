import { Injectable } from '@nestjs/common';
import { CallerError, notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { holdTeam } from '../../organizations/teams/teams.repository.js';
import { TeamsService } from '../../organizations/teams/teams.service.js';
import { Database } from '../../platform/database/database.js';
import { requireUnchanged } from '../../platform/http/precondition.js';
import type { Sql } from '../../platform/database/sql.js';
import type { TagView } from '../projects.view.js';
import type { CreateTagBody, DeleteTagBody, TagsQuery, UpdateTagBody } from './tags.dto.js';
import {
  countProjectsWithTag,
  deleteTag,
  findTag,
  insertTag,
  lockTag,
  tagPage,
  updateTag,
  type TagRow,
} from './tags.repository.js';

/** Tags of teams, which group their projects. */
@Injectable()
export class TagsService {
  constructor(
    private readonly database: Database,
    private readonly teams: TeamsService,
  ) {}

  async create(actor: Actor, { team_id, name, description }: CreateTagBody): Promise<TagView> {
    const team = await this.teams.authorizedTeam(actor, team_id);
    const tag = { orgId: team.org_id, teamId: team.id, name, description: description ?? '' };
    const row = await this.database.transaction(actor.tenancy, async (sql) => {
      await holdTeam(sql, team.id);
      return insertTag(sql, tag);
    });
    return tagView(row ?? rejectTakenName(name));
  }

  update(actor: Actor, { id, team_id, name, description }: UpdateTagBody, ifMatch: string | null): Promise<TagView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      await lockTag(sql, id);
      const before = await authorizedTag(sql, actor, id, team_id);
      requireUnchanged(before, ifMatch);
      const change = { id, name: name ?? before.name, description: description ?? before.description };
      return tagView((await updateTag(sql, change)) ?? rejectTakenName(change.name));
    });
  }

  /** @throws CallerError 409 if projects have the tag and that is not confirmed */
  delete(actor: Actor, { id, team_id, confirm }: DeleteTagBody, ifMatch: string | null): Promise<TagView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      await lockTag(sql, id);
      const tag = await authorizedTag(sql, actor, id, team_id);
      requireUnchanged(tag, ifMatch);
      const projects = await countProjectsWithTag(sql, tag.id);
      if (projects > 0 && !confirm)
        throw new CallerError(
          409,
          `${projects} projects have the tag and would lose it; repeat it with confirm: true`,
          {
            reason: 'not_empty',
          },
        );
      await deleteTag(sql, tag.id);
      return tagView(tag);
    });
  }

  get(actor: Actor, id: string, teamId: string | null | undefined): Promise<TagView> {
    return this.database.transaction(actor.tenancy, async (sql) =>
      tagView(await authorizedTag(sql, actor, id, teamId)),
    );
  }

  async page(actor: Actor, teamId: string, query: TagsQuery): Promise<{ rows: TagView[]; total: number }> {
    const team = await this.teams.authorizedTeam(actor, teamId);
    const { rows, total } = await this.database.transaction(actor.tenancy, (sql) => tagPage(sql, team.id, query));
    return { rows: rows.map(tagView), total };
  }
}

async function authorizedTag(sql: Sql, actor: Actor, id: string, teamId: string | null | undefined): Promise<TagRow> {
  const row = actor.authorize(await findTag(sql, id), 'tag');
  if (teamId && row.team_id !== teamId) throw notFound('tag');
  return row;
}

const tagView = ({ org_id: _org, ...shown }: TagRow): TagView => shown;

function rejectTakenName(name: string): never {
  throw new CallerError(409, `The team has a tag named ${name} already; choose another name`, {
    fields: { name: 'is taken' },
  });
}
