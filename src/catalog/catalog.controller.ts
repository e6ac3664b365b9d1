import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { Allow } from '../organizations/access/allow.decorator.js';
import { Database } from '../platform/database/database.js';
import { envelope, type Envelope } from '../platform/http/envelope.js';
import { loadedSources, type SourceRow } from './sources.repository.js';

@ApiTags('Catalogue')
@ApiBearerAuth()
@Controller('v1/catalog')
export class CatalogController {
  constructor(private readonly database: Database) {}

  /** What the catalogue was made of: each source with when, from where and how many records. */
  @Get('getSources')
  @Allow('authenticated')
  async sources(): Promise<Envelope<SourceRow[]>> {
    const rows = await this.database.transaction({ organizations: [] }, loadedSources);
    return envelope(rows.map(withoutPath), { total_count: rows.length });
  }
}

/** A folder of this machine is nobody's business; an address is. */
const withoutPath = (row: SourceRow): SourceRow => ({
  ...row,
  origin: /^[a-z][a-z0-9+.-]*:\/\//i.test(row.origin) ? row.origin : (row.origin.split(/[\\/]/).at(-1) ?? ''),
  message: row.message === null ? null : row.message.replace(/(?:[A-Za-z]:)?(?:[\\/][\w.@ -]+){2,}/g, '…'),
});
