import { IsEmail, ValidateIf } from 'class-validator';
import { Flag, Id, Moment, Sort, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { roles, type Role } from '../access/roles.js';
import type { TeamUserStatus } from '../organizations.entities.js';

export class CreateTeamBody {
  @Text({ max: 255 })
  name!: string;

  @Id({ optional: true, description: 'Required for members of several organizations.' })
  org_id?: string | null;

  @Text({ optional: true, max: 255, description: 'Point of contact of the team.' })
  poc_name?: string | null;

  @ValidateIf((_, value) => value !== undefined && value !== null && value !== '')
  @IsEmail({}, { message: 'must be an e-mail address' })
  @Text({ optional: true, max: 255 })
  poc_email?: string | null;
}

/** Omitted members stay unchanged. */
export class UpdateTeamBody {
  @Id({ description: 'The team.' })
  id!: string;

  @Text({ optional: true, notEmpty: true, max: 255, description: 'New name.' })
  name?: string | null;

  @Text({ optional: true, max: 255, description: 'Point of contact of the team.' })
  poc_name?: string | null;

  @ValidateIf((_, value) => value !== undefined && value !== null && value !== '')
  @IsEmail({}, { message: 'must be an e-mail address' })
  @Text({ optional: true, max: 255, description: 'E-mail address of the contact.' })
  poc_email?: string | null;

  @Moment({ optional: true, description: 'As you read it: the change is refused if it is not the present one.' })
  updated_at?: string | null;
}

export class DeleteTeamBody {
  @Id({ description: 'The team.' })
  id!: string;

  @Flag({ optional: true, description: 'true: SBOMs and projects of the team are deleted with it.' })
  confirm?: boolean | null;
}

export const teamOrders = ['name', 'created_at', 'updated_at'] as const;

export class TeamsQuery extends PagingQuery {
  @Id({ optional: true, description: 'Only teams of this organization.' })
  org_id?: string | null;

  @Text({ optional: true, description: 'Part of the name.' })
  q?: string | null;

  @Text({ optional: true, description: 'Only teams with this name.' })
  name?: string | null;

  @Sort(teamOrders, 'created_at')
  sort?: string | null;
}

export class TeamQuery {
  @Id({ optional: true })
  id?: string;

  @Id({ optional: true, description: 'As `id`; sent by the legacy client.' })
  someid?: string;
}

export const teamUserStatuses = ['active', 'inactive'] as const satisfies readonly TeamUserStatus[];

export class CreateTeamUserBody {
  @Id()
  team_id!: string;

  @Id()
  user_id!: string;

  @Text({
    optional: true,
    oneOf: roles,
    description: 'Role in the team; default: the role in the organization, or member.',
  })
  role?: Role | '' | null;

  @Text({ optional: true, oneOf: teamUserStatuses, description: 'Default: active.' })
  status?: TeamUserStatus | '' | null;
}

/** The legacy client sends the id as `someid` in the query, and the whole team user in the body. */
export class TeamUserIdQuery {
  @Id({ optional: true })
  id?: string;

  @Id({ optional: true, description: 'As `id`.' })
  someid?: string;
}

export class UpdateTeamUserBody {
  @Id({ optional: true, description: 'Or in the query.' })
  id?: string | null;

  @Text({ optional: true, oneOf: roles })
  role?: Role | '' | null;

  @Text({ optional: true, oneOf: teamUserStatuses })
  status?: TeamUserStatus | '' | null;
}

export class TeamUserQuery {
  @Id()
  team_id!: string;

  @Id()
  user_id!: string;
}
