import { Id, QueryFlag, QueryNumber, Text } from '../../platform/http/fields.js';

/** As large as a body of JSON may be. */
export const maxBomText = 32 * 1024 * 1024;

/** An upload of a client of Dependency-Track, in JSON or a form. */
export class BomSubmission {
  @Id({ optional: true })
  project?: string | null;

  @Text({ optional: true })
  projectName?: string | null;

  @Text({ optional: true })
  projectVersion?: string | null;

  @QueryFlag({ optional: true })
  autoCreate?: boolean | null;

  @Text({ optional: true })
  parentUUID?: string | null;

  @Text({ optional: true })
  parentName?: string | null;

  @Text({ optional: true })
  parentVersion?: string | null;

  /** JSON: base64. A form has it as a file, or as text. */
  @Text({ optional: true, max: maxBomText })
  bom?: string | null;
}

export class ProjectLookupQuery {
  @Text()
  name!: string;

  @Text({ optional: true })
  version?: string | null;
}

export class FindingsQuery {
  /** Findings that a statement says do not apply. */
  @QueryFlag({ optional: true })
  suppressed?: boolean | null;

  @Text({ optional: true })
  source?: string | null;

  @QueryNumber({ optional: true, min: 1 })
  pageNumber?: number | null;

  @QueryNumber({ optional: true, min: 1, max: 1_000 })
  pageSize?: number | null;
}

export class UuidParameter {
  @Id()
  uuid!: string;
}
