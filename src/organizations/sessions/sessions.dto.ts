import { Text } from '../../platform/http/fields.js';

export class LoginBody {
  @Text({ optional: true, max: 255, description: 'Or by HTTP Basic.' })
  username?: string | null;

  @Text({ optional: true, max: 1024 })
  password?: string | null;
}
