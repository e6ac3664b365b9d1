import { Transform } from 'class-transformer';
import { IdList } from './fields.js';

const maxIds = 1_000;

/** Asks for several things at once. */
export class IdsBody {
  @IdList({ max: maxIds, description: 'What to look up. Ids of things that you do not see are left out.' })
  ids!: string[];
}

/** The same in a query: repeated, or separated by commas or blanks. */
export class IdsQuery {
  @Transform(({ value }: { value: unknown }) => listOf(value))
  @IdList({ max: maxIds, description: 'What to look up. Ids of things that you do not see are left out.' })
  ids!: string[];
}

const listOf = (value: unknown): unknown =>
  [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(/[\s,]+/).filter(Boolean) : [one]));
