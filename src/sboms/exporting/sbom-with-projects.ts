import type { BomComponent, BomDependency, BomHeader, PartKind } from '../../model/document.js';
import type { ExportRow } from './identified-component.js';
import { parseBatches, type SerializedSbom } from './serialized-sbom.js';

/** The SBOM of a project and the entries that stand for the project. */
export interface ProjectSbom {
  readonly projectId: string;
  readonly sbom: SerializedSbom;
  /** Refs of the entries in the SBOM that the project is added to. */
  readonly entries: readonly string[];
}

/**
 * An SBOM with the components of projects added below the entries that stand for them (api-decisions,
 * `include_dependencies`). Refs of a project are prefixed with its id, so that they are unique.
 */
export class SbomWithProjects implements SerializedSbom {
  constructor(
    private readonly base: SerializedSbom,
    private readonly projects: readonly ProjectSbom[],
  ) {}

  get header(): BomHeader {
    return this.base.header;
  }

  get subject(): BomComponent | null {
    return this.base.subject;
  }

  async *components(): AsyncIterable<string> {
    yield* this.base.components();
    for (const { projectId, sbom } of this.projects)
      for await (const rows of parseBatches<ExportRow>(sbom.components()))
        yield JSON.stringify(rows.map((row) => withProjectRefs(projectId, row)));
  }

  async *dependencies(): AsyncIterable<string> {
    const roots = await this.projectRoots();
    for await (const nodes of parseBatches<BomDependency>(this.base.dependencies()))
      yield JSON.stringify(
        nodes.map((node) => {
          const more = node.kind === 'depends-on' ? roots.get(node.from) : undefined;
          if (more) roots.delete(node.from);
          return more ? { ...node, to: [...node.to, ...more] } : node;
        }),
      );
    for (const [from, to] of roots) yield JSON.stringify([{ from, to, kind: 'depends-on' }]);
    for (const { projectId, sbom } of this.projects)
      for await (const nodes of parseBatches<BomDependency>(sbom.dependencies()))
        yield JSON.stringify(
          nodes
            .filter(({ from }) => from !== sbom.subject?.ref)
            .map(({ from, to, kind }) => ({
              from: projectRef(projectId, from),
              to: to.map((ref) => projectRef(projectId, ref)),
              kind,
            })),
        );
  }

  parts(...kinds: readonly PartKind[]): AsyncIterable<string> {
    return this.base.parts(...kinds);
  }

  async reportLosses(onLoss: (what: string) => void): Promise<void> {
    await this.base.reportLosses?.(onLoss);
  }

  /** Direct dependencies of the projects, by the entries that stand for them. */
  private async projectRoots(): Promise<Map<string, string[]>> {
    const roots = new Map<string, string[]>();
    for (const { projectId, sbom, entries } of this.projects)
      for await (const nodes of parseBatches<BomDependency>(sbom.dependencies()))
        for (const { from, to } of nodes)
          if (from === sbom.subject?.ref)
            for (const entry of entries)
              roots.set(entry, [...(roots.get(entry) ?? []), ...to.map((ref) => projectRef(projectId, ref))]);
    return roots;
  }
}

const projectRef = (projectId: string, ref: string): string => `${projectId}:${ref}`;

function withProjectRefs(projectId: string, row: ExportRow): ExportRow {
  const [id, name, org, version, purl, cpe, repo, automatic, source] = row;
  const parent = source?.parentRef ?? null;
  const refs = [projectRef(projectId, source?.ref ?? id), parent && projectRef(projectId, parent)] as const;
  return [id, name, org, version, purl, cpe, repo, automatic, source, refs];
}
