import { addRelatedRefs, QualityCheck } from '../quality/quality-check.js';
import { qualityLetter } from '../quality/quality-letter.js';
import { qualityStandards } from '../quality/requirements.js';
import { ProgressLine } from './progress-line.js';
import { SbomFile } from './sbom-file.js';
import { logSafeJson } from './terminal-safe.js';
import { exitCodes, UsageError } from './usage.js';

interface QualityOptions {
  readonly standard: string | undefined;
  readonly format: string | undefined;
}

/** Checks a file against the standards, and prints what misses as a letter in Markdown or as JSON. */
export async function quality(path: string, { standard, format = 'markdown' }: QualityOptions): Promise<number> {
  const standards = qualityStandards.filter(({ id }) => standard === undefined || id === standard);
  if (standards.length === 0)
    throw new UsageError(`--standard must be one of ${qualityStandards.map(({ id }) => id).join(', ')}`);
  if (!['markdown', 'json'].includes(format)) throw new UsageError('--format must be markdown or json');
  const progress = new ProgressLine(process.stderr);
  try {
    return await SbomFile.use(path, progress, async (sbom) => {
      const summary = await sbom.summarize();
      const source = sbom.toSource(summary);
      const related = new Set<string>();
      for await (const edges of source.dependencies()) addRelatedRefs(related, edges);
      const check = new QualityCheck(summary.header, summary.subject, related, standards);
      for await (const batch of source.components()) for (const component of batch) check.add(component);
      progress.end();
      const results = check.results();
      const { name = '', version = '', supplier } = summary.subject ?? {};
      const delivery = { name: name || (summary.header.name ?? ''), version, supplier: supplier?.name ?? '' };
      process.stdout.write(format === 'json' ? logSafeJson(results) : qualityLetter(delivery, results));
      return results.every(({ met }) => met) ? exitCodes.done : exitCodes.warned;
    });
  } finally {
    progress.end();
  }
}
