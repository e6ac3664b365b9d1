import { ApiProperty } from '@nestjs/swagger';
import { Id, Sort, Text } from '../platform/http/fields.js';
import { PagingQuery } from '../platform/http/paging.dto.js';

export const runStates = ['queued', 'running', 'succeeded', 'failed'] as const;
export const changedFields = ['status', 'package', 'product', 'repo', 'version'] as const;

export const changeOrders = ['created_at', 'component_name', 'field'] as const;

export const runOrders = ['due_at', 'created_at', 'finished_at', 'changes'] as const;

export class GetRunsQuery extends PagingQuery {
  @Id({ optional: true, description: 'Only runs of this organization.' })
  org_id?: string | null;

  @Id({ optional: true, description: 'Only runs of this SBOM.' })
  sbom_id?: string | null;

  @Id({ optional: true, description: 'Only runs of this project.' })
  project_id?: string | null;

  @Text({ optional: true, oneOf: runStates, description: 'Only runs in this state.' })
  status?: string | null;

  @Sort(runOrders, '-due_at')
  sort?: string | null;
}

export class GetChangesQuery extends PagingQuery {
  @Id({ optional: true, description: 'Only changes in this organization.' })
  org_id?: string | null;

  @Id({ optional: true, description: 'Only changes of this SBOM.' })
  sbom_id?: string | null;

  @Id({ optional: true, description: 'Only changes that this run found.' })
  run_id?: string | null;

  @Text({ optional: true, oneOf: changedFields, description: 'Only changes of this.' })
  field?: string | null;

  @Sort(changeOrders, '-created_at')
  sort?: string | null;
}

/** One check of a monitored SBOM or project. */
export class RunView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  org_id!: string;

  /** `sbom` or `project` */
  subject_kind!: string;

  subject_id!: string;

  /** Due moment in its period. */
  due_at!: Date;

  @ApiProperty({ enum: runStates })
  status!: (typeof runStates)[number];

  job_id!: string | null;

  /** Why it failed, while its job is kept. */
  error!: string | null;

  /** Number of entries that were resolved again. */
  looked_at!: number;

  /** Number of changes; `getChanges` lists them. */
  changes!: number;

  created_at!: Date;
  /** When it succeeded or failed. */
  finished_at!: Date | null;
}

/** One difference that monitoring found. */
export class ChangeView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  run_id!: string;
  sbom_id!: string;
  component_id!: string;
  component_name!: string;

  /**
   * `status`, or the kind whose selected candidate changed (`package`, `product`, `repo`). A package that an analysis
   * found added, removed or in another version is one `package`, or one `version` where it has no package URL.
   */
  field!: string;

  /** Null if there was none. */
  old_value!: string | null;

  /** Null if there is none any more. */
  new_value!: string | null;

  created_at!: Date;
}
