import { ArrayNotEmpty } from 'class-validator';
import { Flag, Id, IdList, Text } from '../../platform/http/fields.js';
import { roles, type Role } from '../access/roles.js';

export class CreateOrganizationBody {
  @Text({ max: 255 })
  name!: string;

  @Id({ optional: true, description: 'Its first administrator; default: the caller.' })
  admin_user_id?: string | null;
}

const someTeams = { message: 'must contain at least one team, or be omitted' };

export class AddMemberBody {
  @Id()
  org_id!: string;

  @Id({ optional: true, description: 'The user, by id or by username.' })
  user_id?: string | null;

  @Text({ optional: true, max: 128 })
  username?: string | null;

  @Text({ oneOf: roles })
  role!: Role;

  @ArrayNotEmpty(someTeams)
  @IdList({ optional: true, description: 'The only teams that the member sees; default: all.' })
  team_ids?: string[] | null;
}

export class UpdateMemberBody {
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
}

export class RemoveMemberBody {
  @Id()
  org_id!: string;

  @Id()
  user_id!: string;
}
