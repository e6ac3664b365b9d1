import type { BomComponent, BomDependency, BomHeader, BomPart, PartKind } from '../../model/document.js';
import type { BomSource } from '../../formats/format.js';

/** What the last analysis of a project found, and the entries of the bill that stand for the project. */
export interface ProjectBelow {
  readonly projectId: string;
  readonly bill: BomSource;
  /** Refs of the entries, in the bill that it is added to. */
  readonly entries: readonly string[];
}

/**
 * A bill with the components of projects below the entries that stand for them (api-decisions, `include_dependencies`).
 * A project's refs carry its id, so that they meet none of the bill's own.
 */
export class BillWithProjects implements BomSource {
  constructor(
    private readonly own: BomSource,
    private readonly below: readonly ProjectBelow[],
  ) {}

  get header(): BomHeader {
    return this.own.header;
  }

  get subject(): BomComponent | null {
    return this.own.subject;
  }

  async *components(): AsyncIterable<readonly BomComponent[]> {
    yield* this.own.components();
    for (const { projectId, bill } of this.below)
      for await (const components of bill.components())
        yield components.map((component) => ({
          ...component,
          ref: inside(projectId, component.ref),
          parentRef: component.parentRef && inside(projectId, component.parentRef),
        }));
  }

  async *dependencies(): AsyncIterable<readonly BomDependency[]> {
    const roots = await this.roots();
    for await (const nodes of this.own.dependencies())
      yield nodes.map((node) => {
        const more = node.kind === 'depends-on' ? roots.get(node.from) : undefined;
        if (more) roots.delete(node.from);
        return more ? { ...node, to: [...node.to, ...more] } : node;
      });
    for (const [from, to] of roots) yield [{ from, to, kind: 'depends-on' }];
    for (const { projectId, bill } of this.below)
      for await (const nodes of bill.dependencies())
        yield nodes
          .filter(({ from }) => from !== bill.subject?.ref)
          .map(({ from, to, kind }) => ({
            ...{ from: inside(projectId, from), to: to.map((ref) => inside(projectId, ref)), kind },
          }));
  }

  parts(...kinds: readonly PartKind[]): AsyncIterable<readonly BomPart[]> {
    return this.own.parts(...kinds);
  }

  /** What each entry depends on by standing for its project: what the project itself depends on. */
  private async roots(): Promise<Map<string, string[]>> {
    const roots = new Map<string, string[]>();
    for (const { projectId, bill, entries } of this.below)
      for await (const nodes of bill.dependencies())
        for (const { from, to } of nodes)
          if (from === bill.subject?.ref)
            for (const entry of entries)
              roots.set(entry, [...(roots.get(entry) ?? []), ...to.map((ref) => inside(projectId, ref))]);
    return roots;
  }
}

const inside = (projectId: string, ref: string): string => `${projectId}:${ref}`;
