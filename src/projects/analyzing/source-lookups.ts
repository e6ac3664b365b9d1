import { Injectable } from '@nestjs/common';
import type { JobContext } from '../../jobs/job-context.js';
import type { SbomReader } from '../../sboms/importing/sbom-readers.js';
import { PomDownloads } from './pom-downloads.js';
import { RequirementLookups } from './requirement-lookups.js';

/** What live sources say about a source before it is read: poms first, which name further requirements. */
@Injectable()
export class SourceLookups {
  constructor(
    private readonly poms: PomDownloads,
    private readonly requirements: RequirementLookups,
  ) {}

  async given(reader: SbomReader, context: JobContext, signal: AbortSignal): Promise<SbomReader> {
    return this.requirements.given(await this.poms.given(reader, context, signal), context, signal);
  }
}
