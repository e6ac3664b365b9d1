import { IsEmail, ValidateIf } from 'class-validator';
import { Id, Text } from '../../platform/http/fields.js';

export class CreateTeamBody {
  @Text({ max: 255 })
  name!: string;

  @Id({ optional: true, description: 'May be left out by members of one organization only.' })
  org_id?: string | null;

  @Text({ optional: true, max: 255, description: 'Whom to ask about the team.' })
  poc_name?: string | null;

  @ValidateIf((_, value) => value !== undefined && value !== null && value !== '')
  @IsEmail({}, { message: 'must be an e-mail address' })
  @Text({ optional: true, max: 255 })
  poc_email?: string | null;
}

export class TeamQuery {
  @Id({ optional: true })
  id?: string;

  @Id({ optional: true, description: 'As `id`; the ancestor’s SDK sends it so.' })
  someid?: string;
}
