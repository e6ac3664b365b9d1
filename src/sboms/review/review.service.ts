import { Injectable } from '@nestjs/common';
import { CallerError, invalid, notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { ListPage } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import { OrganizationResolver } from '../../resolution/organization-resolver.js';
import { findSummaries } from '../resolving/contexts.repository.js';
import { findEntriesById } from '../resolving/pending.repository.js';
import { evidenceOf } from '../resolving/evidence-of.js';
import { candidatesOf } from './candidates.js';
import {
  countSettledByHand,
  findGroups,
  findPlaces,
  findRows,
  previewSboms,
  queuePage,
  type QueueCursor,
  type QueuePage,
  type ReviewScope,
} from './queue.repository.js';
import { findSbomNames, findTeamNames } from './facet-names.repository.js';
import { knownVersions, reviewVersions } from './known-versions.js';
import { findNearNames } from './near-names.js';
import { findDecisionsOfGroups, reviewDecisionPage } from './review-decisions.repository.js';
import { claimGroup, findSbomsOfGroup } from './review-groups.repository.js';
import { maxGroups, type GetQueueQuery, type VersionsQuery } from './review.dto.js';
import { findVersions } from './versions.repository.js';
import { writableSboms } from './writable-sboms.js';
import type {
  NearNames,
  ReviewCandidate,
  ReviewClaim,
  ReviewDecisionView,
  ReviewFacets,
  ReviewFacetTotals,
  ReviewGroup,
  ReviewGroupDetail,
  ReviewPreview,
  ReviewVersion,
} from './review.view.js';

/** One page of the queue with what it is about. */
export interface ReviewQueue {
  readonly groups: readonly ReviewGroup[];
  readonly total: number;
  readonly totalEntries: number;
  readonly resolving: number;
  readonly facets: ReviewFacets;
  /** How many values each facet has. */
  readonly facet_totals: ReviewFacetTotals;
  /** For the next page; null: this is the last one. */
  readonly cursor: string | null;
}

/** What waits for a person in the SBOMs of an organization. */
@Injectable()
export class ReviewService {
  constructor(
    private readonly database: Database,
    private readonly resolver: OrganizationResolver,
  ) {}

  async queue(actor: Actor, query: GetQueueQuery): Promise<ReviewQueue> {
    const scope = reviewScope(actor, query.org_id);
    const after = query.cursor ? decodedCursor(query.cursor) : null;
    const filter = {
      reason: query.reason || null,
      ecosystem: facetValue(query.ecosystem),
      supplier: facetValue(query.supplier),
      sbomId: query.sbom_id ?? null,
      teamId: query.team_id ?? null,
      q: query.q || null,
    };
    return this.database.transaction(actor.tenancy, async (sql) => {
      const paging = { order: query.sort || '-reach', after, limit: query.limit } as const;
      const page = await queuePage(sql, scope, filter, paging);
      const { groups, total, totalEntries, resolving } = page;
      const last = groups.length === query.limit ? groups.at(-1) : undefined;
      return {
        groups: groups.map(({ weight: _, place: __, ...group }) => group),
        total,
        totalEntries,
        resolving,
        ...(await namedFacets(sql, page)),
        cursor: last ? encodedCursor({ weight: last.weight, place: last.place }) : null,
      };
    });
  }

  /** The groups that wait, of those given, with everything that a decision needs. */
  async groups(actor: Actor, orgId: string, ids: readonly string[]): Promise<ReviewGroupDetail[]> {
    const keys = groupKeys(ids);
    const scope = reviewScope(actor, orgId);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const groups = await findGroups(sql, scope, keys);
      const found = groups.map(({ id }) => id);
      const rows = new Map((await findRows(sql, scope, found)).map((one) => [one.key, one]));
      const places = await findPlaces(sql, scope, found);
      const decisions = await findDecisionsOfGroups(sql, scope, found);
      const candidates = await this.candidates(
        sql,
        orgId,
        [...rows.values()].map(({ row }) => row.component_id),
      );
      return keys.flatMap((key) => {
        const group = groups.find(({ id }) => id === key);
        const row = rows.get(key);
        if (!group || !row) return [];
        return {
          ...group,
          row: row.row,
          siblings: row.siblings,
          places: places.filter((place) => place.key === key).map(({ key: _, ...place }) => place),
          candidates: candidates.get(row.row.component_id) ?? [],
          decisions: decisions.filter((decision) => decision.group === key),
        };
      });
    });
  }

  /** Groups with nearly the names of the given ones. */
  async nearNames(actor: Actor, orgId: string, ids: readonly string[]): Promise<NearNames[]> {
    const keys = groupKeys(ids);
    const scope = reviewScope(actor, orgId);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const groups = await findGroups(sql, scope, keys);
      const near = await findNearNames(
        sql,
        scope,
        groups.map(({ id, name }) => ({ key: id, name })),
      );
      return groups.map(({ id }) => ({ group: id, names: near.get(id) ?? [] }));
    });
  }

  /** Versions of the group's entries, and whether the catalogue has them for the candidate. */
  async versions(actor: Actor, { org_id, group, purl, cpe }: VersionsQuery): Promise<ReviewVersion[]> {
    const scope = reviewScope(actor, org_id);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const counts = await findVersions(sql, scope, group);
      if (counts.length === 0) throw notFound('group');
      return reviewVersions(counts, await knownVersions(sql, { purl: purl ?? null, cpe: cpe ?? null }));
    });
  }

  async preview(actor: Actor, orgId: string, key: string): Promise<ReviewPreview> {
    const scope = reviewScope(actor, orgId);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const [group] = await findGroups(sql, scope, [key]);
      if (!group) throw notFound('group');
      const sboms = await previewSboms(sql, scope, key);
      const settled = await countSettledByHand(sql, scope, key);
      return { group: key, revision: group.revision, entries: group.entries, sboms, settled_by_hand: settled };
    });
  }

  async decisions(
    actor: Actor,
    { orgId, userId }: { orgId: string; userId: string | null },
    paging: ListPage,
  ): Promise<{ rows: ReviewDecisionView[]; total: number }> {
    const scope = reviewScope(actor, orgId);
    return this.database.transaction(actor.tenancy, (sql) => reviewDecisionPage(sql, scope, userId, paging));
  }

  /** Tells others that the caller looks at the group; they may still decide. */
  async claim(actor: Actor, orgId: string, key: string): Promise<ReviewClaim> {
    actor.organization(orgId);
    return this.database.transaction(actor.tenancy, async (sql) => {
      writableSboms(actor, await findSbomsOfGroup(sql, { orgId, key }, { lock: false }), null);
      return claimGroup(sql, { orgId, key }, { userId: actor.userId, userName: actor.username });
    });
  }

  private async candidates(
    sql: Sql,
    orgId: string,
    componentIds: readonly string[],
  ): Promise<Map<string, ReviewCandidate[]>> {
    const entries = await findEntriesById(sql, componentIds);
    const lists = await findSummaries(
      sql,
      entries.map(({ sbom_id }) => sbom_id),
    );
    const explained = await this.resolver.explainAll(
      sql,
      orgId,
      entries.map((entry) => ({ component: evidenceOf(entry), list: lists.get(entry.sbom_id) ?? null })),
    );
    return new Map(entries.map((entry, index) => [entry.id, candidatesOf(explained[index]!)]));
  }
}

export function reviewScope(actor: Actor, orgId: string): ReviewScope {
  actor.organization(orgId);
  return { orgId, visibleScope: actor.visibleScope };
}

/** @throws CallerError 400 for more than may be asked about at once */
function groupKeys(ids: readonly string[]): string[] {
  const keys = [...new Set(ids)];
  if (keys.length > maxGroups) throw invalid(`Invalid request: ids may hold at most ${maxGroups} groups`);
  return keys;
}

/** `-` stands for the empty value, because an empty parameter is none. */
const facetValue = (text: string | null | undefined): string | null => (text ? (text === '-' ? '' : text) : null);

async function namedFacets(sql: Sql, { facets }: QueuePage): Promise<Pick<ReviewQueue, 'facets' | 'facet_totals'>> {
  const { reason, ecosystem, supplier, sbom, team } = facets;
  const idsOf = ({ values }: QueuePage['facets']['sbom']): string[] => values.map(({ value }) => value);
  const found = [...(await findSbomNames(sql, idsOf(sbom))), ...(await findTeamNames(sql, idsOf(team)))];
  const names = new Map(found.map(({ id, name }) => [id, name]));
  const named = ({ values }: QueuePage['facets']['sbom']): ReviewFacets['sbom'] =>
    values.map(({ value, count }) => ({ value, name: names.get(value) ?? '', count }));
  const plain = ({ values }: QueuePage['facets']['reason']): ReviewFacets['reason'] =>
    values.map(({ value, count }) => ({ value: value === '' ? '-' : value, name: value, count }));
  return {
    facets: {
      reason: plain(reason),
      ecosystem: plain(ecosystem),
      supplier: plain(supplier),
      sbom: named(sbom),
      team: named(team),
    },
    facet_totals: {
      reason: reason.total,
      ecosystem: ecosystem.total,
      supplier: supplier.total,
      sbom: sbom.total,
      team: team.total,
    },
  };
}

const encodedCursor = (cursor: QueueCursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function decodedCursor(text: string): QueueCursor {
  try {
    const given = JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<QueueCursor> | null;
    const { weight, place } = given ?? {};
    if (typeof weight === 'number' && typeof place === 'string' && /^[^\0]*[0-9a-f]{64}$/.test(place))
      return { weight, place };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CallerError(400, 'Invalid request: cursor is not one that getQueue gave', {
    fields: { cursor: 'is not one that getQueue gave' },
  });
}
