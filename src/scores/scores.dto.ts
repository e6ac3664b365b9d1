import { Transform } from 'class-transformer';
import type { FieldErrors } from '../model/errors.js';
import type { CrossFieldChecks } from '../platform/http/validation.js';
import { identifierErrors } from './entities/entity-identifiers.js';
import { QueryNumber, Text, WholeNumber } from '../platform/http/fields.js';

/** Identifiers of one entity: at least one, all of the same entity. */
export class EntityQuestion implements CrossFieldChecks {
  @Text({ optional: true, description: 'Package URL: pkg:npm/lodash@4.17.21' })
  package_id?: string | null;

  @Text({ optional: true, description: 'CPE of the product: cpe:2.3:a:lodash:lodash:4.17.21:*:*:*:*:*:*:*' })
  product_id?: string | null;

  @Text({ optional: true, description: 'Repository: https://github.com/lodash/lodash' })
  repo_id?: string | null;

  crossFieldErrors(): FieldErrors {
    return identifierErrors(this as unknown as Record<string, unknown>);
  }
}

const offset = { optional: true, min: 0, description: 'Number of rows to skip.' };
const limit = { optional: true, min: 1, max: 1000, description: 'Maximum number of rows.' };

/** Identifiers of one entity and paging, in a body. */
export class HistoryQuestion extends EntityQuestion {
  @Transform(({ value }: { value: unknown }) => value ?? 0)
  @WholeNumber(offset)
  offset: number = 0;

  @Transform(({ value }: { value: unknown }) => value ?? 100)
  @WholeNumber(limit)
  limit: number = 100;
}

/** The same in a query. */
export class HistoryQuery extends EntityQuestion {
  @QueryNumber(offset)
  offset: number = 0;

  @QueryNumber(limit)
  limit: number = 100;
}
