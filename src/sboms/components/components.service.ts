import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { CallerError, notFound, type FieldErrors } from '../../model/errors.js';
import { selectionOf } from '../../model/selection.js';
import { noResults } from '../../model/search-results.js';
import type { Actor, OwnedRow } from '../../organizations/access/actor.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { DecisionsService } from '../../resolution/decisions/decisions.service.js';
import { enforceEntryBudget } from '../entry-budget.js';
import { queueResolution, queueScoring } from '../sboms.pipeline.js';
import { publishResolvedEvents } from '../resolving/resolved-events.js';
import { updateSbomCounts, findSbomForUpdate } from '../sboms.repository.js';
import { endStatements } from '../vulnerabilities/statements.repository.js';
import type { SbomRow } from '../sboms.view.js';
import { refuseDuplicates, type AddComponentBody, type UpdateComponentBody } from './components.dto.js';
import {
  makeRoomAt,
  insertEntry,
  findEntryViews,
  findEntriesChangedSince,
  findEntriesForUpdate,
  updateEntries,
  moveEntries,
  deleteEntries,
  markPending,
  type ComponentChange,
  type ComponentRow,
} from './components.repository.js';
import type { EntryView } from './components.view.js';
import { decisionsFrom } from './decisions.js';
import { applyReview, decidedOfAnyVersion } from './review.js';

/** Work of people on the entries of an SBOM: add, correct, select, remove. */
@Injectable()
export class ComponentsService {
  constructor(
    private readonly database: Database,
    private readonly decisions: DecisionsService,
    private readonly configuration: Configuration,
  ) {}

  async add(actor: Actor, body: AddComponentBody): Promise<EntryView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = await this.findSbomForUpdate(sql, actor, body.sbom_id);
      await authorizeProjects(sql, actor, sbom, [body.project_id]);
      const id = newId();
      const position = await makeRoomAt(sql, sbom.id, body.position ?? -1);
      const empty: ComponentRow = {
        id,
        position,
        name: body.name,
        org: '',
        version: '',
        project_id: null,
        search_results: noResults(),
        suggestions: null,
        error_message: '',
        decided: [],
        pending: true,
        generation: 0,
        identity: '',
      };
      const entry = changedEntry(empty, body);
      await insertEntry(sql, { org_id: sbom.org_id, sbom_id: sbom.id }, entry);
      await this.decisions.record(sql, actor, ownerOf(sbom), decisionsFrom(empty, entry));
      await publishResolvedEvents(sql, sbom, [{ before: empty, after: entry }]);
      await updateSbomCounts(sql, sbom.id);
      await queueResolution(sql, sbom);
      await enforceEntryBudget(sql, sbom.org_id, this.configuration.organizationMaxEntries);
      return (await findEntryViews(sql, [id])).get(id) as EntryView;
    });
  }

  /** All or nothing: if one element is invalid, none is written. */
  async update(actor: Actor, bodies: readonly UpdateComponentBody[]): Promise<EntryView[]> {
    refuseDuplicates(bodies);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sboms = new Map<string, SbomRow>();
      for (const id of [...new Set(bodies.map((body) => body.sbom_id))].sort())
        sboms.set(id, await this.findSbomForUpdate(sql, actor, id));
      const ids = bodies.map((body) => body.id);
      const rows = await findEntriesForUpdate(sql, ids);
      await refuseChanged(sql, bodies);
      const changes = changedEntries(bodies, rows);
      for (const sbom of sboms.values())
        await authorizeProjects(sql, actor, sbom, newProjectIds(sbom.id, bodies, rows));
      await updateEntries(sql, changes);
      await endStatementsOnOtherVersions(sql, changes, rows);
      for (const sbom of sboms.values()) {
        const sbomChanges = changes.filter((each) => rows.get(each.id)?.sbom_id === sbom.id);
        const decisions = sbomChanges.flatMap((each) => decisionsFrom(rows.get(each.id) as ComponentRow, each));
        await this.decisions.record(sql, actor, ownerOf(sbom), decisions);
        await publishResolvedEvents(
          sql,
          sbom,
          sbomChanges.map((after) => ({ before: rows.get(after.id), after })),
        );
        const moves = requestedMoves(sbom.id, bodies, rows);
        if (moves.length > 0) await moveEntries(sql, sbom.id, moves);
        if (moves.length === 0 && sbomChanges.length === 0) continue;
        await updateSbomCounts(sql, sbom.id);
        // A row that was written is outdated until it is scored again, whatever of it has changed.
        await (sbomChanges.some(({ pending }) => pending) ? queueResolution : queueScoring)(sql, sbom);
      }
      const views = await findEntryViews(sql, ids);
      return ids.map((id) => views.get(id) as EntryView);
    });
  }

  async delete(actor: Actor, sbomId: string, ids: readonly string[]): Promise<number> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = await this.findSbomForUpdate(sql, actor, sbomId);
      const wanted = new Set(ids).size;
      if ((await deleteEntries(sql, sbom.id, ids)) !== wanted) throw notFound('component');
      await updateSbomCounts(sql, sbom.id);
      await queueScoring(sql, sbom);
      return wanted;
    });
  }

  /** @returns id of the resolution job */
  async resolve(
    actor: Actor,
    sbomId: string,
    ids: readonly string[] | null,
  ): Promise<{ jobId: string; count: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = await this.findSbomForUpdate(sql, actor, sbomId);
      const count = await markPending(sql, sbom.id, ids);
      if (ids && count !== new Set(ids).size) throw notFound('component');
      return { jobId: await queueResolution(sql, sbom), count };
    });
  }

  private async findSbomForUpdate(sql: Sql, actor: Actor, sbomId: string): Promise<SbomRow> {
    return actor.authorize(await findSbomForUpdate(sql, sbomId), 'SBOM');
  }
}

const ownerOf = ({ org_id, team_id }: SbomRow): { orgId: string; teamId: string } => ({
  orgId: org_id,
  teamId: team_id,
});

async function endStatementsOnOtherVersions(
  sql: Sql,
  changes: readonly ComponentChange[],
  rows: ReadonlyMap<string, ComponentRow>,
): Promise<void> {
  const ids = changes.filter(({ id, version }) => rows.get(id)?.version !== version).map(({ id }) => id);
  if (ids.length > 0)
    await endStatements(
      sql,
      'other_version',
      'SELECT id, sbom_id, statement_timestamp() AS since FROM components WHERE id = ANY ($ids::uuid[])',
      { ids },
    );
}

/** The entry after the requested change; missing and null fields keep their value. */
function changedEntry(row: ComponentRow, body: AddComponentBody | UpdateComponentBody): ComponentChange {
  const entry = { results: row.search_results, decided: row.decided };
  const { results, decided: reviewed } = applyReview(entry, body.search_results ?? {});
  const names = { name: body.name ?? row.name, org: body.org ?? row.org, version: body.version ?? row.version };
  const decided = names.version === row.version ? reviewed : decidedOfAnyVersion(results, reviewed, row.search_results);
  return {
    ...row,
    ...names,
    project_id: body.project_id ?? row.project_id,
    search_results: results,
    decided: [...decided],
    suggestions: body.suggestions === undefined ? row.suggestions : plainSuggestions(body.suggestions),
    error_message: body.error_message ?? row.error_message,
    ...selectionOf(results),
    // Resolution runs again if its input changed: the names or the candidates. Project and error message are none of it.
    pending: row.pending || results !== row.search_results || !isDeepStrictEqual(names, namesOf(row)),
    generation: row.generation + 1,
  };
}

/** As they are stored, to be compared with that. */
const plainSuggestions = (suggestions: UpdateComponentBody['suggestions']): ComponentRow['suggestions'] =>
  suggestions?.map(({ key, value }) => ({ key, value })) ?? null;

const namesOf = ({ name, org, version }: ComponentRow): object => ({ name, org, version });

/** Real changes only: an element that repeats the current entry changes nothing. */
function changedEntries(
  bodies: readonly UpdateComponentBody[],
  rows: ReadonlyMap<string, ComponentRow & { sbom_id: string }>,
): ComponentChange[] {
  const fields: FieldErrors = {};
  const changes: ComponentChange[] = [];
  for (const [index, body] of bodies.entries()) {
    const row = rows.get(body.id);
    if (!row || row.sbom_id !== body.sbom_id) throw notFound('component');
    try {
      const changed = changedEntry(row, body);
      const unchanged = isDeepStrictEqual({ ...changed, generation: 0 }, { ...changed, ...row, generation: 0 });
      if (!unchanged) changes.push(changed);
    } catch (error) {
      if (!(error instanceof CallerError)) throw error;
      for (const [path, complaint] of Object.entries(error.details.fields ?? {}))
        fields[`${index}.${path}`] = complaint;
    }
  }
  const [path, complaint] = Object.entries(fields)[0] ?? [];
  if (path) throw new CallerError(400, `Invalid request: ${path} ${complaint}`, { fields });
  return changes;
}

/** @throws CallerError 409 with the entries as they are now, if somebody changed one since the caller read it */
async function refuseChanged(sql: Sql, bodies: readonly UpdateComponentBody[]): Promise<void> {
  const read = bodies.flatMap(({ id, unchanged_since: at }) => (at ? [{ id, at }] : []));
  if (read.length === 0) return;
  const changed = await findEntriesChangedSince(sql, read);
  if (changed.length === 0) return;
  const present = [...(await findEntryViews(sql, changed)).values()];
  const [first] = present;
  const message = `"${String(first?.name ?? '').slice(0, 100)}" was changed since you read it; nothing was overwritten`;
  throw new CallerError(409, message, { reason: 'changed', present });
}

/** Newly assigned projects of entries; an assignment that exists may name a project that is deleted by now. */
const newProjectIds = (
  sbomId: string,
  bodies: readonly UpdateComponentBody[],
  rows: ReadonlyMap<string, ComponentRow>,
): (string | null | undefined)[] =>
  bodies.flatMap(({ id, sbom_id, project_id }) =>
    sbom_id === sbomId && project_id !== rows.get(id)?.project_id ? [project_id] : [],
  );

function requestedMoves(
  sbomId: string,
  bodies: readonly UpdateComponentBody[],
  rows: ReadonlyMap<string, ComponentRow>,
): { id: string; position: number }[] {
  return bodies.flatMap(({ id, sbom_id, position }) =>
    sbom_id === sbomId && typeof position === 'number' && position >= 0 && position !== rows.get(id)?.position
      ? [{ id, position }]
      : [],
  );
}

/**
 * Checks that all projects belong to the organization of the SBOM and are visible to the actor.
 *
 * @throws CallerError 404 for any other project
 */
async function authorizeProjects(
  sql: Sql,
  actor: Actor,
  sbom: { readonly org_id: string },
  projectIds: readonly (string | null | undefined)[],
): Promise<void> {
  const ids = [...new Set(projectIds.filter((id) => id))];
  if (ids.length === 0) return;
  const rows = await sql.query<OwnedRow & { id: string }>(
    'SELECT id, org_id, team_id FROM projects WHERE id = ANY ($ids::uuid[]) AND deleted_at IS NULL',
    { ids },
  );
  if (rows.length < ids.length) throw notFound('project');
  for (const row of rows)
    if (actor.authorize(row, 'project', 'viewer').org_id !== sbom.org_id) throw notFound('project');
}
