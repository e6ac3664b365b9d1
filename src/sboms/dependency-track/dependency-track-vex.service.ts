import { Injectable } from '@nestjs/common';
import { text as readText } from 'node:stream/consumers';
import { CallerError, invalid } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import type { UploadedFile } from '../../platform/http/upload.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import { NamedSboms } from '../uploading/named-sboms.js';
import { VexImportService } from '../vulnerabilities/vex-import.service.js';
import { maxBomText, type VexSubmission } from './dependency-track.dto.js';
import { bytesOf } from './sent-text.js';

/** VEX documents that clients of Dependency-Track upload. */
@Injectable()
export class DependencyTrackVex {
  constructor(
    private readonly blobs: BlobStore,
    private readonly sboms: NamedSboms,
    private readonly statements: VexImportService,
  ) {}

  /** @throws CallerError 413 */
  async textOf({ sha256, size }: UploadedFile): Promise<string> {
    if (size > maxBomText)
      throw new CallerError(413, `The VEX document is larger than ${maxBomText} bytes; send it in parts`);
    return readText(await this.blobs.open(sha256));
  }

  /**
   * Takes statements over.
   *
   * @returns the token of `isProcessing`, and how many statements match nothing
   */
  async submit(
    actor: Actor,
    { project, projectName, projectVersion, vex }: VexSubmission,
    isBase64: boolean | null,
  ): Promise<{ token: string; unmatched: number }> {
    const named = { name: projectName ?? '', version: projectVersion ?? '' };
    const sbom_id = project || (await this.sboms.idOf(actor, named));
    const json = bytesOf('vex', vex, isBase64)
      .toString('utf8')
      .replace(/^\ufeff/, '');
    const { unmatched_count } = await this.statements.import(actor, { sbom_id, document: parsedVex(json) });
    return { token: sbom_id, unmatched: unmatched_count };
  }
}

/** @throws CallerError 400 */
function parsedVex(text: string): object {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null) return document;
  } catch {
    // Named below.
  }
  throw invalid('Invalid request: vex must be a VEX document in JSON', { vex: 'must be a VEX document in JSON' });
}
