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

  /** By package, all that are not withdrawn and speak of it. */
  async advisoriesOn(sql: Sql, packageKeys: readonly string[]): Promise<Map<string, Advisory[]>> {
    const found = new Map<string, Advisory[]>();
    if (packageKeys.length === 0) return found;
    const rows = await sql.query<{ key: string; id: string; stamp: string }>(
      `SELECT p.package_key AS key, a.id, a.xmin::text AS stamp
       FROM catalog_advisory_packages p JOIN catalog_advisories a ON a.id = p.advisory_id
       WHERE p.package_key = ANY ($1::text[]) AND a.withdrawn_at IS NULL ORDER BY a.id`,
      [packageKeys],
    );
    const missing = rows.filter(({ id, stamp }) => this.held.get(id)?.stamp !== stamp);
    const read = await this.read(sql, missing);
    for (const { key, id, stamp } of rows) {
      const advisory = read.get(id) ?? this.held.get(id)?.advisory;
      if (!advisory) continue; // gone between the two questions
      this.hold(id, { stamp, advisory });
      const own = found.get(key);
      if (own) own.push(advisory);
      else found.set(key, [advisory]);
    }
    return found;
  }

  private async read(sql: Sql, missing: readonly { readonly id: string }[]): Promise<Map<string, Advisory>> {
    if (missing.length === 0) return new Map();
    const rows = await sql.query<{ id: string; record: JsonObject }>(
      'SELECT id, record FROM catalog_advisories WHERE id = ANY ($1::text[])',
      [[...new Set(missing.map(({ id }) => id))]],
    );
    return new Map(rows.map(({ id, record }) => [id, readAdvisory(record)]));
  }

  private hold(id: string, entry: { readonly stamp: string; readonly advisory: Advisory }): void {
    this.held.delete(id);
    this.held.set(id, entry);
    if (this.held.size > mostHeld) this.held.delete(this.held.keys().next().value!);
  }
}
