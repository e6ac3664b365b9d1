import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { JobWatcher } from '../../jobs/job-watcher.js';
import { invalid } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import type { UploadedFile } from '../../platform/http/upload.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import { ImportsService } from '../importing/imports.service.js';
import { NamedSboms } from '../uploading/named-sboms.js';
import type { BomSubmission } from './dependency-track.dto.js';

/** What clients of Dependency-Track upload. */
@Injectable()
export class DependencyTrackUploads {
  constructor(
    private readonly configuration: Configuration,
    private readonly blobs: BlobStore,
    private readonly sboms: NamedSboms,
    private readonly imports: ImportsService,
    private readonly watcher: JobWatcher,
  ) {}

  /** Stores a document that a client sent as text. @param isBase64 null: whatever it looks like */
  async store(text: string, isBase64: boolean | null): Promise<UploadedFile> {
    const packed = text.replace(/\s+/g, '');
    const couldBe = /^[A-Za-z0-9+/_-]+={0,2}$/.test(packed);
    if (isBase64 && !couldBe) throw invalid('Invalid request: bom must be base64', { bom: 'must be base64' });
    const bytes = (isBase64 ?? couldBe) ? Buffer.from(packed, 'base64') : Buffer.from(text);
    const blob = await this.blobs.put(Readable.from([bytes]), this.configuration.maxUploadBytes);
    return { ...blob, fileName: 'bom' };
  }

  /**
   * Imports a document into the project. A file that cannot be read is refused at once, where it is read in time.
   *
   * @returns the token of `isProcessing`
   */
  async submit(actor: Actor, submission: BomSubmission, file: UploadedFile): Promise<string> {
    const id = await this.projectOf(actor, submission);
    const accepted = await this.imports.accept(actor, { sbomId: id }, file);
    const run = await this.watcher.waitFor(accepted.jobId, this.configuration.imports.waitMs);
    await this.imports.resultOf(actor, accepted, run);
    return accepted.jobId;
  }

  private async projectOf(actor: Actor, submission: BomSubmission): Promise<string> {
    const { project, projectName, projectVersion, autoCreate } = submission;
    const name = projectName ?? '';
    if (project) return project;
    const version = projectVersion ?? '';
    if (autoCreate) return (await this.sboms.findOrCreate(actor, { name, version })).id;
    return this.sboms.idOf(actor, { name, version });
  }
}
