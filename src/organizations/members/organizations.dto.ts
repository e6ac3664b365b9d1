import { Id, Text } from '../../platform/http/fields.js';

export class CreateOrganizationBody {
  @Text({ max: 255 })
  name!: string;

  @Id({ optional: true, description: 'Its first administrator; left out: the caller.' })
  admin_user_id?: string | null;
}
