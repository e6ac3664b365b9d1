import { Injectable } from '@nestjs/common';
import { notFound } from '../../model/errors.js';
import {
  candidateKinds,
  identifierField,
  identifierOf,
  type Candidate,
  type CandidateKind,
} from '../../model/search-results.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { OrganizationResolver } from '../../resolution/organization-resolver.js';
import { findSbom } from '../sboms.repository.js';
import { findSummary } from './contexts.repository.js';
import { evidenceOf } from './evidence-of.js';
import { findPendingEntry } from './pending.repository.js';
import type { ExplainedCandidate, Explanation } from './explanation.view.js';

const choiceReason = ['A person selected it.'];
const entryReason = ['A person entered it.'];
const staleReason = ['An earlier resolution found it; the current catalogue no longer suggests it.'];

/** Explains the candidates of an entry by resolving it again. */
@Injectable()
export class ExplainService {
  constructor(
    private readonly database: Database,
    private readonly resolver: OrganizationResolver,
  ) {}

  async explain(actor: Actor, componentId: string): Promise<Explanation> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await findPendingEntry(sql, componentId);
      if (!row) throw notFound('component');
      actor.authorize(await findSbom(sql, row.sbom_id), 'component');
      const list = await findSummary(sql, row.sbom_id);
      const owner = { orgId: row.org_id, list };
      const { outcome, evidence, internal } = await this.resolver.explain(sql, owner, evidenceOf(row));
      const reasons = new Map<string, readonly string[]>();
      for (const kind of candidateKinds)
        for (const item of outcome.searchResults[kind])
          reasons.set(identifierOf(kind, item as Candidate), evidence.get(item.id) ?? []);
      const explained = (kind: CandidateKind): ExplainedCandidate[] =>
        row.search_results[kind].map((candidate) => {
          const identifier = candidate[identifierField[kind]] ?? '';
          const found = reasons.get(identifier) ?? (candidate.is_user_input ? [] : staleReason);
          const isChosen = candidate.selected && !candidate.automatically_selected;
          const reasonsOfPerson = isChosen ? choiceReason : candidate.is_user_input ? entryReason : [];
          return {
            identifier,
            confidence: candidate.confidence,
            selected: candidate.selected,
            evidence: [...reasonsOfPerson, ...found],
          };
        });
      return {
        id: row.id,
        name: row.name,
        org: row.org,
        version: row.version,
        internal,
        package: explained('package'),
        repo: explained('repo'),
        product: explained('product'),
      };
    });
  }
}
