import { Injectable } from '@nestjs/common';
import { CallerError } from '../../model/errors.js';
import type { Actor } from '../access/actor.js';
import type { Sql } from '../../platform/database/sql.js';

/** How many things a team or an organization holds. */
export interface Contents {
  /** SBOMs, those of projects among them. */
  sboms: number;
  /** Source projects. */
  projects: number;
  /** Rulesets of the team, or all of the organization. */
  rulesets: number;
  /** Tags of projects. */
  tags: number;
  /** Teams of the organization. */
  teams: number;
  /** Users of the team, or members of the organization. */
  members: number;
  /** Webhooks of the organization. */
  webhooks: number;
  /** API keys for this organization only. */
  api_keys: number;
}

/** What is deleted: a team of an organization, or the whole organization. */
export interface ContentsOwner {
  readonly orgId: string;
  /** Null: the whole organization. */
  readonly teamId: string | null;
  /** Who deletes. */
  readonly actor: Pick<Actor, 'userId' | 'username'>;
}

/** Things of one kind; each module registers its own. */
export interface ContentsRule {
  /** Null: of no interest to people. */
  readonly name: keyof Contents | null;
  count(sql: Sql, owner: ContentsOwner): Promise<number>;
  /** Deletes them together with their owner. */
  remove(sql: Sql, owner: ContentsOwner): Promise<unknown>;
}

/** For tables with both columns: the rows of a `ContentsOwner`. */
export const isOfOwner = 'org_id = $orgId AND ($teamId::uuid IS NULL OR team_id = $teamId)';

export const ownerParameters = ({ orgId, teamId }: ContentsOwner): { orgId: string; teamId: string | null } => ({
  orgId,
  teamId,
});

/** `from`: tables and conditions of the rows of the owner. */
export async function countRows(sql: Sql, owner: ContentsOwner, from: string): Promise<number> {
  const row = await sql.one<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`, ownerParameters(owner));
  return row?.n ?? 0;
}

/** What hangs on teams and organizations, of all modules. */
@Injectable()
export class ContentsRegistry {
  private readonly rules: ContentsRule[] = [];

  register(...rules: readonly ContentsRule[]): void {
    this.rules.push(...rules);
  }

  async of(sql: Sql, owner: ContentsOwner): Promise<Contents> {
    const contents = { sboms: 0, projects: 0, rulesets: 0, tags: 0, teams: 0, members: 0, webhooks: 0, api_keys: 0 };
    for (const rule of this.rules) if (rule.name) contents[rule.name] = await rule.count(sql, owner);
    return contents;
  }

  /**
   * Deletes what hangs on the owner.
   *
   * @param isConfirmed whether SBOMs and projects are meant too
   * @throws CallerError 409 that counts what hangs on the owner
   */
  async remove(sql: Sql, owner: ContentsOwner, isConfirmed: boolean): Promise<Contents> {
    const contents = await this.of(sql, owner);
    if (!isConfirmed && contents.sboms + contents.projects > 0) throw inUse(contents);
    for (const rule of this.rules) await rule.remove(sql, owner);
    return contents;
  }
}

/** @param uses numbers of things by kind */
export function inUse(uses: object): CallerError {
  const found = Object.entries(uses).filter(([, count]) => count > 0) as [string, number][];
  const list = found.map(([name, count]) => `${name}: ${count}`).join(', ');
  const fields = Object.fromEntries(found.map(([name, count]) => [name, String(count)]));
  const message = `It is in use (${list}); nothing is deleted unless you repeat this with "confirm": true`;
  return new CallerError(409, message, { reason: 'in_use', fields });
}
