import { Id, Moment, QueryNumber, Text } from '../../platform/http/fields.js';
import { maxTrendDays } from './trend-period.js';

class TrendQuery {
  @QueryNumber({ optional: true, min: 1, max: maxTrendDays, description: 'How many days back. Default: 90.' })
  days?: number | null;

  @Text({ optional: true, oneOf: ['json', 'svg'], description: 'svg: the picture. Default: json.' })
  format?: string;
}

export class SbomTrendQuery extends TrendQuery {
  @Id({ description: 'The SBOM.' })
  id!: string;
}

export class OrganizationTrendQuery extends TrendQuery {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Text({ optional: true, notEmpty: true, description: 'Only SBOMs of this supplier, by its exact name.' })
  supplier?: string;

  @Id({ optional: true, description: 'Only SBOMs of this team.' })
  team_id?: string;
}

export class OrganizationChangesQuery {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Moment({ description: 'What happened after it.' })
  since!: string;
}

export class OrganizationReportQuery {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @QueryNumber({ optional: true, min: 1, max: maxTrendDays, description: 'Days of the history. Default: 90.' })
  days?: number | null;

  @Text({ optional: true, oneOf: ['html', 'json', 'xlsx'], description: 'Default: html.' })
  format?: string;
}
