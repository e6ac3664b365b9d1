import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { JobWatcher } from '../../jobs/job-watcher.js';
import { CallerError, invalid } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { tooManyRequests } from '../../platform/http/load-shedding.middleware.js';
import { Quotas } from '../../platform/http/quotas.js';
import type { UploadedFile } from '../../platform/http/upload.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import { ImportsService, type AcceptedImport } from '../importing/imports.service.js';
import { NamedSboms } from '../uploading/named-sboms.js';
import { VexImportService } from '../vulnerabilities/vex-import.service.js';
import { maxBomText, type BomSubmission, type VexSubmission } from './dependency-track.dto.js';

/** What clients of Dependency-Track upload. */
@Injectable()
export class DependencyTrackUploads {
  constructor(
    private readonly configuration: Configuration,
    private readonly blobs: BlobStore,
    private readonly sboms: NamedSboms,
    private readonly imports: ImportsService,
    private readonly statements: VexImportService,
    private readonly watcher: JobWatcher,
    private readonly quotas: Quotas,
  ) {}

  /** Stores a document that a client sent as text, in a form or as base64 in JSON. */
  async store(actor: Actor, submission: BomSubmission, isForm: boolean): Promise<UploadedFile> {
    const { project, projectName, projectVersion, autoCreate, bom } = submission;
    const named = { name: projectName ?? '', version: projectVersion ?? '' };
    if (project || !autoCreate)
      await this.imports.authorizeImport(actor, { sbomId: project || (await this.sboms.idOf(actor, named)) });
    const bytes = bytesOf('bom', bom!, isForm ? null : true);
    // A form was charged by its length.
    const seconds = isForm ? 0 : this.quotas.uploadBytes.tryTake(actor.quotaKey, bytes.length);
    if (seconds > 0) throw tooManyRequests(seconds, 'uploaded bytes');
    const blob = await this.blobs.put(Readable.from([bytes]), this.configuration.maxUploadBytes);
    return { ...blob, fileName: 'bom' };
  }

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
  async submitVex(
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

  /**
   * Imports a document into the project. A file that cannot be read is refused at once, where it is read in time.
   *
   * @returns the token of `isProcessing`
   */
  async submit(actor: Actor, submission: BomSubmission, file: UploadedFile): Promise<string> {
    const accepted = await this.accept(actor, submission, file);
    const run = await this.watcher.waitFor(accepted.jobId, this.configuration.imports.waitMs);
    await this.imports.resultOf(actor, accepted, run);
    return accepted.jobId;
  }

  private async accept(actor: Actor, submission: BomSubmission, upload: UploadedFile): Promise<AcceptedImport> {
    const { project, projectName, projectVersion, autoCreate } = submission;
    const named = { name: projectName ?? '', version: projectVersion ?? '' };
    if (project || !autoCreate)
      return this.imports.accept(actor, { sbomId: project || (await this.sboms.idOf(actor, named)) }, upload);
    const { used } = await this.sboms.findOrCreate(actor, named, (sql, sbomId) =>
      this.imports.acceptIn(sql, actor, { target: { sbomId }, upload }),
    );
    return used;
  }
}

/** @throws CallerError 400 */
function bytesOf(field: 'bom' | 'vex', text: string, isBase64: boolean | null): Buffer {
  const packed = text.replace(/\s+/g, '');
  const couldBe = /^[A-Za-z0-9+/_-]+={0,2}$/.test(packed);
  if (isBase64 && !couldBe) throw invalid(`Invalid request: ${field} must be base64`, { [field]: 'must be base64' });
  return (isBase64 ?? couldBe) ? Buffer.from(packed, 'base64') : Buffer.from(text);
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
