import { groupMappingOrders } from './group-mappings.repository.js';
import { Id, Sort, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { roles, type Role } from '../../organizations/access/roles.js';
import { maxGroupName } from './group-claims.js';

export class CreateGroupMappingBody {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Text({ max: maxGroupName, description: 'The group, exactly as the provider writes it.' })
  group!: string;

  @Text({ oneOf: roles, description: 'What its members become.' })
  role!: Role;

  @Id({ optional: true, description: 'The only team that this opens; default: the whole organization.' })
  team_id?: string | null;
}

export class GroupMappingsQuery extends PagingQuery {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Sort(Object.keys(groupMappingOrders), 'group')
  sort?: string | null;
}

export class GroupMappingIdBody {
  @Id({ description: 'The mapping.' })
  id!: string;
}
