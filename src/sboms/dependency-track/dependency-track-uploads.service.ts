import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { JobWatcher } from '../../jobs/job-watcher.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { tooManyRequests } from '../../platform/http/load-shedding.middleware.js';
import { Quotas } from '../../platform/http/quotas.js';
import type { UploadedFile } from '../../platform/http/upload.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import { ImportsService, type AcceptedImport } from '../importing/imports.service.js';
import { NamedSboms } from '../uploading/named-sboms.js';
import type { BomSubmission } from './dependency-track.dto.js';
import { bytesOf } from './sent-text.js';

/** What clients of Dependency-Track upload. */
@Injectable()
export class DependencyTrackUploads {
  constructor(
    private readonly configuration: Configuration,
    private readonly blobs: BlobStore,
    private readonly sboms: NamedSboms,
    private readonly imports: ImportsService,
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
