import { Id, Text } from '../../platform/http/fields.js';
import { roles, type Role } from '../access/roles.js';
import type { TeamUserStatus } from '../organizations.entities.js';

export const teamUserStatuses = ['active', 'inactive'] as const satisfies readonly TeamUserStatus[];

export class CreateTeamUserBody {
  @Id()
  team_id!: string;

  @Id()
  user_id!: string;

  @Text({ optional: true, oneOf: roles, description: 'Role in the team; default that in the organization, or member.' })
  role?: Role | '' | null;

  @Text({ optional: true, oneOf: teamUserStatuses, description: 'Default active.' })
  status?: TeamUserStatus | '' | null;
}

/** The ancestor's SDK sends the id as `someid` in the query, and the whole team user in the body. */
export class TeamUserIdQuery {
  @Id({ optional: true })
  id?: string;

  @Id({ optional: true, description: 'As `id`.' })
  someid?: string;
}

export class UpdateTeamUserBody {
  @Id({ optional: true, description: 'May come in the query instead.' })
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
