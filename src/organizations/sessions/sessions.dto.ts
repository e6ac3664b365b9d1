import { Flag, Id, Text } from '../../platform/http/fields.js';

export class LoginBody {
  @Text({ optional: true, max: 255, description: 'Or by HTTP Basic.' })
  username?: string | null;

  @Text({ optional: true, max: 1024 })
  password?: string | null;

  @Flag({
    optional: true,
    description:
      'true: the session comes in a cookie that scripts cannot read, and `jwt` is empty. Takes the header `X-CSRF-Protection: 1`, as every later change with the cookie does.',
  })
  cookie?: boolean | null;
}

export class EndSessionBody {
  @Id({
    optional: true,
    description: 'A session of the caller, as getSessions gives it; left out: that of this request.',
  })
  id?: string | null;
}
