import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { formats } from '../../src/formats/index.js';
import { projectRoot } from '../../src/platform/project-root.js';
import type { Download } from './download-client.js';
import { timed, type BenchService } from './bench-service.js';

/** How one export went: until the first byte of the document, until its last, and by how much memory grew meanwhile. */
export interface ExportFigures {
  readonly format: string;
  readonly firstMs: number;
  readonly ms: number;
  /** COPY of the rows that it reads, just before and just after: a busy machine is equally busy for both. */
  readonly copyMs: number;
  readonly grownMb: number;
}

/** Downloads the SBOM in every format, or those asked for, each in its first version; the first download only warms up. */
export async function exportFigures(
  service: BenchService,
  sbomId: string,
  only: readonly string[] = [],
): Promise<ExportFigures[]> {
  const written = formats.filter(({ id, writes }) => writes !== undefined && (only.length === 0 || only.includes(id)));
  const figures: ExportFigures[] = [];
  for (const { id, family, encoding, writes } of [written[0]!, ...written]) {
    const query = {
      sbom_type: family === 'spdx' ? 'SPDX' : 'CycloneDX',
      encoding,
      spec_version: writes![0]!,
      download: 'true',
    };
    const copyBefore = await copyOutMs(service, sbomId);
    const download = await whileWatchingMemory(() => downloaded(service, { sbom_id: sbomId }, query));
    const copyMs = (copyBefore + (await copyOutMs(service, sbomId))) / 2;
    figures.push({ format: id, ...download, copyMs });
  }
  return figures.slice(1);
}

/** What `work` gives, and by how much the process grew above its size before. */
async function whileWatchingMemory<T extends object>(work: () => Promise<T>): Promise<T & { grownMb: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
  try {
    return { ...(await work()), grownMb: (peak - before) / 1_048_576 };
  } finally {
    clearInterval(watch);
  }
}

async function downloaded(
  { url, token }: BenchService,
  body: object,
  query: Record<string, string>,
): Promise<Download> {
  const program = join(projectRoot, 'dist/bench/service/download-client.js');
  const address = `${url}/v1/report/getSBOM?${new URLSearchParams(query).toString()}`;
  const child = spawn(process.execPath, [program, address, token, JSON.stringify(body)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return JSON.parse(printed) as Download;
}

/** What no export can do without: the rows that it reads (components and dependency edges), as text out of the database. */
async function copyOutMs({ databaseUrl }: BenchService, sbomId: string): Promise<number> {
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
