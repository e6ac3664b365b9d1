import { Injectable } from '@nestjs/common';
import { CallerError, notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import {
  decisionSubject,
  replaceSelections,
  undoReviewDecisions,
  type NewDecision,
} from '../../resolution/decisions/decisions.repository.js';
import { DecisionsService } from '../../resolution/decisions/decisions.service.js';
import { updateEntries, type ComponentChange } from '../components/components.repository.js';
import { decisionsFrom } from '../components/decisions.js';
import { publishResolvedEvents } from '../resolving/resolved-events.js';
import { firstId } from '../resolving/pending.repository.js';
import { queueResolutions } from '../sboms.pipeline.js';
import { updateCountsOfSboms } from '../sboms.repository.js';
import { reviewScope } from './review.service.js';
import { writableSboms } from './writable-sboms.js';
import { chosenEntry, parseChoice, type Choice } from './choice.js';
import {
  findPresentDecision,
  findReviewDecision,
  findSbomsOfDecisionForUpdate,
  insertReviewDecision,
  markUndone,
  replaceReviewDecisions,
} from './review-decisions.repository.js';
import {
  findSbomsOfGroup,
  raiseRevision,
  takeRevision,
  type GroupKey,
  type SbomOfGroup,
} from './review-groups.repository.js';
import {
  disposeEntries,
  findEntriesToDecide,
  keepEntries,
  reopenFollowers,
  restoreEntries,
  type ReviewedRow,
} from './reviewed-entries.repository.js';
import type { DecideBody } from './review.dto.js';
import type { ReviewDecided, ReviewUndone } from './review.view.js';

/** Entries per statement. */
const batchSize = 1_000;

/** A decision under way. */
interface Deciding {
  readonly id: string;
  readonly group: GroupKey;
  readonly choice: Choice;
  readonly note: string;
  readonly sbomIds: readonly string[];
  /** Only entries of this version; null: of every one. */
  readonly version: string | null;
  /** For later imports too, and not only in one SBOM or version. */
  readonly isWide: boolean;
  /** Of all these SBOMs; null: they are of several teams. */
  readonly teamId: string | null;
}

/** Settles the entries of a group at once, and takes it back. */
@Injectable()
export class DecideService {
  constructor(
    private readonly database: Database,
    private readonly decisions: DecisionsService,
  ) {}

  /** @throws CallerError 409 with what was decided, if somebody decided since the caller read the group */
  async decide(actor: Actor, body: DecideBody): Promise<ReviewDecided> {
    actor.organization(body.org_id);
    const version = body.version ?? null;
    const choice = parseChoice(body.choice, version !== null);
    const group: GroupKey = { orgId: body.org_id, key: body.group };
    const sbomId = body.sbom_id ?? null;
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sboms = writableSboms(actor, await findSbomsOfGroup(sql, group, { lock: true }), sbomId);
      const revision = await takeRevision(sql, group, body.revision);
      if (revision === null) throw await conflict(sql, actor, group);
      const sbomIds = sboms.map(({ id }) => id);
      const isWide = sbomId === null && version === null;
      const note = body.note ?? '';
      const teamId = commonTeam(sboms);
      const deciding = { id: newId(), group, choice, note, sbomIds, version, isWide, teamId };
      const entries = await this.settle(sql, actor, deciding);
      const [first] = entries;
      if (!first) throw await conflict(sql, actor, group);
      const changed = [...new Set(entries.map(({ sbom_id }) => sbom_id))];
      const decision = await insertReviewDecision(sql, group, {
        id: deciding.id,
        name: first.name,
        org: first.org,
        hint: first.review_hint,
        choice: choice.disposition ?? 'selected',
        purl: choice.identifiers.package ?? null,
        repo_url: choice.identifiers.repo ?? null,
        cpe: choice.identifiers.product ?? null,
        sbomId,
        version,
        note,
        entryCount: entries.length,
        sbomCount: changed.length,
        userId: actor.userId,
        userName: actor.username,
        teamId,
      });
      const replaced = await replaceReviewDecisions(sql, group, { id: deciding.id, sbomId, version });
      const followers = replaced > 0 && isWide ? await reopenFollowers(sql, group, deciding.id) : [];
      await resolveAgain(sql, [...changed, ...followers]);
      return { ...decision, revision };
    });
  }

  /** Restores what the decision changed, and what it had replaced. */
  async undo(actor: Actor, decisionId: string): Promise<ReviewUndone> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const decision = await findReviewDecision(sql, decisionId);
      if (!decision) throw notFound('decision');
      const sboms = await findSbomsOfDecisionForUpdate(sql, decisionId);
      if (sboms.length === 0) actor.authorize(decision, 'decision');
      for (const sbom of sboms) actor.authorize(sbom, 'decision');
      const group: GroupKey = { orgId: decision.org_id, key: decision.group };
      // Before the decision is marked: whoever decides about the group at the same time has ended then, or waits.
      const revision = await raiseRevision(sql, group);
      const undone = await markUndone(sql, decisionId);
      if (!undone) throw new CallerError(409, 'The decision was undone already');
      await undoReviewDecisions(sql, { reviewId: decisionId, replacedBy: undone.replaced_by });
      const restored = await restoreEntries(sql, decisionId);
      const isWide = decision.sbom_id === null && decision.version === null;
      const followers = isWide ? await reopenFollowers(sql, group, decisionId) : [];
      await resolveAgain(sql, [...restored, ...followers]);
      return { decision_id: decisionId, group: group.key, revision, entries: restored.length };
    });
  }

  /** @returns the entries as they were */
  private async settle(sql: Sql, actor: Actor, deciding: Deciding): Promise<ReviewedRow[]> {
    const settled: ReviewedRow[] = [];
    for (let after = firstId; ;) {
      const rows = await findEntriesToDecide(sql, deciding.group, {
        sbomIds: deciding.sbomIds,
        version: deciding.version,
        after,
        limit: batchSize,
      });
      if (rows.length === 0) return settled;
      const decisions = await settleBatch(sql, deciding, rows);
      if (deciding.isWide) await this.remember(sql, actor, deciding, { rows, decisions });
      settled.push(...rows);
      after = rows.at(-1)!.id;
    }
  }

  /** Later entries of these names follow; those with a disposition by `applyDispositions`. */
  private async remember(
    sql: Sql,
    actor: Actor,
    { id, group: { orgId }, choice, teamId }: Deciding,
    { rows, decisions }: { rows: readonly ReviewedRow[]; decisions: readonly NewDecision[] },
  ): Promise<void> {
    if (choice.disposition) {
      const subjects = rows.map(({ name, org }) => decisionSubject(name, org));
      await replaceSelections(sql, { orgId, reviewId: id }, subjects);
    } else await this.decisions.record(sql, actor, { orgId, teamId, reviewId: id }, decisions);
  }
}

async function settleBatch(
  sql: Sql,
  { id, choice, note }: Deciding,
  rows: readonly ReviewedRow[],
): Promise<NewDecision[]> {
  const ids = rows.map((row) => row.id);
  await keepEntries(sql, id, ids);
  if (choice.disposition) {
    await disposeEntries(sql, ids, { disposition: choice.disposition, note });
    return [];
  }
  const changes = rows.map((row): { before: ReviewedRow; after: ComponentChange } => ({
    before: row,
    after: chosenEntry(row, choice),
  }));
  await updateEntries(
    sql,
    changes.map(({ after }) => after),
  );
  const { org_id } = rows[0]!;
  for (const sbomId of new Set(rows.map(({ sbom_id }) => sbom_id))) {
    const own = changes.filter(({ before }) => before.sbom_id === sbomId);
    await publishResolvedEvents(sql, { id: sbomId, org_id }, own);
  }
  return changes.flatMap(({ before, after }) =>
    decisionsFrom(before, after).map((decision) => ({ ...decision, hint: before.review_hint })),
  );
}

function commonTeam(sboms: readonly SbomOfGroup[]): string | null {
  const teams = new Set(sboms.map(({ team_id }) => team_id));
  return teams.size === 1 ? sboms[0]!.team_id : null;
}

async function resolveAgain(sql: Sql, sbomIds: readonly string[]): Promise<void> {
  const ids = [...new Set(sbomIds)];
  if (ids.length > 0) await queueResolutions(sql, await updateCountsOfSboms(sql, ids));
}

/** With the decision only where the caller sees one of its SBOMs. */
async function conflict(sql: Sql, actor: Actor, group: GroupKey): Promise<CallerError> {
  const scope = reviewScope(actor, group.orgId);
  const { decision, revision } = await findPresentDecision(sql, scope, group.key);
  const message = decision
    ? `${decision.user_name} settled "${decision.name.slice(0, 100)}" in the meantime; nothing was overwritten`
    : 'This group has changed since it was read; nothing was overwritten';
  return new CallerError(409, message, { reason: 'decided', present: { revision, decision } });
}
