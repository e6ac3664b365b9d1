import type { Database } from '../../src/platform/database/database.js';
import { newId } from '../../src/platform/identifiers/uuid.js';
import type { ResolvedEntity } from '../../src/scores/entities/entity.js';
import { productOf } from '../sync/nvd-feeds.js';
import { withoutIndexes } from '../service/without-indexes.js';
import { entityOfSelection } from '../../src/scores/stored/entity-of-selection.js';

/**
 * Versions of packages that advisories name (as listed, introduced, fixed, last affected), and of other packages that the
 * catalogue has, in an order unrelated to packages, like the components of many SBOMs.
 */
export async function packageVersions(database: Database, max: number): Promise<ResolvedEntity[]> {
  const rows = await database.transaction('system', (sql) =>
    sql.query<{ purl: string; version: string }>(
      `WITH affected AS (
         SELECT p.package_key AS purl, jsonb_array_elements(a.record -> 'affected') AS one
         FROM catalog_advisory_packages p JOIN catalog_advisories a ON a.id = p.advisory_id),
       named AS (
         SELECT purl, jsonb_array_elements_text(one -> 'versions') AS version FROM affected
         UNION SELECT purl, event #>> '{}' FROM affected, jsonb_path_query(one, '$.ranges[*].events[*].*') AS event
         UNION SELECT key, unnest(versions) FROM catalog_packages
           WHERE type IN ('cargo', 'composer', 'gem', 'golang', 'maven', 'npm', 'nuget', 'pypi'))
       SELECT purl, version FROM named WHERE version ~ '^v?[0-9]' AND version <> '0'
       ORDER BY md5(purl || version) LIMIT $max`,
      { max },
    ),
  );
  return rows.flatMap(({ purl, version }) => entityOfSelection({ purl, cpe: null, repoUrl: null, version }) ?? []);
}

/** Versions of products that the generated feeds name; popular ones come often. */
export function productVersions(count: number): ResolvedEntity[] {
  return Array.from({ length: count }, (_, seed) => {
    const version = `${1 + (seed % 4)}.${seed % 37}.0`;
    const cpe = `cpe:2.3:a:${productOf(seed * 13)}:${version}:*:*:*:*:*:*:*`;
    return entityOfSelection({ purl: null, cpe, repoUrl: null, version })!;
  });
}

/** Sets advisories on packages aside, to be added later. */
export async function setAdvisoriesAside(database: Database, count: number): Promise<void> {
  await database.transaction('system', async (sql) => {
    await sql.run(
      `CREATE TABLE held_advisories AS SELECT * FROM catalog_advisories WHERE withdrawn_at IS NULL
         AND id IN (SELECT advisory_id FROM catalog_advisory_packages) ORDER BY md5(id) LIMIT ${count}`,
    );
    await sql.run(
      `CREATE TABLE held_packages AS SELECT * FROM catalog_advisory_packages
       WHERE advisory_id IN (SELECT id FROM held_advisories)`,
    );
  });
  await takeHeldAdvisories(database);
  await database.transaction('system', (sql) => sql.run('DELETE FROM score_changes'));
}

export async function takeHeldAdvisories(database: Database): Promise<void> {
  await database.transaction('system', async (sql) => {
    await sql.run('DELETE FROM catalog_advisory_packages WHERE advisory_id IN (SELECT id FROM held_advisories)');
    await sql.run('DELETE FROM catalog_advisories WHERE id IN (SELECT id FROM held_advisories)');
  });
}

export async function addHeldAdvisories(database: Database): Promise<void> {
  await database.transaction('system', async (sql) => {
    await sql.run('INSERT INTO catalog_advisories SELECT * FROM held_advisories ON CONFLICT DO NOTHING');
    await sql.run('INSERT INTO catalog_advisory_packages SELECT * FROM held_packages ON CONFLICT DO NOTHING');
  });
}

/** Inserts scored components of a thousand SBOMs, spread over the stored entities. */
export async function fillSboms(database: Database, components: number): Promise<void> {
  const [org, team] = [newId(), newId()];
  await database.session('system', async (sql) => {
    await sql.run("SET work_mem = '256MB'");
    await sql.run("SET maintenance_work_mem = '512MB'");
    await sql.run(
      `INSERT INTO sboms (id, org_id, team_id, name, version, supplier, contact_name, contact_email, monitor_frequency)
       SELECT gen_random_uuid(), $org, $team, 'bench', '', '', '', '', 'never' FROM generate_series(1, 1000)`,
      { org, team },
    );
    await withoutIndexes(sql, ['components', 'component_scores'], async () => {
      await sql.run(
        `INSERT INTO components (id, org_id, sbom_id, position, name, ref, pending, status, selected_purl)
         SELECT (lpad(to_hex(b.place * 1000000 + n), 12, '0') || '7000' || right(md5(n::text), 16))::uuid, $org, b.id, n / 1000,
           'c' || n, 'r' || n, false, 'resolved', e.purl
         FROM generate_series(0, ${components - 1}) n
         JOIN (SELECT id, row_number() OVER () - 1 AS place FROM sboms) b ON b.place = n % 1000
         JOIN (SELECT purl, row_number() OVER (ORDER BY entity_id) - 1 AS place FROM entity_scores) e
           ON e.place = n % (SELECT count(*) FROM entity_scores)
         ORDER BY b.place, n`,
        { org },
      );
      await sql.run(
        `INSERT INTO component_scores (component_id, org_id, sbom_id, entity_id, risk, risk_ecosystem, risk_technology,
           risk_supply_chain, stamp, is_resolved, is_contested)
         SELECT c.id, $org, c.sbom_id, e.entity_id, e.risk, e.risk_ecosystem, e.risk_technology, e.risk_supply_chain,
           c.xmin::text || ' ' || e.digest, true, false
         FROM components c JOIN entity_scores e ON e.purl = c.selected_purl ORDER BY c.id`,
        { org },
      );
    });
    await sql.query('VACUUM ANALYZE');
  });
}
