import { ArrayNotEmpty } from 'class-validator';
import { Flag, Id, IdList, Moment, Sort, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import type { FieldErrors } from '../../model/errors.js';
import type { CrossFieldChecks } from '../../platform/http/validation.js';
import { roles, type Role } from '../access/roles.js';
import { memberKinds, memberOrders, organizationOrders, type MemberKind } from './organizations.repository.js';

export class CreateOrganizationBody {
  @Text({ max: 255 })
  name!: string;

  @Id({ optional: true, description: 'Its first administrator; default: the caller.' })
  admin_user_id?: string | null;
}

export class UpdateOrganizationBody {
  @Id({ description: 'The organization.' })
  id!: string;

  @Text({ max: 255, description: 'New name.' })
  name!: string;

  @Moment({ optional: true, description: 'As you read it: the change is refused if it is not the present one.' })
  updated_at?: string | null;
}

export class OwnOrganizationsQuery extends PagingQuery {
  @Text({ optional: true, description: 'Part of the name.' })
  q?: string | null;

  @Text({ optional: true, description: 'Only organizations with this name.' })
  name?: string | null;

  @Sort(Object.keys(organizationOrders), 'created_at')
  sort?: string | null;
}

export class OrganizationQuery {
  @Id({ description: 'The organization.' })
  id!: string;
}

export class DeleteOrganizationBody extends OrganizationQuery {
  @Flag({ optional: true, description: 'true: SBOMs and projects of the organization are deleted with it.' })
  confirm?: boolean | null;
}

const someTeams = { message: 'must contain at least one team, or be omitted' };

export class AddMemberBody implements CrossFieldChecks {
  @Id()
  org_id!: string;

  @Id({ optional: true, description: 'The user, by id or by username.' })
  user_id?: string | null;

  @Text({
    optional: true,
    max: 128,
    description:
      'For members of your organizations and users who belong to none; a member of other organizations only is added by the id that he gives you. System administrators may name anybody.',
  })
  username?: string | null;

  @Text({ oneOf: roles })
  role!: Role;

  @ArrayNotEmpty(someTeams)
  @IdList({ optional: true, description: 'The only teams that the member sees; default: all.' })
  team_ids?: string[] | null;

  crossFieldErrors(): FieldErrors {
    return Boolean(this.user_id) === Boolean(this.username) ? { user_id: 'or username is required, not both' } : {};
  }
}

export class UpdateMemberBody implements CrossFieldChecks {
  @Id()
  org_id!: string;

  @Id()
  user_id!: string;

  @Text({ optional: true, oneOf: roles })
  role?: Role | '' | null;

  @ArrayNotEmpty(someTeams)
  @IdList({ optional: true, description: 'Limits the membership to exactly these teams.' })
  team_ids?: string[] | null;

  @Flag({ optional: true, description: 'true: the member sees all teams again.' })
  all_teams?: boolean | null;

  @Moment({ optional: true, description: 'As you read it: the change is refused if it is not the present one.' })
  updated_at?: string | null;

  crossFieldErrors(): FieldErrors {
    return this.all_teams && this.team_ids ? { all_teams: 'cannot be combined with team_ids' } : {};
  }
}

export class MembersQuery extends PagingQuery {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Text({ optional: true, oneOf: memberKinds, description: 'Default: both.' })
  kind?: MemberKind | '';

  @Sort(Object.keys(memberOrders), 'username, persons first')
  sort?: string | null;
}

export class RemoveMemberBody {
  @Id()
  org_id!: string;

  @Id()
  user_id!: string;
}
