import { Injectable } from '@nestjs/common';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { requireUnchanged } from '../../platform/http/precondition.js';
import type { ListPage } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import {
  recordDecisions,
  decisionPage,
  findDecisionForUpdate,
  withdrawDecision,
  decisionSubject,
  type DecisionFilter,
  type DecisionRow,
  type NewDecision,
} from './decisions.repository.js';

/** Decisions of an organization's people, which hold for later components of the same name. */
@Injectable()
export class DecisionsService {
  constructor(private readonly database: Database) {}

  /** In the transaction of the selection; of two decisions about the same name the later one counts. */
  async record(
    sql: Sql,
    actor: Actor,
    { orgId, teamId, reviewId }: { orgId: string; teamId: string | null; reviewId?: string },
    made: readonly NewDecision[],
  ): Promise<void> {
    const last = new Map<string, NewDecision>();
    for (const one of made) {
      const about = [decisionSubject(one.name, one.org), one.kind, one.declared, one.hint ?? ''];
      const key = JSON.stringify(one.verdict === 'selected' ? about : [...about, one.identifier]);
      last.delete(key);
      last.set(key, one);
    }
    if (last.size === 0) return;
    const by = { orgId, teamId, userId: actor.userId, userName: actor.username, reviewId: reviewId ?? null };
    await recordDecisions(sql, by, withoutDuplicates([...last.values()]));
  }

  async list(
    actor: Actor,
    orgId: string | null,
    filter: DecisionFilter,
    paging: ListPage,
  ): Promise<{ rows: DecisionRow[]; total: number }> {
    const orgIds = orgId ? [actor.organization(orgId).orgId] : actor.memberships.map((membership) => membership.orgId);
    return this.database.transaction(actor.tenancy, (sql) => decisionPage(sql, actor, { ...filter, orgIds }, paging));
  }

  /** Later resolutions do not follow it; existing selections stay. */
  async withdraw(actor: Actor, id: string, ifMatch: string | null): Promise<void> {
    await this.database.transaction(actor.tenancy, async (sql) => {
      const found = await findDecisionForUpdate(sql, actor, id);
      // Whoever left the team keeps the own decisions.
      const isTeamVisible = found?.team_id && actor.roleFor(found.org_id, found.team_id) !== null;
      const decision = actor.authorize(found && !isTeamVisible ? { ...found, team_id: null } : found, 'decision');
      requireUnchanged(decision, ifMatch);
      await withdrawDecision(sql, decision.id);
    });
  }
}

/** Of decisions that select and refuse the same identifier in one request, the later one. */
function withoutDuplicates(decisions: readonly NewDecision[]): NewDecision[] {
  const byChoice = new Map(
    decisions.map((one) => [
      JSON.stringify([decisionSubject(one.name, one.org), one.kind, one.declared, one.hint, one.identifier]),
      one,
    ]),
  );
  return [...byChoice.values()];
}
