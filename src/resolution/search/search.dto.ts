import { candidateKinds } from '../../model/search-results.js';
import { QueryNumber, Text } from '../../platform/http/fields.js';

export class SearchQuery {
  @Text({ max: 256, description: 'A name, part of one, or an identifier.' })
  q!: string;

  @Text({ optional: true, oneOf: candidateKinds, description: 'Left out: all three.' })
  kind?: string | null;

  @QueryNumber({ optional: true, min: 1, max: 100, description: 'Most results of each kind.' })
  limit: number = 20;
}
