interface Listed<T> {
  readonly data: readonly T[];
  readonly meta: { readonly total_count: number };
}

/** The most that a page of the API holds. */
export const maxPage = 1_000;

/** Every row of a list, page by page: what somebody chooses from must not end in silence. */
export async function allOf<T>(
  ask: (page: { readonly offset: number; readonly limit: number }) => Promise<Listed<T>>,
): Promise<readonly T[]> {
  const rows: T[] = [];
  for (;;) {
    const { data, meta } = await ask({ offset: rows.length, limit: maxPage });
    rows.push(...data);
    if (data.length === 0 || rows.length >= meta.total_count) return rows;
  }
}
