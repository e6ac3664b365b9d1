import { signatureFault, signatureForms, type SignatureForm } from './exporting/signed-export.js';
import { Transform } from 'class-transformer';
import type { FieldErrors } from '../model/errors.js';
import { entryOrders } from './components/components.repository.js';
import { exportTargetErrors } from './exporting/export-target.js';
import { mappingFault } from './importing/column-mapping.js';
import { Rule, type CrossFieldChecks } from '../platform/http/validation.js';
import { verdicts } from '../rulesets/verdict.js';
import { IsEmail, ValidateIf } from 'class-validator';
import { Id, IdList, Moment, QueryFlag, Sort, Text } from '../platform/http/fields.js';
import { PagingQuery } from '../platform/http/paging.dto.js';

export const sbomTypes = ['SPDX', 'CycloneDX'] as const;
export const exportEncodings = ['CSV', 'JSON', 'tag-value', 'XLSX', 'XML', 'YAML'] as const;

export const importedFileOrders = ['imported_at', 'file_name', 'size', 'entry_count'] as const;

export class ExportQuery implements CrossFieldChecks {
  @Text({ oneOf: sbomTypes, description: 'Standard of the document.' })
  sbom_type!: (typeof sbomTypes)[number];

  @Text({ optional: true, oneOf: exportEncodings, description: 'Default: JSON.' })
  encoding?: (typeof exportEncodings)[number];

  @Text({ optional: true, description: 'CycloneDX 1.4–1.7 (default 1.6); SPDX 2.2, 2.3 (default), 3.0.1.' })
  spec_version?: string;

  @QueryFlag({ optional: true, description: 'Whether to include the dependencies of projects.' })
  include_dependencies: boolean = false;

  @QueryFlag({
    optional: true,
    description:
      'true: the organization is the top-level component; false: the SBOM is. Must be true for several SBOMs; default: false, and true for several `ids`.',
  })
  team_top_level?: boolean | null;

  @QueryFlag({ optional: true, description: 'Answer with the document itself as a file.' })
  download: boolean = false;

  @Text({
    optional: true,
    oneOf: signatureForms,
    description:
      'Sign with the key of the organization: jsf, in the document (CycloneDX JSON); dsse, in an envelope around it (JSON).',
  })
  sign?: SignatureForm | '' | null;

  crossFieldErrors(): FieldErrors {
    const { sbom_type, encoding, sign } = this;
    const fault = sign === 'jsf' || sign === 'dsse' ? signatureFault(sign, sbom_type, encoding || 'JSON') : null;
    const errors = exportTargetErrors(this as unknown as Record<string, unknown>);
    return { ...errors, ...(fault !== null && { sign: fault }) };
  }
}

export class ReportBody implements CrossFieldChecks {
  @Id({ optional: true })
  sbom_id?: string | null;

  @IdList({ optional: true, max: 1000 })
  sbom_ids?: string[] | null;

  @IdList({ optional: true, max: 1000, description: 'Projects whose SBOMs to export.' })
  project_ids?: string[] | null;

  @IdList({ optional: true, max: 1000, description: 'Alias of project_ids for legacy clients.' })
  ids?: string[] | null;

  @Id({ optional: true })
  team_id?: string | null;

  crossFieldErrors(): FieldErrors {
    const named = [[this.sbom_id], this.sbom_ids, this.project_ids, this.ids].flat().filter(Boolean);
    return named.length > 0 ? {} : { sbom_id: 'or sbom_ids or project_ids is required' };
  }
}

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
  @Moment({
    optional: true,
    description: 'As you read it: the update is refused (409) if the object has changed since.',
  })
  updated_at?: string | null;

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

  @ValidateIf(({ contact_email }: UpdateSbomBody) => ![undefined, null, ''].includes(contact_email))
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

export class GetImportsQuery extends PagingQuery {
  @Id({ description: 'The SBOM.' })
  id!: string;

  @Sort(importedFileOrders, '-imported_at')
  sort?: string | null;
}

export const sbomStatuses = ['created', 'allconfirmed', 'finished'] as const;
export const sbomOrders = ['created_at', 'updated_at', 'name', 'version', 'supplier', 'entry_count', 'risk'] as const;

export class GetSbomsQuery extends PagingQuery {
  @Id({ description: 'Organization from getOwnOrganizations.' })
  org_id!: string;

  @Text({ optional: true, description: 'Part of name, version or supplier.' })
  q?: string | null;

  @Text({ optional: true, description: 'Only SBOMs with this name.' })
  name?: string | null;

  @Text({ optional: true, description: 'Only SBOMs with this version.' })
  version?: string | null;

  @Text({ optional: true, description: 'Only SBOMs of this supplier.' })
  supplier?: string | null;

  @Id({ optional: true, description: 'Only SBOMs of this team.' })
  team_id?: string | null;

  @Text({ optional: true, oneOf: sbomStatuses, description: 'Only SBOMs with this status.' })
  status?: string | null;

  @Sort(sbomOrders, '-created_at')
  sort?: string | null;

  @Text({ optional: true, oneOf: verdicts, description: 'Only SBOMs of which their ruleset says this.' })
  verdict?: string | null;
}

export const entryStatuses = ['no-resolution', 'partial-resolution', 'resolved', 'errored', 'deleted'] as const;

export class GetSbomQuery extends PagingQuery {
  @Id()
  id!: string;

  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.replaceAll('_', '-') : value))
  @Text({ optional: true, oneOf: entryStatuses, description: 'Only entries with this status.' })
  status?: string;

  @Text({ optional: true, description: 'Only entries whose name, org or version contains this text.' })
  q?: string;

  @Text({
    optional: true,
    oneOf: ['all', 'selected'],
    description: 'selected: search_results without the candidates that are not selected. Default: all.',
  })
  candidates?: string;

  @Text({
    optional: true,
    oneOf: ['examined', 'partly', 'not_examined'],
    description: 'Only entries whose vulnerabilities were looked for, in part, or not.',
  })
  examined?: string;

  @QueryFlag({ optional: true, description: 'Only entries that break a rule.' })
  failing: boolean = false;

  @QueryFlag({ optional: true, description: 'Each entry with `coverage`, `may_concern` and `evaluation`.' })
  coverage: boolean = false;

  @Sort(Object.keys(entryOrders), 'position')
  sort?: string | null;
}

export class ImportSbomQuery {
  @Id({ optional: true, description: 'The SBOM to import into.' })
  sbom_id?: string | null;

  @Id({
    optional: true,
    description:
      'With dry_run, in place of sbom_id: what the file would bring into a new SBOM of this organization. The answer holds no entries.',
  })
  org_id?: string | null;

  @QueryFlag({ optional: true, description: 'Answer 202 at once with meta.job_id.' })
  async: boolean = false;

  @QueryFlag({ optional: true, description: 'true: answer when every component is assessed, or with 202 if it lasts.' })
  wait: boolean = false;

  @QueryFlag({ optional: true, description: 'Report what the import would do without writing anything.' })
  dry_run: boolean = false;

  @Rule(mappingFault)
  @Text({
    optional: true,
    max: 20_000,
    description:
      'Of a list: JSON object of column names and the fields that they hold, such as `{"Stand": "version"}`; `property` keeps a column as a property. Remembered for later lists of the organization with the same header. `meta.import.columns` says what each column was taken for.',
  })
  mapping?: string | null;

  @QueryFlag({ optional: true, description: 'Let a file without components remove all entries of the SBOM.' })
  allow_empty: boolean = false;
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
