import { Text } from '../../platform/http/fields.js';

export class LoginBody {
  @Text({ optional: true, max: 255, description: 'May come by HTTP Basic instead.' })
  username?: string | null;

  @Text({ optional: true, max: 1024 })
  password?: string | null;
}
