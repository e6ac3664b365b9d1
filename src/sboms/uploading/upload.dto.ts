import { Id, QueryFlag, Text } from '../../platform/http/fields.js';
import type { FieldErrors } from '../../model/errors.js';
import type { CrossFieldChecks } from '../../platform/http/validation.js';
import { monitorFrequencies } from '../sboms.dto.js';

/** Fields of an upload in the query; the form may have them instead. */
export class UploadSbomQuery {
  @Text({ optional: true, max: 4_096, description: 'Name of the product. Required, here or in the form.' })
  name?: string | null;

  @Text({ optional: true, description: 'Version of the product; with the name it tells which SBOM is updated.' })
  version?: string | null;

  @Id({ optional: true, description: 'Organization; may be left out by members of only one.' })
  org_id?: string | null;

  @Id({ optional: true, description: 'Team of the SBOM; default: the first team of the organization.' })
  team_id?: string | null;

  @Text({ optional: true, description: 'Supplier, where the SBOM is created.' })
  supplier?: string | null;

  @Id({ optional: true, description: 'Ruleset, where the SBOM is created; default: that of the organization.' })
  ruleset_id?: string | null;

  @Text({ optional: true, oneOf: monitorFrequencies, description: 'Where the SBOM is created; default: daily.' })
  monitor_frequency?: string | null;

  @QueryFlag({ optional: true, description: 'true: answer when every component is assessed, or with 202 if it lasts.' })
  wait?: boolean | null;

  @QueryFlag({ optional: true, description: 'true: answer 202 at once; `meta.job_id` is the import.' })
  async?: boolean | null;

  @QueryFlag({ optional: true, description: 'true: a file without components may remove all entries of the SBOM.' })
  allow_empty?: boolean | null;
}

export class CheckSbomQuery implements CrossFieldChecks {
  @Id({ optional: true, description: 'The SBOM; or give its name and version.' })
  id?: string | null;

  @Text({ optional: true, description: 'Name of the SBOM.' })
  name?: string | null;

  @Text({ optional: true, description: 'Version of the SBOM.' })
  version?: string | null;

  @Id({ optional: true, description: 'Organization; may be left out by members of only one.' })
  org_id?: string | null;

  @Id({ optional: true, description: 'Team of the SBOM.' })
  team_id?: string | null;

  @QueryFlag({ optional: true, description: 'true: answer when every component is assessed, or with 202 if it lasts.' })
  wait?: boolean | null;

  crossFieldErrors(): FieldErrors {
    return this.id || this.name ? {} : { id: 'or name is required' };
  }
}

/** What an upload needs, wherever it stood. */
export class UploadSbomFields extends UploadSbomQuery {
  @Text({ description: 'Name of the product.' })
  declare name: string;
}
