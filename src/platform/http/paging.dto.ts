import { QueryNumber } from './fields.js';

/** Paging of every list: `offset` from 0, `limit` from 1 to 1000, 100 when left out (api-decisions). */
export class PagingQuery {
  @QueryNumber({ optional: true, min: 0, description: 'Rows to leave out from the start.' })
  offset: number = 0;

  @QueryNumber({ optional: true, min: 1, max: 1000, description: 'Most rows of one answer.' })
  limit: number = 100;
}
