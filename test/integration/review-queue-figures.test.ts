import { groupBy } from '../../src/model/group-by.js';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { reviewGroupId } from '../support/review-groups.js';

interface PlainEntry {
  readonly name: string;
  readonly org: string;
  readonly version: string;
  readonly status: string;
  readonly sbom: string;
  readonly pending: boolean;
  readonly deleted: boolean;
  readonly disposition: string | null;
  readonly confidence: number;
  /** Days since it came. */
  readonly age: number;
}

const reasons: Readonly<Record<string, string>> = {
  errored: 'failed',
  'no-resolution': 'nothing_found',
  'partial-resolution': 'candidates_differ',
  // Nothing is selected in these entries.
  resolved: 'cannot_be_examined',
};

/** Why the entry waits, as ADR 22 says; null: it does not. */
const reasonOf = ({ deleted, disposition, status }: PlainEntry): string | null =>
  deleted || disposition !== null ? null : reasons[status]!;

const counted = (values: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/** What the queue must show, by counting entry by entry: what waits for resolution waits for nobody yet. */
function plainGroups(entries: readonly PlainEntry[]) {
  const groups = groupBy(
    entries.filter((one) => reasonOf(one) !== null && !one.pending),
    ({ name, org }) => reviewGroupId(name, { org }),
  );
  return [...groups]
    .map(([id, own]) => {
      const most = [...counted(own.map((one) => reasonOf(one)!))].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
      const sboms = new Set(own.map(({ sbom }) => sbom));
      const versions = new Set(own.map(({ version }) => version)).size;
      const orders = {
        entries: own.length,
        sboms: sboms.size,
        confidence: Math.max(...own.map(({ confidence }) => confidence)),
        age: Math.max(...own.map(({ age }) => age)),
      };
      return { id, org: own[0]!.org, entries: own.length, sboms, versions, reason: most[0]![0], orders, own };
    })
    .sort((a, b) => b.entries - a.entries || (a.id < b.id ? -1 : 1));
}

describe('figures of the review queue', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const newSbom = async (name: string): Promise<string> => {
    const texts = { name, version: '1', supplier: 's', contact_name: 'c', contact_email: '' };
    const { body } = await admin.client.post('v1/project/createSBOM', { ...texts, org_id: admin.orgId });
    return body.data.id;
  };
  const page = async (query: Record<string, string>): Promise<any> =>
    (await admin.client.get('v1/review/getQueue', { org_id: admin.orgId, ...query })).body;

  it('are those of counting entry by entry, on every page and under every filter', async () => {
    const sboms = [await newSbom('One'), await newSbom('Two'), await newSbom('Three')];
    let state = 7;
    const pick = <T>(...values: readonly T[]): T => {
      state = (state * 48_271) % 2_147_483_647;
      return values[state % values.length]!;
    };
    const entries = Array.from({ length: 400 }, (): PlainEntry => ({
      name: `${pick('part', 'Part')} ${pick(...Array.from({ length: 40 }, (_, n) => n))}`,
      org: pick('', 'acme'),
      version: pick('', '1', '2'),
      sbom: pick(...sboms),
      status: pick('errored', 'no-resolution', 'partial-resolution', 'resolved'),
      pending: pick(true, false),
      deleted: pick(true, false, false),
      disposition: pick('internal', null, null),
      confidence: pick(0, 0.2, 0.41, 0.73, 0.98),
      age: pick(...Array.from({ length: 30 }, (_, n) => n)),
    }));
    await app.nest.get(Database).session('system', (sql) =>
      sql.run(
        `INSERT INTO components (id, org_id, sbom_id, ref, position, name, org, version, status, pending, disposition, deleted_at,
           confidence, created_at)
         SELECT gen_random_uuid(), $orgId, e.sbom, n, n, e.name, e.org, e.version, e.status, e.pending, e.disposition,
           CASE WHEN e.deleted THEN now() END, e.confidence, now() - e.age * interval '1 day'
         FROM ROWS FROM (jsonb_to_recordset($entries::jsonb) AS (name text, org text, version text, status text,
           sbom uuid, pending boolean, deleted boolean, disposition text, confidence float8, age int)) WITH ORDINALITY
           AS e (name, org, version, status, sbom, pending, deleted, disposition, confidence, age, n)`,
        { orgId: admin.orgId, entries: JSON.stringify(entries) },
      ),
    );
    const all = plainGroups(entries);
    const figures = all.map(({ orders: _, own: __, sboms: { size }, ...group }) => ({ ...group, sboms: size }));
    const shown: object[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, meta } = await page({ limit: '7', ...(cursor && { cursor }) });
      for (const { id, org, entries: count, sboms: places, versions, reason } of data)
        shown.push({ id, org, entries: count, sboms: places, versions, reason });
      cursor = meta.cursor;
      expect(meta.total_count).toBe(all.length);
    }
    expect(shown).toEqual(figures);
    const { facets, resolving } = (await page({})).meta;
    expect(resolving).toBe(entries.filter(({ pending, deleted }) => pending && !deleted).length);
    const valuesOf = (facet: string): Map<string, number> =>
      new Map(facets[facet].map(({ value, count }: any): [string, number] => [value, count]));
    expect(valuesOf('reason')).toEqual(counted(all.map(({ reason }) => reason)));
    expect(valuesOf('team')).toEqual(new Map([[admin.teamId, all.length]]));
    const paged = async (sort: string): Promise<string[]> => {
      const ids: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { data, meta } = await page({ sort, limit: '7', ...(cursor && { cursor }) });
        ids.push(...data.map(({ id }: any) => id));
        cursor = meta.cursor;
      }
      return ids;
    };
    for (const [sort, of] of [
      ['-entries', 'entries'],
      ['-sboms', 'sboms'],
      ['-confidence', 'confidence'],
      ['created_at', 'age'],
    ] as const) {
      const sorted = [...all].sort((a, b) => b.orders[of] - a.orders[of] || (a.id < b.id ? -1 : 1));
      expect([sort, await paged(sort)]).toEqual([sort, sorted.map(({ id }) => id)]);
    }
    const placeOf = ({ own, id }: (typeof all)[number]): string => `${own[0]!.name.toLowerCase()} ${id}`;
    const byName = [...all].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    expect(await paged('name')).toEqual(byName.map(({ id }) => id));
    expect(valuesOf('sbom')).toEqual(counted(all.flatMap((group) => [...group.sboms])));
    for (const sbom of sboms)
      for (const reason of valuesOf('reason').keys()) {
        const { data } = await page({ sbom_id: sbom, reason, limit: '200' });
        expect(data.map(({ id }: any) => id)).toEqual(
          all.filter((group) => group.sboms.has(sbom) && group.reason === reason).map(({ id }) => id),
        );
      }
  });

  it('say how many values a facet has beyond those that it lists, and always list the chosen one', async () => {
    const sbomId = await newSbom('Many');
    // The last supplier has one group, the others two each.
    await app.nest.get(Database).session('system', (sql) =>
      sql.run(
        `INSERT INTO components (id, org_id, sbom_id, ref, position, name, org, version, status, pending)
         SELECT gen_random_uuid(), $orgId, $sbomId, n, n, 'thing ' || n, 'maker ' || lpad((n / 2)::text, 2, '0'), '1', 'no-resolution', false
         FROM generate_series(0, 120) AS n`,
        { orgId: admin.orgId, sbomId },
      ),
    );
    const { meta } = await page({ sbom_id: sbomId });
    expect([meta.facets.supplier.length, meta.facet_totals.supplier]).toEqual([50, 61]);
    expect(meta.facet_totals).toMatchObject({ reason: meta.facets.reason.length, team: 1 });
    expect(meta.facets.supplier.map(({ value }: any) => value)).not.toContain('maker 60');
    const { meta: rare } = await page({ sbom_id: sbomId, supplier: 'maker 60' });
    expect(rare.facets.supplier.at(-1)).toEqual({ value: 'maker 60', name: 'maker 60', count: 1 });
    expect([rare.facets.supplier.length, rare.facet_totals.supplier]).toEqual([50, 61]);
    expect((await page({ sbom_id: sbomId, q: 'no such name' })).meta.facet_totals.supplier).toBe(0);
  });
});
