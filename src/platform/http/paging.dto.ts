import { QueryNumber } from './fields.js';

/** Paging of every list. */
export class PagingQuery {
  @QueryNumber({ optional: true, min: 0, description: 'Number of rows to skip.' })
  offset: number = 0;

  @QueryNumber({ optional: true, min: 1, max: 1000, description: 'Maximum number of rows in the response.' })
  limit: number = 100;
}
