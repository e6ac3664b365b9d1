import { ApiProperty } from '@nestjs/swagger';
import { Id } from '../platform/http/fields.js';
import { PagingQuery } from '../platform/http/paging.dto.js';

export const runStates = ['queued', 'running', 'succeeded', 'failed'] as const;

export class GetRunsQuery extends PagingQuery {
  @Id({ optional: true, description: 'Runs of this organization only.' })
  org_id?: string | null;

  @Id({ optional: true, description: 'Runs of this SBOM only.' })
  sbom_id?: string | null;

  @Id({ optional: true, description: 'Runs of this project only.' })
  project_id?: string | null;
}

export class GetChangesQuery extends PagingQuery {
  @Id({ optional: true, description: 'Changes in this organization only.' })
  org_id?: string | null;

  @Id({ optional: true, description: 'Changes of this SBOM only.' })
  sbom_id?: string | null;

  @Id({ optional: true, description: 'What this run found.' })
  run_id?: string | null;
}

/** One look at one thing that is monitored. */
export class RunView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  org_id!: string;

  /** `sbom` or `project` */
  subject_kind!: string;

  subject_id!: string;

  /** The moment of its period at which it was due. */
  due_at!: Date;

  @ApiProperty({ enum: runStates })
  status!: (typeof runStates)[number];

  job_id!: string | null;

  /** Why it failed, as long as its job is kept. */
  error!: string | null;

  /** Entries that were looked at. */
  looked_at!: number;

  /** Changes that were found; `getChanges` lists them. */
  changes!: number;

  created_at!: Date;
  finished_at!: Date | null;
}

/** One thing that monitoring found different. */
export class ChangeView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  run_id!: string;
  sbom_id!: string;
  component_id!: string;
  component_name!: string;

  /** `status`, the array whose selected identifier changed (`package`, `product`, `repo`), or a project’s `version`. */
  field!: string;

  /** Null: there was none. */
  old_value!: string | null;

  /** Null: there is none any more. */
  new_value!: string | null;

  created_at!: Date;
}
