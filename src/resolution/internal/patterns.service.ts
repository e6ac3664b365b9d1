import { Injectable } from '@nestjs/common';
import { CallerError, invalid } from '../../model/errors.js';
import { enqueue } from '../../jobs/enqueue.js';
import type { Actor } from '../../organizations/access/actor.js';
import { lockOrganization } from '../../organizations/members/organizations.repository.js';
import { Database } from '../../platform/database/database.js';
import { requireUnchanged } from '../../platform/http/precondition.js';
import type { Sql } from '../../platform/database/sql.js';
import { canonicalPattern, type InternalPattern } from '../matching/select/internal-patterns.js';
import { ReviewInternal, reviewKey } from './internal.jobs.js';
import type { GetInternalPatternsQuery } from './patterns.dto.js';
import { findPatterns, addPattern, findPatternForUpdate, deletePattern, patternPage, type PatternRow } from './patterns.repository.js'; // prettier-ignore

/** Every component is matched against each pattern. */
const maxPatterns = 200;

/** The patterns of an organization's own components. After a change, the affected entries are resolved again. */
@Injectable()
export class PatternsService {
  constructor(private readonly database: Database) {}

  async add(actor: Actor, orgId: string, given: InternalPattern): Promise<PatternRow> {
    const pattern = { kind: given.kind, pattern: checked(given) };
    const { orgId: owner } = actor.organization(orgId);
    return this.database.transaction(actor.tenancy, async (sql) => {
      await lockOrganization(sql, owner);
      if ((await findPatterns(sql, [owner])).length >= maxPatterns)
        throw new CallerError(409, `The organization already has ${maxPatterns} patterns; delete one first`);
      const row = await addPattern(sql, owner, pattern);
      await review(sql, owner);
      return row;
    });
  }

  /** Of organizations that the actor sees completely: the names of one team's components say what it works on. */
  async list(actor: Actor, query: GetInternalPatternsQuery): Promise<{ rows: PatternRow[]; total: number }> {
    const orgId = query.org_id;
    const wanted = orgId ? [actor.organization(orgId).orgId] : actor.visibleScope.organizations;
    const orgIds = wanted.filter((id) => actor.visibleScope.organizations.includes(id));
    return this.database.transaction(actor.tenancy, (sql) =>
      patternPage(sql, { orgIds, kind: query.kind || null, q: query.q ?? null }, query),
    );
  }

  async delete(actor: Actor, id: string, ifMatch: string | null): Promise<void> {
    await this.database.transaction(actor.tenancy, async (sql) => {
      const pattern = actor.authorize(await findPatternForUpdate(sql, id), 'pattern');
      requireUnchanged(pattern, ifMatch);
      await deletePattern(sql, pattern.id);
      await review(sql, pattern.org_id);
    });
  }
}

async function review(sql: Sql, orgId: string): Promise<void> {
  await enqueue(sql, ReviewInternal, {}, { orgId, dedupe: reviewKey });
}

function checked(given: InternalPattern): string {
  try {
    return canonicalPattern(given);
  } catch (error) {
    if (!(error instanceof CallerError)) throw error;
    throw invalid(`Invalid request: pattern: ${error.message}`, { pattern: error.message });
  }
}
