import type { Response } from 'express';
import { LossLog } from '../../formats/losses.js';
import { writeChunk } from '../../platform/http/envelope.js';
import type { SbomExport } from './export.service.js';
import { lossesHeader } from './export-target.js';

/** Up to this many entries a download is written twice: first to count the losses for the header. */
const maxEntriesForLossHeader = 1_000;

/** A header holds ASCII, and not much of it: places are in the envelope. */
const headerOf = ({ list }: LossLog): string => JSON.stringify(list.map(({ what, count }) => ({ what, count })));

/** The document itself, as a file. */
export async function sendDocument(response: Response, report: SbomExport): Promise<void> {
  response.setHeader('Content-Type', report.format.mediaType);
  response.setHeader('Content-Disposition', `attachment; filename="${report.fileName}"`);
  const isSmall = report.entryCount <= maxEntriesForLossHeader;
  if (isSmall) response.setHeader(lossesHeader, headerOf(await lossesOf(report)));
  else response.setHeader('Trailer', lossesHeader);
  const losses = new LossLog();
  for await (const chunk of report.chunks(losses)) await writeChunk(response, chunk);
  if (!isSmall) response.addTrailers({ [lossesHeader]: headerOf(losses) });
  response.end();
}

async function lossesOf(report: SbomExport): Promise<LossLog> {
  const losses = new LossLog();
  for await (const _chunk of report.chunks(losses));
  return losses;
}
