import { Database } from '../src/platform/database/database.js';
import { openBenchService, percentile, timed, type BenchService } from './service/bench-service.js';

/**
 * How long the NOTICE of an SBOM takes, over HTTP: `npm run bench:notice -- [components]`. Components are under listed
 * licences, choices, own texts and none.
 */
const components = Number(process.argv[2] ?? 10_000);
const rounds = 10;

const service = await openBenchService();
try {
  const id = await fill(service);
  for (const format of ['text', 'html', 'spdx']) {
    const times: number[] = [];
    for (let n = -1; n < rounds; n += 1) {
      const { ms } = await timed(() => notice(id, format));
      if (n >= 0) times.push(ms);
    }
    const [half, most] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(0));
    console.log(`NOTICE of ${components} components, ${format}: p50 ${half} ms, p95 ${most} ms  (bar: 5000 ms)`);
  }
} finally {
  await service.close();
}

/** Ten thousand entries under forty licences, every tenth with a text of its own, every hundredth without a licence. */
async function fill({ nest, orgId, newSbom }: BenchService): Promise<string> {
  const id = await newSbom('bench');
  const licenses = [
    'MIT',
    'Apache-2.0',
    'BSD-3-Clause',
    'ISC',
    'GPL-2.0-only',
    'LGPL-2.1-or-later',
    'MPL-2.0',
    'EPL-2.0',
  ];
  await nest.get(Database).session('system', (sql) =>
    sql.run(
      `INSERT INTO components (id, org_id, sbom_id, ref, position, name, version, selected_purl, source)
       SELECT gen_random_uuid(), $orgId, $id, n, n, 'part ' || n, '1.' || n % 50, 'pkg:npm/part-' || n || '@1.' || n % 50,
         jsonb_build_object('copyright', 'Copyright 2020 Author ' || n, 'licenses', CASE
           WHEN n % 100 = 0 THEN '[]'::jsonb
           WHEN n % 10 = 0 THEN jsonb_build_array(jsonb_build_object('relation', 'declared', 'name', 'Own ' || n,
             'text', repeat('Terms of author ' || n || '. ', 200)))
           ELSE jsonb_build_array(jsonb_build_object('relation', 'declared', 'expression',
             ($licenses::text[])[1 + n % 8] || ' OR ' || ($licenses::text[])[1 + n / 8 % 8])) END)
       FROM generate_series(1, $components::integer) n`,
      { orgId, id, licenses, components },
    ),
  );
  return id;
}

/** The whole answer, which is text. */
async function notice(id: string, format: string): Promise<void> {
  const url = `${service.url}/v1/report/getNotice?id=${id}&format=${format}`;
  const response = await fetch(url, { headers: { Authorization: `Bearer ${service.token}` } });
  const text = await response.text();
  if (!response.ok || text.length < components * 20) throw new Error(`${response.status} ${text.slice(0, 500)}`);
}
