import type { BomComponent, BomDependency, BomHeader, PartKind } from '../../model/document.js';
import type { ExportRow } from './identified-component.js';
import { each, type PackedBill } from './packed-bill.js';

/** What the last analysis of a project found, and the entries of the bill that stand for the project. */
export interface ProjectBelow {
  readonly projectId: string;
  readonly bill: PackedBill;
  /** Refs of the entries, in the bill that it is added to. */
  readonly entries: readonly string[];
}

/**
 * A bill with the components of projects below the entries that stand for them (api-decisions, `include_dependencies`).
 * A project's refs carry its id, so that they meet none of the bill's own.
 */
export class BillWithProjects implements PackedBill {
  constructor(
    private readonly own: PackedBill,
    private readonly below: readonly ProjectBelow[],
  ) {}

  get header(): BomHeader {
    return this.own.header;
  }

  get subject(): BomComponent | null {
    return this.own.subject;
  }

  async *components(): AsyncIterable<string> {
    yield* this.own.components();
    for (const { projectId, bill } of this.below)
      for await (const rows of each<ExportRow>(bill.components()))
        yield JSON.stringify(rows.map((row) => withRefsInside(projectId, row)));
  }

  async *dependencies(): AsyncIterable<string> {
    const roots = await this.roots();
    for await (const nodes of each<BomDependency>(this.own.dependencies()))
      yield JSON.stringify(
        nodes.map((node) => {
          const more = node.kind === 'depends-on' ? roots.get(node.from) : undefined;
          if (more) roots.delete(node.from);
          return more ? { ...node, to: [...node.to, ...more] } : node;
        }),
      );
    for (const [from, to] of roots) yield JSON.stringify([{ from, to, kind: 'depends-on' }]);
    for (const { projectId, bill } of this.below)
      for await (const nodes of each<BomDependency>(bill.dependencies()))
        yield JSON.stringify(
          nodes
            .filter(({ from }) => from !== bill.subject?.ref)
            .map(({ from, to, kind }) => ({
              ...{ from: inside(projectId, from), to: to.map((ref) => inside(projectId, ref)), kind },
            })),
        );
  }

  parts(...kinds: readonly PartKind[]): AsyncIterable<string> {
    return this.own.parts(...kinds);
  }

  async reportLosses(onLoss: (what: string) => void): Promise<void> {
    await this.own.reportLosses?.(onLoss);
  }

  /** What each entry depends on by standing for its project: what the project itself depends on. */
  private async roots(): Promise<Map<string, string[]>> {
    const roots = new Map<string, string[]>();
    for (const { projectId, bill, entries } of this.below)
      for await (const nodes of each<BomDependency>(bill.dependencies()))
        for (const { from, to } of nodes)
          if (from === bill.subject?.ref)
            for (const entry of entries)
              roots.set(entry, [...(roots.get(entry) ?? []), ...to.map((ref) => inside(projectId, ref))]);
    return roots;
  }
}

const inside = (projectId: string, ref: string): string => `${projectId}:${ref}`;

function withRefsInside(projectId: string, row: ExportRow): ExportRow {
  const [id, name, org, version, purl, cpe, repo, automatic, source] = row;
  const parent = source?.parentRef ?? null;
  const refs = [inside(projectId, source?.ref ?? id), parent && inside(projectId, parent)] as const;
  return [id, name, org, version, purl, cpe, repo, automatic, source, refs];
}
