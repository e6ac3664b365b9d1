import type { BomEvent } from '../../src/model/document.js';
import type { TreeReport } from '../../src/trees/tree-report.js';
import { readTree, type TreeOptions } from '../../src/trees/tree-reading.js';
import type { SkippedFile, SourceFiles } from '../../src/trees/source-files.js';

const subject = { ref: 's', name: 'shop', org: '', version: '' };

export function filesOf(content: Readonly<Record<string, string>>, skipped: SkippedFile[] = []): SourceFiles {
  const files = new Map(Object.entries(content).map(([path, text]) => [path, Buffer.from(text)]));
  return {
    sizes: new Map([...files].map(([path, bytes]) => [path, bytes.length])),
    skipped,
    read: (path) => Promise.resolve(files.get(path) ?? null),
    close: () => Promise.resolve(),
  };
}

/** What an analysis says of the files. */
export async function readFiles(files: SourceFiles, options: Partial<TreeOptions> = {}) {
  const events: BomEvent[] = [];
  let report: TreeReport | undefined;
  for await (const some of readTree(files, { subject, ...options }, (result) => (report = result)))
    events.push(...some);
  return {
    gaps: report!.gaps.map(({ reason, kind, path }) => `${reason} ${kind} ${path}`),
    components: events.flatMap((event) => (event.type === 'component' ? [event.component.name] : [])),
    edges: events.flatMap((event) =>
      event.type === 'dependency' ? event.dependency.to.map((to) => `${event.dependency.from} -> ${to}`) : [],
    ),
    warnings: events.flatMap((event) => (event.type === 'warning' ? [event.warning] : [])),
    parts: events.flatMap((event) => (event.type === 'part' ? [event.part.data] : [])),
  };
}
