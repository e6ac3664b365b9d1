import { Database } from '../../src/platform/database/database.js';
import type { BenchService } from '../service/bench-service.js';

const sboms = 1_000;

/** An organization of a thousand SBOMs: so many components, of which `waiting` wait for review in `groups` names. */
export async function fillOrganization(
  { nest, orgId, newSbom }: BenchService,
  { components, waiting, groups }: { components: number; waiting: number; groups: number },
): Promise<void> {
  const model = await newSbom('model');
  await nest.get(Database).session('system', async (sql) => {
    await sql.run(
      `INSERT INTO sboms (id, org_id, team_id, name, version, supplier, contact_name, contact_email, monitor_frequency,
         unresolved_count)
       SELECT gen_random_uuid(), $orgId, team_id, 'bench ' || n, '', '', '', '', 'never', $components::integer / $sboms
       FROM generate_series(1, $sboms::integer) n, (SELECT team_id FROM sboms WHERE id = $model) AS model`,
      { orgId, model, components, sboms },
    );
    await sql.run(
      `INSERT INTO components (id, org_id, sbom_id, ref, position, name, version, pending, status, selected_purl, search_results)
       SELECT gen_random_uuid(), $orgId, b.id, n, n, CASE WHEN waits THEN 'Doubt ' || md5((n % $groups)::text) ELSE 'part ' || n / 20 END,
         '1.' || n % 50, false, CASE WHEN waits THEN 'no-resolution' ELSE 'resolved' END,
         CASE WHEN NOT waits THEN 'pkg:npm/part-' || n / 20 || '@1.' || n % 50 END,
         CASE WHEN waits THEN '{"repo": [], "package": [], "product": []}'::jsonb
              ELSE jsonb_build_object('repo', '[]'::jsonb, 'product', '[]'::jsonb, 'package', jsonb_build_array(
                jsonb_build_object('purl', 'pkg:npm/part-' || n / 20 || '@1.' || n % 50, 'selected', true,
                  'automatically_selected', true, 'confidence', 0.99))) END
       FROM generate_series(0, $components::integer - 1) n
       CROSS JOIN LATERAL (SELECT n < $waiting::integer AS waits) AS kind
       JOIN (SELECT id, row_number() OVER () - 1 AS place FROM sboms WHERE name LIKE 'bench %') b ON b.place = n % $sboms::integer`,
      { orgId, components, waiting, groups, sboms },
    );
    await sql.query('VACUUM ANALYZE components, sboms');
  });
}

/** An SBOM with so many entries, without the import of a file. */
export async function fillSbom({ nest, orgId, newSbom }: BenchService, entries: number): Promise<string> {
  const sbomId = await newSbom('long');
  await nest.get(Database).session('system', async (sql) => {
    await sql.run(
      `INSERT INTO components (id, org_id, sbom_id, ref, position, name, version, pending, status, selected_purl)
       SELECT gen_random_uuid(), $orgId, $sbomId, n, n, 'entry ' || n, '1.' || n % 50, false, 'resolved',
         'pkg:npm/entry-' || n || '@1.' || n % 50
       FROM generate_series(0, $entries::integer - 1) n`,
      { orgId, sbomId, entries },
    );
    await sql.run('UPDATE sboms SET resolved_count = $entries WHERE id = $sbomId', { sbomId, entries });
    await sql.query('VACUUM ANALYZE components, sboms');
  });
  return sbomId;
}
