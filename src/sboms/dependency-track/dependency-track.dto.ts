import { IsOptional } from 'class-validator';
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

  @QueryFlag({ optional: true })
  isLatest?: boolean | null;

  @QueryFlag({ optional: true })
  isLatestProjectVersion?: boolean | null;

  /** Named in the answer as ignored, whatever it holds. */
  @IsOptional()
  projectTags?: unknown;

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

/** Clients of several versions name a page differently. */
export class PageQuery {
  @QueryNumber({ optional: true, min: 1 })
  pageNumber?: number | null;

  @QueryNumber({ optional: true, min: 1 })
  page?: number | null;

  @QueryNumber({ optional: true, min: 1 })
  pageSize?: number | null;

  @QueryNumber({ optional: true, min: 1 })
  limit?: number | null;

  @QueryNumber({ optional: true, min: 0 })
  offset?: number | null;
}

/** The part of a list that a query asks for; `limit` null: to its end. */
export function pageOf(query: PageQuery, defaultLimit: number): { offset: number; limit: number | null } {
  const { offset } = query;
  const number = query.pageNumber ?? query.page ?? null;
  const size = query.pageSize ?? query.limit ?? null;
  if (number === null && size === null && !offset) return { offset: 0, limit: null };
  const limit = size ?? defaultLimit;
  return { offset: offset ?? ((number ?? 1) - 1) * limit, limit };
}

export class FindingsQuery extends PageQuery {
  /** Findings that a statement says do not apply. */
  @QueryFlag({ optional: true })
  suppressed?: boolean | null;

  @Text({ optional: true })
  source?: string | null;
}

export class ProjectsQuery extends PageQuery {
  @Text({ optional: true })
  name?: string | null;

  /** Part of the name. */
  @Text({ optional: true })
  searchText?: string | null;

  /** There are no inactive projects, and no parents. */
  @QueryFlag({ optional: true })
  excludeInactive?: boolean | null;

  @QueryFlag({ optional: true })
  onlyRoot?: boolean | null;
}

/** Of a change of a project. */
export class ProjectProperties {
  @Text({ optional: true })
  name?: string | null;

  @Text({ optional: true })
  version?: string | null;
}

export class UuidParameter {
  @Id()
  uuid!: string;
}
