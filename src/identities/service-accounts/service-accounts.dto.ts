import { serviceAccountOrders } from './service-accounts.repository.js';
import { ArrayNotEmpty, Matches, ValidateIf } from 'class-validator';
import type { FieldErrors } from '../../model/errors.js';
import { Flag, Id, IdList, Moment, Sort, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { futureFault, Rule, type CrossFieldChecks } from '../../platform/http/validation.js';
import { roles, type Role } from '../../organizations/access/roles.js';

const isGiven = (_: unknown, value: unknown): boolean => value !== undefined && value !== null && value !== '';
const nameMessage = { message: 'must consist of letters, digits and . _ + - and start with a letter or digit' };
const namePattern = /^[\p{L}\p{N}][\p{L}\p{N}._+-]*$/u;
const someTeams = { message: 'must contain at least one team, or be omitted' };

export class CreateServiceAccountBody {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Matches(namePattern, nameMessage)
  @Text({ max: 64, description: 'What it is for; one of a name in an organization.' })
  name!: string;

  @Text({ oneOf: roles })
  role!: Role;

  @ArrayNotEmpty(someTeams)
  @IdList({ optional: true, description: 'The only teams that it sees; default: all.' })
  team_ids?: string[] | null;
}

export class ServiceAccountIdBody {
  @Id({ description: 'The service account.' })
  id!: string;
}

export class UpdateServiceAccountBody extends ServiceAccountIdBody implements CrossFieldChecks {
  @ValidateIf(isGiven)
  @Matches(namePattern, nameMessage)
  @Text({ optional: true, max: 64 })
  name?: string | null;

  @Text({ optional: true, oneOf: roles })
  role?: Role | '' | null;

  @ArrayNotEmpty(someTeams)
  @IdList({ optional: true, description: 'Limits it to exactly these teams.' })
  team_ids?: string[] | null;

  @Flag({ optional: true, description: 'true: it sees all teams again.' })
  all_teams?: boolean | null;

  @Flag({ optional: true, description: 'true: all its keys are refused until it is enabled again.' })
  disabled?: boolean | null;

  @Moment({ optional: true, description: 'As you read it: the change is refused if it is not the present one.' })
  updated_at?: string | null;

  crossFieldErrors(): FieldErrors {
    return this.all_teams && this.team_ids ? { all_teams: 'cannot be combined with team_ids' } : {};
  }
}

export class ServiceAccountsQuery extends PagingQuery {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Sort(Object.keys(serviceAccountOrders), 'name')
  sort?: string | null;
}

export class CreateServiceAccountKeyBody extends ServiceAccountIdBody {
  @Text({ max: 255, description: 'Purpose of the key.' })
  name!: string;

  @Text({ optional: true, oneOf: roles, description: 'Highest role of the key; default: that of the account.' })
  role?: Role | '' | null;

  @Id({ optional: true, description: 'The only project that the key reaches, with its analyses and SBOMs.' })
  project_id?: string | null;

  @Rule(futureFault)
  @Moment({ optional: true, description: 'When the key ends; default: never.' })
  expires_at?: string | null;
}
