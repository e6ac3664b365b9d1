import { ArrayNotEmpty } from 'class-validator';
import { Flag, Id, IdList, Text } from '../../platform/http/fields.js';
import { roles, type Role } from '../access/roles.js';

const someTeams = { message: 'must name at least one team, or be left out' };

export class AddMemberBody {
  @Id()
  org_id!: string;

  @Id({ optional: true, description: 'The user, by id or by name.' })
  user_id?: string | null;

  @Text({ optional: true, max: 128 })
  username?: string | null;

  @Text({ oneOf: roles })
  role!: Role;

  @ArrayNotEmpty(someTeams)
  @IdList({ optional: true, description: 'The only teams that the member sees; left out: all.' })
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
  @IdList({ optional: true, description: 'Narrows the membership to exactly these teams.' })
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
