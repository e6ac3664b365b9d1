import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../organizations/access/actor.js';
import { Allow } from '../organizations/access/allow.decorator.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { envelope, type Envelope, type JobMeta } from '../platform/http/envelope.js';
import { SyncSourcesBody } from './catalog.dto.js';
import { CatalogService } from './catalog.service.js';
import { uncomparedText } from './loading/uncompared.js';
import { licenseOf, remoteSourcesNamed } from './sources/remote-sources.js';
import type { SourceLicense } from './sources/source.js';
import type { Coverage } from '../model/coverage.js';
import type { SourceRow } from './sources.repository.js';

/** What a source can answer. */
interface SourceCoverage extends Pick<Coverage, 'kind' | 'scopes'> {
  /** ISO day from which on nothing is missing that the publisher knows; null: a selection. */
  readonly complete_since: string | null;
}

/** A source as it was loaded, with what its publisher asks for. */
interface SourceView extends Omit<SourceRow, 'covers' | 'uncompared'> {
  readonly covers: readonly SourceCoverage[];
  readonly license: SourceLicense | null;
}

interface LiveSourcesMeta {
  /** Sources that are asked about what the catalogue lacks. */
  readonly live_sources: readonly string[];
}

@ApiTags('Catalogue')
@ApiBearerAuth()
@Controller('v1/catalog')
export class CatalogController {
  constructor(
    private readonly catalog: CatalogService,
    private readonly configuration: Configuration,
  ) {}

  /** What the catalogue was made of: each source with when, from where and how many records, what it covers, the date
   * of its data, and its licence. `meta.live_sources` names those that are asked about what the catalogue lacks. */
  @Get('getSources')
  @Allow('authenticated')
  async sources(): Promise<Envelope<SourceView[], LiveSourcesMeta>> {
    const rows = await this.catalog.sources();
    return envelope(rows.map(sourceView), {
      total_count: rows.length,
      live_sources: [...this.configuration.liveSources],
    });
  }

  /**
   * Fetches what publishers have renewed, as a job that getJob follows; the id of the one under way where there is one.
   * Sources that cannot be reached keep their old data.
   */
  @Post('syncSources')
  @HttpCode(202)
  @Allow('sys_admin')
  async sync(
    @CurrentActor() actor: Actor,
    @Body() body: SyncSourcesBody,
  ): Promise<Envelope<{ job_id: string }, JobMeta>> {
    const sources = remoteSourcesNamed(body.sources ?? []).map(({ name }) => name);
    const job_id = await this.catalog.sync(actor, sources);
    return envelope({ job_id }, { total_count: sources.length, job_id });
  }
}

const sourceView = ({ uncompared, ...row }: SourceRow): SourceView => ({
  ...withoutPath(row),
  // A failed load leaves the loaded data, and what nothing of it is compared with.
  message: [withoutPath(row).message, uncomparedText(uncompared)].filter(Boolean).join('. ') || null,
  covers: row.covers.map(({ kind, scopes, completeSince }) => ({ kind, scopes, complete_since: completeSince })),
  license: licenseOf(row.name),
});

/** Paths of this machine stay private; addresses are public. */
const withoutPath = <Row extends Pick<SourceRow, 'origin' | 'message'>>(row: Row): Row => ({
  ...row,
  origin: /^[a-z][a-z0-9+.-]*:\/\//i.test(row.origin) ? row.origin : (row.origin.split(/[\\/]/).at(-1) ?? ''),
  message: row.message?.replace(/(?:[A-Za-z]:)?(?:[\\/][\w.@ -]+){2,}/g, '…') ?? null,
});
