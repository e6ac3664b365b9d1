import { Text } from '../platform/http/fields.js';

/** Body and query of the questions about one entity: one or more of the three, all of the same thing. */
export class EntityQuestion {
  @Text({ optional: true, description: 'Package URL: pkg:npm/lodash@4.17.21' })
  package_id?: string | null;

  @Text({ optional: true, description: 'CPE of the product: cpe:2.3:a:lodash:lodash:4.17.21:*:*:*:*:*:*:*' })
  product_id?: string | null;

  @Text({ optional: true, description: 'Repository: https://github.com/lodash/lodash' })
  repo_id?: string | null;
}
