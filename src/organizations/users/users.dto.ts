import { ArrayNotEmpty, IsEmail, Matches, MinLength, ValidateIf } from 'class-validator';
import { Flag, Id, IdList, IdsQuery, Moment, QueryFlag, Sort, Text } from '../../platform/http/fields.js';
import type { FieldErrors } from '../../model/errors.js';
import { futureFault, Rule, type CrossFieldChecks } from '../../platform/http/validation.js';
import { roles, type Role } from '../access/roles.js';
import { maxPasswordLength, minPasswordLength, usernamePattern } from '../sessions/credentials.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { apiKeyOrders } from './api-keys.repository.js';
import { userOrders } from './users.repository.js';

const minLengthMessage = { message: `must be at least ${minPasswordLength} characters` };
const isGiven = (_: unknown, value: unknown): boolean => value !== undefined && value !== null && value !== '';

export class ChangePasswordBody {
  @Text({ max: maxPasswordLength })
  current_password!: string;

  @MinLength(minPasswordLength, minLengthMessage)
  @Text({ max: maxPasswordLength })
  new_password!: string;

  @Flag({ optional: true, description: 'Also revokes all API keys of the caller; default: they stay valid.' })
  revoke_api_keys?: boolean | null;
}

export class CreateUserBody implements CrossFieldChecks {
  @ValidateIf(isGiven)
  @Matches(usernamePattern, {
    message: 'must consist of letters, digits and . _ @ + - and start with a letter or digit',
  })
  @Text({ optional: true, max: 128, description: 'Default: the e-mail address.' })
  username?: string | null;

  @ValidateIf(isGiven)
  @IsEmail({}, { message: 'must be an e-mail address' })
  @Text({ optional: true, max: 255 })
  email?: string | null;

  @ValidateIf(isGiven)
  @MinLength(minPasswordLength, minLengthMessage)
  @Text({ optional: true, max: maxPasswordLength, description: 'Default: a generated one, shown once.' })
  password?: string | null;

  @Id({
    optional: true,
    description: 'Organization to join; requires the role admin there. Without it a sys_admin is required.',
  })
  org_id?: string | null;

  @Text({ optional: true, oneOf: roles, description: 'Role in the organization; default: member.' })
  role?: Role | '' | null;

  @ArrayNotEmpty({ message: 'must contain at least one team, or be omitted for all teams' })
  @IdList({ optional: true, description: 'Limits the membership to these teams.' })
  team_ids?: string[] | null;

  @Flag({ optional: true, description: 'Can manage organizations and users; requires a sys_admin.' })
  sys_admin?: boolean | null;

  crossFieldErrors(): FieldErrors {
    return this.username || this.email ? {} : { username: 'is required' };
  }
}

export class UpdateUserBody {
  @Id()
  id!: string;

  @Flag({ optional: true, description: 'A disabled user cannot log in, and all tokens of the user are refused.' })
  disabled?: boolean | null;

  @Flag({ optional: true })
  sys_admin?: boolean | null;

  @Moment({ optional: true, description: 'As you read it: the change is refused if it is not the present one.' })
  updated_at?: string | null;
}

export class UserIdBody {
  @Id()
  id!: string;
}

/** Optionally only names of the members of one team's organization. */
export class UserNamesQuery {
  @Id({ optional: true, description: 'A team of the organization whose members to name; default: all of yours.' })
  team_id?: string | null;
}

export class GetUserNamesQuery extends IdsQuery {
  @Id({ optional: true, description: 'A team of the organization whose members to name; default: all of yours.' })
  team_id?: string | null;
}

export class UserIdQuery {
  @Id({ description: 'The user.' })
  id!: string;
}

export class CreateApiKeyBody {
  @Text({ max: 255, description: 'Purpose of the key.' })
  name!: string;

  @Text({ optional: true, oneOf: roles, description: 'Highest role of the key; default: the roles of its user.' })
  role?: Role | '' | null;

  @Id({ optional: true, description: 'The only organization that the key gives access to; default: all of its user.' })
  org_id?: string | null;

  @Id({ optional: true, description: 'The only project that the key reaches, with its analyses and SBOMs.' })
  project_id?: string | null;

  @Rule(futureFault)
  @Moment({ optional: true, description: 'When the key ends; default: never.' })
  expires_at?: string | null;
}

export class ApiKeysQuery extends PagingQuery {
  @Id({ optional: true, description: 'All keys limited to this organization; requires the role admin there.' })
  org_id?: string;

  @Text({ optional: true, description: 'Part of the name.' })
  q?: string | null;

  @QueryFlag({ optional: true, description: 'true: only keys that can be used; false: only revoked and expired ones.' })
  active?: boolean | null;

  @Sort(Object.keys(apiKeyOrders), '-created_at')
  sort?: string | null;
}

export class UsersQuery extends PagingQuery {
  @Text({ optional: true, description: 'Part of the user name or the e-mail address.' })
  q?: string | null;

  @Text({ optional: true, description: 'Only the user with this name.' })
  username?: string | null;

  @QueryFlag({ optional: true, description: 'Only system administrators, or only others.' })
  sys_admin?: boolean | null;

  @QueryFlag({ optional: true, description: 'Only disabled users, or only others.' })
  disabled?: boolean | null;

  @Sort(Object.keys(userOrders), 'created_at')
  sort?: string | null;
}

export class ApiKeyIdBody {
  @Id()
  id!: string;
}
