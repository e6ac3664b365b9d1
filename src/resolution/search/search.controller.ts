import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { SearchQuery } from './search.dto.js';
import { SearchService, type Found } from './search.service.js';

@ApiTags('Catalogue')
@ApiBearerAuth()
@Controller('v1')
export class SearchController {
  constructor(private readonly searches: SearchService) {}

  /** Packages, repositories and products of the catalogue, for a person who chooses by hand. */
  @Get('search')
  @Allow('authenticated')
  async search(@Query() { q, kind, limit }: SearchQuery): Promise<Envelope<Found>> {
    const found = await this.searches.search(q, kind || null, limit);
    const total = found.package.length + found.repo.length + found.product.length;
    return envelope(found, { total_count: total, limit });
  }
}
