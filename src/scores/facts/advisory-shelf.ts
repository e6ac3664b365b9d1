import type { JsonObject } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import { type Advisory, readAdvisory } from '../vulnerabilities/advisory.js';

/** Records of a popular package number hundreds, and taking one apart costs more than all that is asked of it later. */
const mostHeld = 2_000;

/**
 * Advisories, taken apart, those used last kept at hand. Whether one has changed is asked every time (by the row's
 * `xmin`, which every change of the row changes), so nothing stale is ever given.
 */
export class AdvisoryShelf {
  private readonly held = new Map<string, { readonly stamp: string; readonly advisory: Advisory }>();

  /** All that are not withdrawn and speak of any of the packages. */
  async advisoriesOn(sql: Sql, packageKeys: readonly string[]): Promise<Advisory[]> {
    if (packageKeys.length === 0) return [];
    const rows = await sql.query<{ id: string; stamp: string }>(
      `SELECT id, xmin::text AS stamp FROM catalog_advisories WHERE withdrawn_at IS NULL AND id IN
         (SELECT advisory_id FROM catalog_advisory_packages WHERE package_key = ANY ($1::text[])) ORDER BY id`,
      [packageKeys],
    );
    const missing = rows.filter(({ id, stamp }) => this.held.get(id)?.stamp !== stamp);
    const read = await this.read(sql, missing);
    return rows.flatMap(({ id, stamp }) => {
      const advisory = read.get(id) ?? this.held.get(id)?.advisory;
      if (!advisory) return []; // gone between the two questions
      this.hold(id, { stamp, advisory });
      return [advisory];
    });
  }

  private async read(sql: Sql, missing: readonly { readonly id: string }[]): Promise<Map<string, Advisory>> {
    if (missing.length === 0) return new Map();
    const rows = await sql.query<{ id: string; record: JsonObject }>(
      'SELECT id, record FROM catalog_advisories WHERE id = ANY ($1::text[])',
      [missing.map(({ id }) => id)],
    );
    return new Map(rows.map(({ id, record }) => [id, readAdvisory(record)]));
  }

  private hold(id: string, entry: { readonly stamp: string; readonly advisory: Advisory }): void {
    this.held.delete(id);
    this.held.set(id, entry);
    if (this.held.size > mostHeld) this.held.delete(this.held.keys().next().value!);
  }
}
