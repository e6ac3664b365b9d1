import { IsEmail, ValidateIf } from 'class-validator';
import { Id, IdList, QueryFlag, Text } from '../platform/http/fields.js';
import { PagingQuery } from '../platform/http/paging.dto.js';

export const monitorFrequencies = ['daily', 'weekly', 'monthly', 'never'] as const;
export type MonitorFrequency = (typeof monitorFrequencies)[number];

export class CreateSbomBody {
  @Text({ description: 'Name of the product that the SBOM describes.' })
  name!: string;

  @Text({ mayBeEmpty: true })
  version!: string;

  @Text({ mayBeEmpty: true })
  supplier!: string;

  @Text({ mayBeEmpty: true })
  contact_name!: string;

  @ValidateIf((body: CreateSbomBody) => body.contact_email !== '')
  @IsEmail({}, { message: 'must be an e-mail address' })
  @Text({ mayBeEmpty: true, max: 320 })
  contact_email!: string;

  @Id({ description: 'Organization from getOwnOrganizations.' })
  org_id!: string;

  @Id({ optional: true, description: 'Default: the first team of the organization.' })
  team_id?: string | null;

  @Text({ optional: true, oneOf: monitorFrequencies, description: 'Default: daily.' })
  monitor_frequency?: string | null;

  @Id({ optional: true })
  ruleset_id?: string | null;
}

export class UpdateSbomBody {
  @Id()
  id!: string;

  @Text({ optional: true, notEmpty: true })
  name?: string | null;

  @Text({ optional: true })
  version?: string | null;

  @Text({ optional: true })
  supplier?: string | null;

  @Text({ optional: true })
  contact_name?: string | null;

  @ValidateIf((body: UpdateSbomBody) => Boolean(body.contact_email))
  @IsEmail({}, { message: 'must be an e-mail address' })
  @Text({ optional: true, max: 320 })
  contact_email?: string | null;

  @Text({ optional: true, oneOf: monitorFrequencies })
  monitor_frequency?: string | null;

  @Id({ optional: true })
  ruleset_id?: string | null;

  @Id({ optional: true })
  team_id?: string | null;
}

export class SbomIdBody {
  @Id()
  id!: string;
}

export class SbomIdQuery {
  @Id()
  id!: string;
}

export class GetSbomsQuery extends PagingQuery {
  @Id()
  org_id!: string;
}

export class GetSbomQuery extends PagingQuery {
  @Id()
  id!: string;

  @Text({ optional: true, description: 'Only entries with this status.' })
  status?: string;

  @Text({ optional: true, description: 'Only entries whose name, org or version contains this text.' })
  q?: string;
}

export class ImportSbomQuery {
  @Id({ description: 'The SBOM to import into.' })
  sbom_id!: string;

  @QueryFlag({ optional: true, description: 'Answer 202 at once with meta.job_id.' })
  async: boolean = false;

  @QueryFlag({ optional: true, description: 'Report what the import would do without writing anything.' })
  dry_run: boolean = false;
}

export class ResolveComponentsBody {
  @Id()
  sbom_id!: string;

  @IdList({ optional: true, description: 'Default: all entries of the SBOM.' })
  ids?: string[] | null;
}

export class DeleteComponentsBody {
  @Id()
  sbom_id!: string;

  @IdList()
  ids!: string[];
}
