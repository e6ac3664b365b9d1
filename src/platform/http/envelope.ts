/** `meta` of every answer; lists add `limit`, some endpoints add members of their own (warnings, job_id, losses …). */
export interface Meta {
  total_count: number;
  offset: number;
  limit?: number;
  [member: string]: unknown;
}

export interface Envelope<T> {
  data: T;
  meta: Meta;
}

/** The common answer (specification, "Common response envelope") for one thing; `total_count` of one thing is 1. */
export function envelope<T>(data: T, meta: Partial<Meta> = {}): Envelope<T> {
  return { data, meta: { total_count: 1, offset: 0, ...meta } };
}

/** The answer for one page of a list. */
export function listEnvelope<T>(
  page: { rows: T[]; total: number },
  paging: { offset: number; limit: number },
): Envelope<T[]> {
  return { data: page.rows, meta: { total_count: page.total, offset: paging.offset, limit: paging.limit } };
}
