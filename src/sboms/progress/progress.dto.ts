import { Matches } from 'class-validator';
import { QueryFlag, Text } from '../../platform/http/fields.js';

export const maxFollowed = 100;

export class ProgressQuery {
  @Text({ max: 37 * maxFollowed, description: `At most ${maxFollowed} ids of SBOMs, separated by commas.` })
  @Matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})*$/i, {
    message: 'must hold ids of SBOMs, separated by commas',
  })
  ids!: string;

  @QueryFlag({ optional: true, description: 'Stay open when nothing is left to do, and report later work too.' })
  follow: boolean = false;
}
