import { organization } from '../session.js';

export interface Identifiers {
  readonly purl?: string | null | undefined;
  readonly cpe?: string | null | undefined;
  readonly repo_url?: string | null | undefined;
}

/** The page of an entity; null: nothing identifies one. */
export function entityAddress({ purl, cpe, repo_url }: Identifiers): string | null {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ purl, cpe, repo_url })) if (value) query.set(name, value);
  return query.size > 0 ? `/o/${organization.value!.id}/entity?${query.toString()}` : null;
}
