import { Injectable } from '@nestjs/common';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { findSbom } from '../sboms.repository.js';
import type { DependenciesQuery, PathsQuery } from './dependencies.dto.js';
import {
  countEntriesOutside,
  findEntriesByRef,
  findEntryRef,
  findSubjectRef,
  streamEdges,
  type DependencyEntry,
} from './dependencies.repository.js';
import type { DependencyNodeView, DependencyPathView, DependencyView } from './dependencies.view.js';
import { DependencyGraph, type DependencyEdges } from './dependency-graph.js';

/** Dependencies as the files of SBOMs declare them. */
@Injectable()
export class DependenciesService {
  constructor(private readonly database: Database) {}

  /** @returns a page of what a node depends on, and how many components the file says nothing of */
  async dependencies(
    actor: Actor,
    { id, ref, offset, limit }: DependenciesQuery,
  ): Promise<{ rows: DependencyView[]; total: number; outside: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, id), 'SBOM');
      const graph = await readGraph(sql, sbom.id);
      const targets = ref ? graph.children(ref) : graph.roots();
      const page = targets.slice(offset, offset + limit);
      const nodes = await nodesOf(
        sql,
        sbom.id,
        page.map((target) => target.ref),
      );
      const rows = page.map((target) => ({
        ...nodes(target.ref),
        kind: target.kind,
        dependencies: graph.children(target.ref).length,
        is_declared: graph.isDeclared(target.ref),
      }));
      return { rows, total: targets.length, outside: await countEntriesOutside(sql, sbom.id, [...graph.refs]) };
    });
  }

  async paths(actor: Actor, { id, offset, limit }: PathsQuery): Promise<{ rows: DependencyPathView[]; total: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const entry = await findEntryRef(sql, id);
      const sbom = actor.authorize(entry && (await findSbom(sql, entry.sbom_id)), 'component');
      const paths = (await readGraph(sql, sbom.id)).paths(entry!.ref);
      const page = paths.slice(offset, offset + limit);
      const nodes = await nodesOf(sql, sbom.id, [...new Set(page.flat())]);
      return { rows: page.map((refs) => ({ nodes: refs.map(nodes) })), total: paths.length };
    });
  }
}

export async function readGraph(sql: Sql, sbomId: string): Promise<DependencyGraph> {
  const subject = await findSubjectRef(sql, sbomId);
  const edges: DependencyEdges[] = [];
  for await (const batch of streamEdges(sql, sbomId)) for (const edge of batch) edges.push(edge);
  return new DependencyGraph(edges, subject);
}

/** Entries by ref; what is no entry keeps its ref as its name. */
export async function nodesOf(
  sql: Sql,
  sbomId: string,
  refs: readonly string[],
): Promise<(ref: string) => DependencyNodeView> {
  const entries = new Map<string, DependencyEntry>();
  for (const entry of await findEntriesByRef(sql, sbomId, refs))
    if (!entries.has(entry.ref)) entries.set(entry.ref, entry);
  return (ref) => entries.get(ref) ?? { ref, id: null, name: ref, org: '', version: '', status: '' };
}
