import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { formats } from '../../src/formats/index.js';
import { timed, type Ground } from './ground.js';

/** How one export went: until the first byte of the document, until its last, and by how much memory grew meanwhile. */
export interface ExportFigures {
  readonly format: string;
  readonly firstMs: number;
  readonly ms: number;
  /** COPY of the rows that it reads, just before and just after: a busy machine is equally busy for both. */
  readonly copyMs: number;
  readonly grownMb: number;
}

/** Downloads the SBOM in every format, each in its first version; the first download warms up and does not count. */
export async function exportFigures(ground: Ground, sbomId: string): Promise<ExportFigures[]> {
  const written = formats.filter(({ writes }) => writes !== undefined);
  const figures: ExportFigures[] = [];
  for (const { id, family, encoding, writes } of [written[0]!, ...written]) {
    const query = {
      ...{ sbom_type: family === 'spdx' ? 'SPDX' : 'CycloneDX', encoding, spec_version: writes![0]!, download: 'true' },
    };
    const copyBefore = await copyOutMs(ground, sbomId);
    const before = process.memoryUsage().rss;
    let peak = before;
    let first = 0;
    const start = performance.now();
    for await (const _ of ground.download('report/getSBOM', { sbom_id: sbomId }, query)) {
      first ||= performance.now() - start;
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    const ms = performance.now() - start;
    const copyMs = (copyBefore + (await copyOutMs(ground, sbomId))) / 2;
    figures.push({ format: id, firstMs: first, ms, copyMs, grownMb: (peak - before) / 1_048_576 });
  }
  return figures.slice(1);
}

/** What no export can do without: the rows that it reads (components and dependency edges), as text out of the database. */
async function copyOutMs({ databaseUrl }: Ground, sbomId: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const rows = [
    `SELECT id, ref, name, org, version, selected_purl, selected_cpe, selected_repo, search_results, source
     FROM components WHERE sbom_id = '${sbomId}' ORDER BY position, id`,
    `SELECT data FROM sbom_dependencies WHERE sbom_id = '${sbomId}' ORDER BY seq`,
  ];
  const { ms } = await timed(async () => {
    for (const select of rows)
      for await (const _ of client.query(copyStreams.to(`COPY (${select}) TO STDOUT`)) as AsyncIterable<Buffer>);
  });
  await client.end();
  return ms;
}
