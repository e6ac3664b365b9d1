import type { Sql } from '../platform/database/sql.js';

/** Ids of entries whose names start with a text, the most used first. */
export interface PrefixMatches {
  readonly packages: readonly number[];
  readonly products: readonly number[];
  readonly repositories: readonly number[];
}

const columns = { packages: 'name', products: 'product', repositories: 'name' };

/** Too many names start with the same letter. */
const minLength = 2;

/** Entries of each kind whose name starts with the text, in any case: one index range per kind. */
export async function entriesByPrefix(sql: Sql, text: string, limit: number): Promise<PrefixMatches> {
  const beginning = text.trim().slice(0, 100).toLowerCase();
  if (beginning.length < minLength) return { packages: [], products: [], repositories: [] };
  const pattern = `${beginning.replace(/[\\%_]/g, '\\$&')}%`;
  const ids = async (kind: keyof typeof columns, written: string): Promise<number[]> => {
    const rows = await sql.query<{ id: number }>(
      `SELECT id FROM catalog_${kind} WHERE lower(left(${columns[kind]}, 100)) LIKE $written
       ORDER BY weight DESC, length(${columns[kind]}), id LIMIT $limit`,
      { written, limit },
    );
    return rows.map(({ id }) => id);
  };
  return {
    packages: await ids('packages', pattern),
    // A CPE has underscores for spaces.
    products: await ids('products', pattern.replace(/\s+/g, '\\_')),
    repositories: await ids('repositories', pattern),
  };
}
