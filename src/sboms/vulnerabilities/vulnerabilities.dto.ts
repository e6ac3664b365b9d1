import { OmitType } from '@nestjs/swagger';
import { Id, QueryFlag, Sort, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { affectedComponentOrders, organizationVulnerabilityOrders } from './organization-vulnerabilities.repository.js';
import { vulnerabilityOrders } from './vulnerabilities.repository.js';
import { severityLevels } from '../../scores/vulnerabilities/severity.js';

const statuses = ['affected', 'unknown', 'not_affected'] as const;

export class VulnerabilitiesQuery extends PagingQuery {
  @Id({ description: 'The SBOM, or the component.' })
  id!: string;

  @Text({ optional: true, oneOf: severityLevels, description: 'Only vulnerabilities of this severity.' })
  severity?: string;

  @Text({ optional: true, oneOf: statuses, description: 'Only vulnerabilities with this status.' })
  status?: string;

  @QueryFlag({ optional: true, description: 'true: only vulnerabilities known to be exploited.' })
  exploited: boolean = false;

  @Sort(vulnerabilityOrders, 'what affects a component first, the worst first')
  sort?: string | null;
}

export class OrganizationVulnerabilitiesQuery extends PagingQuery {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Text({ optional: true, oneOf: severityLevels, description: 'Only vulnerabilities of this severity.' })
  severity?: string;

  @Text({ optional: true, oneOf: statuses, description: 'Only vulnerabilities that a component has with this status.' })
  status?: string;

  @QueryFlag({ optional: true, description: 'true: only vulnerabilities known to be exploited.' })
  exploited: boolean = false;

  @Text({ optional: true, description: 'Only vulnerabilities with this text in a name or the summary.' })
  q?: string;

  @Sort(Object.keys(organizationVulnerabilityOrders), 'what affects a component first, the worst first')
  sort?: string | null;
}

export class ExportVulnerabilitiesQuery extends OmitType(OrganizationVulnerabilitiesQuery, [
  'offset',
  'limit',
  'sort',
]) {
  @Text({ optional: true, oneOf: ['csv', 'json'], description: 'Default: csv.' })
  format?: string;
}

export class AffectedComponentsQuery extends PagingQuery {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Text({ max: 255, description: 'Any name of the vulnerability.' })
  id!: string;

  @Text({ optional: true, oneOf: statuses, description: 'Only components with this status.' })
  status?: string | null;

  @Sort(Object.keys(affectedComponentOrders), 'what is affected first')
  sort?: string | null;
}
