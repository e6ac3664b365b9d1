import { Text } from '../../platform/http/fields.js';

export class FinishSignInBody {
  @Text({ max: 4_096, notEmpty: true, description: '`code` of the address that the provider sent the browser to.' })
  code!: string;

  @Text({ max: 100, notEmpty: true, description: '`state` of that address.' })
  state!: string;
}
