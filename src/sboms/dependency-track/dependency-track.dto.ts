import { IsOptional } from 'class-validator';
import { Id, QueryFlag, QueryNumber, Text } from '../../platform/http/fields.js';
import { vulnerabilitySources, type VulnerabilitySource } from '../vulnerabilities/vulnerabilities.repository.js';

/** As large as a body of JSON may be. */
export const maxBomText = 32 * 1024 * 1024;

/** The project that an upload is for, by its id or its name. */
export class NamedProject {
  @Id({ optional: true })
  project?: string | null;

  @Text({ optional: true })
  projectName?: string | null;

  @Text({ optional: true })
  projectVersion?: string | null;
}

/** An upload of a client of Dependency-Track, in JSON or a form. */
export class BomSubmission extends NamedProject {
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

/** Sizes of the pages of a list: where a query names none, and the largest. */
interface PageSizes {
  readonly standard: number;
  readonly max?: number;
}

/** The part of a list that a query asks for; `limit` null: to its end. Pages that are cut follow one another. */
export function pageOf(
  query: PageQuery,
  { standard, max = Infinity }: PageSizes,
): { offset: number; limit: number | null } {
  const { offset } = query;
  const number = query.pageNumber ?? query.page ?? null;
  const size = query.pageSize ?? query.limit ?? null;
  if (number === null && size === null && !offset) return { offset: 0, limit: null };
  const limit = Math.min(size ?? standard, max);
  return { offset: offset ?? ((number ?? 1) - 1) * limit, limit };
}

/** Of a list that is sorted. */
class SortedQuery extends PageQuery {
  @Text({ optional: true, oneOf: ['asc', 'desc'] })
  sortOrder?: 'asc' | 'desc' | '' | null;
}

/** Names of our orders by those of clients. */
export const findingOrders = {
  'component.name': 'component',
  'component.version': 'version',
  'vulnerability.vulnId': 'id',
  'vulnerability.severity': 'severity',
  'vulnerability.cvssV3BaseScore': 'cvss_score',
  'vulnerability.epssScore': 'epss',
} as const;
export const projectOrders = { name: 'name', version: 'version', lastBomImport: 'updated_at' } as const;
export const violationOrders = { 'component.name': 'name', 'component.version': 'version' } as const;

/** As our lists name an order; null: there is none. */
export function sortOf<Name extends string>(
  orders: Readonly<Record<Name, string>>,
  { sortName, sortOrder }: { readonly sortName?: Name | '' | null; readonly sortOrder?: string | null },
): string | null {
  if (!sortName) return null;
  return `${sortOrder === 'desc' ? '-' : ''}${orders[sortName]}`;
}

export class FindingsQuery extends SortedQuery {
  /** true: with those that a statement says do not apply. */
  @QueryFlag({ optional: true })
  suppressed?: boolean | null;

  @Text({ optional: true, oneOf: vulnerabilitySources })
  source?: VulnerabilitySource | '' | null;

  @Text({ optional: true, oneOf: Object.keys(findingOrders) })
  sortName?: keyof typeof findingOrders | '' | null;
}

export class ViolationsQuery extends SortedQuery {
  /** No violation is ever suppressed. */
  @QueryFlag({ optional: true })
  suppressed?: boolean | null;

  @Text({ optional: true, oneOf: Object.keys(violationOrders) })
  sortName?: keyof typeof violationOrders | '' | null;
}

export class ProjectsQuery extends SortedQuery {
  @Text({ optional: true, oneOf: Object.keys(projectOrders) })
  sortName?: keyof typeof projectOrders | '' | null;

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

/** A new project. */
export class NewProject {
  @Text()
  name!: string;

  @Text({ optional: true })
  version?: string | null;
}

/** What a project has of the properties that clients send. */
export const projectProperties = ['uuid', 'name', 'version'];

/** Of a change of a project. */
export class ProjectProperties {
  @Text({ optional: true })
  name?: string | null;

  @Text({ optional: true })
  version?: string | null;
}

/** The same with the project in the body. */
export class ChangedProject extends ProjectProperties {
  @Id()
  uuid!: string;
}

/** VEX of a project, in JSON or a form. */
export class VexSubmission extends NamedProject {
  /** JSON: base64. A form has it as text. */
  @Text({ max: maxBomText })
  vex!: string;
}

export class NameParameter {
  @Text()
  name!: string;
}

export class UuidParameter {
  @Id()
  uuid!: string;
}
