import { IsRFC3339, ValidateIf } from 'class-validator';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { Id, Text } from '../../platform/http/fields.js';
import { roles, type Role } from '../access/roles.js';

export class CreateApiKeyBody {
  @Text({ max: 255, description: 'What the key is for.' })
  name!: string;

  @Text({ optional: true, oneOf: roles, description: 'The most that the key may do; left out: all that its user may.' })
  role?: Role | '' | null;

  @Id({ optional: true, description: 'The one organization that the key opens; left out: all of its user’s.' })
  org_id?: string | null;

  @ValidateIf((_, value) => value !== undefined && value !== null && value !== '')
  @IsRFC3339({ message: 'must be a time (RFC 3339, with its zone)' })
  @Text({ optional: true, max: 40, description: 'RFC 3339; left out: until it is revoked.' })
  expires_at?: string | null;
}

export class ApiKeysQuery extends PagingQuery {
  @Id({ optional: true, description: 'All keys that open this one organization only; needs its role admin.' })
  org_id?: string;
}

export class ApiKeyIdBody {
  @Id()
  id!: string;
}
