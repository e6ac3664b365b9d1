import { entryOrg, type BomComponent } from '../model/document.js';
import { SbomFile, type SbomSummary } from './sbom-file.js';
import { terminalSafe } from './terminal-safe.js';
import { ProgressLine } from './progress-line.js';
import { exitCodes } from './usage.js';
import { textTable } from './welcome/text-table.js';

const minWidth = 80;

/** Shows header, counts, and a table of the first `limit` components. */
export async function inspect(path: string, limit: number): Promise<number> {
  const progress = new ProgressLine(process.stderr);
  const listed: BomComponent[] = [];
  const having = { purl: 0, CPE: 0, licence: 0, hash: 0 };
  try {
    await SbomFile.use(path, progress, async (sbom) => {
      const summary = await sbom.summarize((component) => {
        if (listed.length <= limit) listed.push(component);
        having.purl += Number(component.purls.length > 0);
        having.CPE += Number(component.cpes.length > 0);
        having.licence += Number(component.licenses.length > 0);
        having.hash += Number(component.hashes.length > 0);
      });
      progress.end();
      const rows = listed.filter(({ ref }) => ref !== summary.subject?.ref).slice(0, limit);
      process.stdout.write(`${summaryText(sbom, summary, having)}\n\n`);
      if (rows.length > 0) process.stdout.write(componentTable(rows));
      if (summary.components > rows.length) process.stdout.write(`… and ${summary.components - rows.length} more\n`);
    });
    return exitCodes.done;
  } finally {
    progress.end();
  }
}

function summaryText(sbom: SbomFile, summary: SbomSummary, countsWith: Readonly<Record<string, number>>): string {
  const { header, subject } = summary;
  const facts: [string, string][] = [
    ['format', [sbom.format.id, header.specVersion, ...sbom.wrappings.map((each) => `in ${each}`)].join(' ').trim()],
    ['name', header.name ?? ''],
    ['created', header.created ?? ''],
    ['subject', subject ? `${subject.name} ${subject.version}`.trim() : ''],
    ['components', String(summary.components)],
    ...Object.entries(countsWith).map(([what, count]): [string, string] => [`  with ${what}`, String(count)]),
    ['dependencies', String(summary.edges)],
    ...[...summary.parts].map(([kind, count]): [string, string] => [kind, String(count)]),
    ['warnings', String(summary.warningCount)],
  ];
  const filled = facts.filter(([, value]) => value !== '');
  return filled.map(([name, value]) => `${name.padEnd(20)}${terminalSafe(value)}`).join('\n');
}

function componentTable(components: readonly BomComponent[]): string {
  const rows = components.map((component) =>
    [component.name, component.version, entryOrg(component), component.purls[0] ?? component.cpes[0] ?? ''].map(
      terminalSafe,
    ),
  );
  const width = Math.max(process.stdout.columns ?? 120, minWidth);
  return textTable(['name', 'version', 'organization', 'identifier'], rows, width);
}
