/** A source of the catalogue, as the API gives it. */
export interface Source {
  readonly covers: readonly { readonly kind: string }[];
  readonly loaded_at: string | null;
  readonly data_as_of: string | null;
}

export const isLoaded = ({ covers, loaded_at: at }: Source, kind = 'vulnerabilities'): boolean =>
  at !== null && covers.some((one) => one.kind === kind);

/** What “none known” rests on: the loaded sources of vulnerabilities, and the date of the oldest. */
export function groundOf(sources: readonly Source[]): { readonly count: number; readonly oldest: string | null } {
  const dates = sources
    .filter((one) => isLoaded(one))
    .map(({ data_as_of: dataAsOf, loaded_at: at }) => dataAsOf ?? at!);
  return { count: dates.length, oldest: dates.sort()[0] ?? null };
}

/** Components about which “none known” says something: those that were examined whole. */
export const countExamined = (coverage: readonly { readonly status: string; readonly count: number }[]): number =>
  coverage.reduce((sum, { status, count }) => (status === 'examined' ? sum + count : sum), 0);
