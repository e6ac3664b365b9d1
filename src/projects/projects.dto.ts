import { ArrayMaxSize, ArrayMinSize, IsEmail, ValidateIf } from 'class-validator';
import {
  Flag,
  Id,
  IdHereOrInQuery,
  IdList,
  IdsBody,
  IdsQuery,
  ObjectList,
  QueryFlag,
  Sort,
  Text,
  TextList,
} from '../platform/http/fields.js';
import { PagingQuery } from '../platform/http/paging.dto.js';
import type { FieldErrors } from '../model/errors.js';
import { Rule, type CrossFieldChecks } from '../platform/http/validation.js';
import { filterByFault } from './filter-by.js';
import { changedProjectErrors, newProjectErrors } from './project-field-errors.js';
import { projectTypes, type ProjectType } from './project-source.js';

const maxAliases = 1_000;
const maxTags = 100;
export const maxTagName = 255;

// Lists are of classes of this file: of another one the plugin of @nestjs/swagger writes a folder's ü as /u00FC.

/** A name by which the product of the project is known elsewhere. */
export class AliasBody {
  @Text({ max: 1_024 })
  name!: string;

  @Text({ optional: true, max: 1_024 })
  org?: string | null;

  @Text({ optional: true, max: 1_024 })
  version?: string | null;
}

/** A tag of the team by id or name; an unknown name creates a tag. */
export class TagBody {
  @Id({ optional: true })
  id?: string | null;

  @Text({ optional: true, max: maxTagName })
  name?: string | null;

  @Text({ optional: true })
  description?: string | null;
}

/** Fields that creating and updating share. Fields that the service computes are accepted and ignored. */
export class ProjectFieldsBody {
  @Id({ optional: true, description: 'Left out: the default ruleset of the organization.' })
  ruleset_id?: string | null;

  @ObjectList(() => AliasBody, maxAliases)
  aliases?: AliasBody[] | null;

  @ObjectList(() => TagBody, maxTags)
  tags?: TagBody[] | null;

  @Text({ optional: true, description: 'Address of the source: https, ssh (git), svn+https or s3.' })
  source?: string | null;

  @TextList({
    optional: true,
    description: 'Globs (*, **) or folders of the source to read; empty: all but test data.',
  })
  include_paths?: string[] | null;

  @TextList({ optional: true, description: 'Globs or folders of the source to leave out.' })
  exclude_paths?: string[] | null;

  @Flag({ optional: true, description: 'Take over the components of SBOM files in the source.' })
  merge_sboms?: boolean | null;

  @Flag({
    optional: true,
    description: 'Only for git: fetch submodules, with the credentials of the project where they are on its host.',
  })
  fetch_submodules?: boolean | null;

  @Flag({ optional: true, description: 'Only for git at https: fetch manifests and SBOM files that Git LFS keeps.' })
  fetch_lfs?: boolean | null;

  @Text({
    optional: true,
    max: 255,
    description: 'Only for git: a branch, a tag, a whole ref or a commit; empty: the default branch.',
  })
  branch?: string | null;

  @Text({
    optional: true,
    max: 16_384,
    description: 'Private SSH key without passphrase. Shown as ******** when set; send that to keep it.',
  })
  deploy_key?: string | null;

  @Text({ optional: true, max: 1_024 })
  username?: string | null;

  @Text({ optional: true, description: 'Shown as ******** when set; send that to keep it, "" to clear it.' })
  password?: string | null;

  @Flag({ optional: true, description: 'False: archived.' })
  active?: boolean | null;

  @Flag({ optional: true, description: 'Analyse it daily.' })
  should_monitor?: boolean | null;

  @Flag({ optional: true })
  private?: boolean | null;

  @Text({ optional: true, max: 255 })
  chat_channel?: string | null;

  @Text({ optional: true, max: 255 })
  poc_name?: string | null;

  @ValidateIf((_, value) => value !== undefined && value !== null && value !== '')
  @IsEmail({}, { message: 'must be an e-mail address' })
  @Text({ optional: true, max: 320 })
  poc_email?: string | null;
}

export class CreateProjectBody extends ProjectFieldsBody implements CrossFieldChecks {
  @IdHereOrInQuery()
  team_id!: string;

  @Text({ max: 1_024 })
  name!: string;

  @Text({ oneOf: projectTypes })
  type!: ProjectType;

  @Text({ mayBeEmpty: true })
  description!: string;

  /** Asked only where another field is wrong already; addresses that the operator has opened are known later. */
  crossFieldErrors(isRefused: boolean): FieldErrors {
    return isRefused ? newProjectErrors(this as unknown as Record<string, unknown>) : {};
  }
}

export class UpdateProjectBody extends ProjectFieldsBody implements CrossFieldChecks {
  @IdHereOrInQuery()
  id!: string;

  @Id({ optional: true, description: 'Moves the project to another team.' })
  team_id?: string | null;

  @Text({ optional: true, notEmpty: true, max: 1_024 })
  name?: string | null;

  @Text({ optional: true, oneOf: projectTypes })
  type?: ProjectType | '' | null;

  @Text({ optional: true })
  description?: string | null;

  crossFieldErrors(isRefused: boolean): FieldErrors {
    return isRefused ? changedProjectErrors(this as unknown as Record<string, unknown>) : {};
  }
}

/** Legacy clients repeat fields of the body in the query; the body counts, if there is one. */
export class CreateProjectQuery {
  @Id({ optional: true })
  team_id?: string | null;
}

export const besideBody = [
  ...['id', 'team_id', 'name', 'type', 'active', 'source', 'branch', 'description', 'ruleset_id'],
  ...['chat_channel', 'should_monitor'],
] as const;

export class BesideBodyQuery extends CreateProjectQuery {
  @Id({ optional: true, description: 'The project; or in the body.' })
  id?: string | null;

  @Text({ optional: true, description: 'Counts only where there is no body.' })
  name?: string | null;

  @Text({ optional: true, description: 'Counts only where there is no body.' })
  type?: string | null;

  @Text({ optional: true, description: 'Counts only where there is no body.' })
  active?: string | null;

  @Text({ optional: true, description: 'Counts only where there is no body.' })
  source?: string | null;

  @Text({ optional: true, description: 'Counts only where there is no body.' })
  branch?: string | null;

  @Text({ optional: true, description: 'Counts only where there is no body.' })
  description?: string | null;

  @Text({ optional: true, description: 'Counts only where there is no body.' })
  ruleset_id?: string | null;

  @Text({ optional: true, description: 'Counts only where there is no body.' })
  chat_channel?: string | null;

  @Text({ optional: true, description: 'Counts only where there is no body.' })
  should_monitor?: string | null;
}

export class GetProjectQuery {
  @Id()
  id!: string;

  @Id()
  team_id!: string;
}

export class GetProjectByUrlQuery {
  @Text()
  url!: string;

  @Id()
  team_id!: string;
}

export const projectOrders = ['created_at', 'updated_at', 'name', 'type', 'source'] as const;

export class GetProjectsQuery extends PagingQuery {
  @Id()
  team_id!: string;

  @Rule(filterByFault)
  @Text({
    optional: true,
    max: 65_536,
    description:
      'Pairs `Key:value` separated by commas (`Type:svn,Active:true`); all must hold. Keys: ID, IDs (separated by blanks), TeamID, Source, Type, Active, Monitor.',
  })
  filter_by?: string | null;

  @Text({ optional: true, description: 'Part of name, description or source.' })
  q?: string | null;

  @QueryFlag({ optional: true })
  active?: boolean | null;

  @Text({ optional: true, oneOf: projectTypes })
  type?: string | null;

  @Text({ optional: true, max: 255, description: 'Only projects with the tag of this name.' })
  tag?: string | null;

  @Sort(projectOrders, '-created_at')
  sort?: string | null;
}

export class UpdateProjectsQuery implements CrossFieldChecks {
  @QueryFlag({ optional: true, description: 'True: analyse daily; false: stop.' })
  monitor?: boolean | null;

  @QueryFlag({ optional: true, description: 'True: archive; false: activate again.' })
  archive?: boolean | null;

  crossFieldErrors(): FieldErrors {
    if ((this.monitor ?? this.archive ?? null) !== null) return {};
    return { monitor: 'is required unless archive is given', archive: 'is required unless monitor is given' };
  }
}

export class ProjectIdsBody {
  @ArrayMinSize(1, { message: 'must name at least one project' })
  @ArrayMaxSize(10_000, { message: 'may hold at most 10000 elements' })
  @IdList()
  project_ids!: string[];
}

export class DeleteProjectBody {
  @Id()
  id!: string;

  @Id({ optional: true })
  team_id?: string | null;
}

export class ProjectNamesBody extends IdsBody {
  @Id({ optional: true, description: 'Only projects of this team.' })
  team_id?: string | null;
}

export class ProjectNamesQuery extends IdsQuery {
  @Id({ optional: true, description: 'Only projects of this team.' })
  team_id?: string | null;
}

export class UsedRulesetsQuery {
  @Id({ description: 'Team of the projects.' })
  team_id!: string;
}
