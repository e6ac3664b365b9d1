import { Injectable } from '@nestjs/common';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { parseComponentSearch } from './component-search.js';
import type { FindComponentsQuery } from './finding.dto.js';
import { findSpellings, foundComponentPage, type SearchScope } from './finding.repository.js';
import type { FoundComponent } from './finding.view.js';

export interface FoundComponentPage {
  readonly rows: FoundComponent[];
  readonly total: number;
  readonly sbomCount: number;
}

/** Searches the entries of all visible SBOMs. */
@Injectable()
export class FindingService {
  constructor(private readonly database: Database) {}

  async find(actor: Actor, query: FindComponentsQuery): Promise<FoundComponentPage> {
    const search = parseComponentSearch(query);
    const { column } = search;
    const scope = searchScope(actor, query.org_id ?? null);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const spellings = await findSpellings(sql, scope, search);
      const matching = spellings.filter(({ value, version }) => search.matches(value, version));
      return foundComponentPage(sql, scope, { column, spellings: matching }, query);
    });
  }
}

function searchScope(actor: Actor, orgId: string | null): SearchScope {
  const orgIds = orgId ? [actor.organization(orgId).orgId] : actor.memberships.map((membership) => membership.orgId);
  return { visibleScope: actor.visibleScope, orgIds };
}
