import { ArrayNotEmpty, IsEmail, Matches, MinLength, ValidateIf } from 'class-validator';
import { Flag, Id, IdList, Text } from '../../platform/http/fields.js';
import { roles, type Role } from '../access/roles.js';
import { maxPasswordLength, minPasswordLength } from '../sessions/passwords.js';
import { usernamePattern } from './username.js';

const minLengthMessage = { message: `must be at least ${minPasswordLength} characters` };
const isGiven = (_: unknown, value: unknown): boolean => value !== undefined && value !== null && value !== '';

export class ChangePasswordBody {
  @Text({ max: maxPasswordLength })
  current_password!: string;

  @MinLength(minPasswordLength, minLengthMessage)
  @Text({ max: maxPasswordLength })
  new_password!: string;
}

export class CreateUserBody {
  @ValidateIf(isGiven)
  @Matches(usernamePattern, { message: 'must be letters, digits and . _ @ + - and begin with a letter or digit' })
  @Text({ optional: true, max: 128, description: 'Left out: the e-mail address.' })
  username?: string | null;

  @ValidateIf(isGiven)
  @IsEmail({}, { message: 'must be an e-mail address' })
  @Text({ optional: true, max: 255 })
  email?: string | null;

  @ValidateIf(isGiven)
  @MinLength(minPasswordLength, minLengthMessage)
  @Text({ optional: true, max: maxPasswordLength, description: 'Left out: one is made and shown once.' })
  password?: string | null;

  @Id({ optional: true, description: 'Organization to join; needs its role admin. Left out: needs a sys_admin.' })
  org_id?: string | null;

  @Text({ optional: true, oneOf: roles, description: 'Role in the organization; default member.' })
  role?: Role | '' | null;

  @ArrayNotEmpty({ message: 'must name at least one team, or be left out for all teams' })
  @IdList({ optional: true, description: 'Narrows the membership to these teams.' })
  team_ids?: string[] | null;

  @Flag({ optional: true, description: 'May manage organizations and users; needs a sys_admin.' })
  sys_admin?: boolean | null;
}

export class UpdateUserBody {
  @Id()
  id!: string;

  @Flag({ optional: true, description: 'A disabled user cannot log in, and every token of his is refused.' })
  disabled?: boolean | null;

  @Flag({ optional: true })
  sys_admin?: boolean | null;
}

export class UserIdBody {
  @Id()
  id!: string;
}
