import type pg from 'pg';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { Database } from '../../src/platform/database/database.js';
import { deleteExpired } from '../../src/retention/retention.repository.js';
import { sbomRetention } from '../../src/sboms/sboms.retention.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { newSbom } from '../support/sboms.js';

const rule = sbomRetention(new Configuration({})).find(({ name }) => name === 'names of components')!;

describe('the names by whose parts components are found', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
    sbomId = await newSbom(admin);
  });
  afterAll(() => app.close());

  const system = <T>(text: string, parameters: Record<string, unknown> = {}): Promise<T[]> =>
    app.nest.get(Database).transaction('system', (sql) => sql.query<T & object>(text, parameters));
  const sweep = (): Promise<number> => app.nest.get(Database).transaction('system', (sql) => deleteExpired(sql, rule));
  /** Each night a seventh of the names is looked at. */
  const ofTonight = async (start: string): Promise<string> => {
    const [name] = await system<{ name: string }>(
      `SELECT $start || n AS name FROM generate_series(100, 999) n
       WHERE abs(hashtext(lower($start) || n) % 7) = extract(dow FROM now()) LIMIT 1`,
      { start },
    );
    return name!.name;
  };
  const age = (hours: number): Promise<unknown> =>
    system('UPDATE component_names SET noted_at = noted_at - make_interval(hours => $hours)', { hours });
  const notes = async (name: string): Promise<number> =>
    (await system('SELECT FROM component_names WHERE name_key = lower($name)', { name })).length;

  const insertion = `INSERT INTO components (id, org_id, sbom_id, ref, position, name)
    VALUES (gen_random_uuid(), $1, $2, 'r', 0, $3) RETURNING id`;
  const insert = (name: string, client?: pg.Client): Promise<string> => {
    const write = async (one: pg.Client): Promise<string> =>
      (await one.query<{ id: string }>(insertion, [admin.orgId, sbomId, name])).rows[0]!.id;
    return client ? write(client) : withClient(app.databaseUrl, write);
  };
  const change = (id: string, assignment: string): Promise<unknown> =>
    system(`UPDATE components SET ${assignment} WHERE id = $id`, { id });
  const found = async (part: string): Promise<string[]> => {
    const query = { org_id: admin.orgId, name: part, match: 'part' };
    const { status, body } = await admin.client.get('v1/project/findComponents', query);
    expect(status).toBe(200);
    return body.data.map(({ name }: { name: string }) => name);
  };

  it('are those of new entries, of renamed ones, and of those that are back', async () => {
    const id = await insert('Aardvark One');
    expect(await found('vark o')).toEqual(['Aardvark One']);
    const badger = await ofTonight('Badger ');
    await change(id, `name = '${badger}'`);
    expect([await found('vark'), await found('adger ')]).toEqual([[], [badger]]);
    await change(id, 'deleted_at = now()');
    await age(9 * 24);
    await sweep();
    expect([await found('adger'), await notes(badger)]).toEqual([[], 0]);
    await change(id, 'deleted_at = NULL');
    expect(await found('adger ')).toEqual([badger]);
  });

  it('are noted once a week, and the last note of a name in use stays', async () => {
    const civet = await ofTonight('Civet ');
    for (let time = 0; time < 3; time += 1) await insert(civet);
    expect(await notes(civet)).toBe(1);
    await age(7 * 24 + 1);
    await insert(civet);
    expect([await notes(civet), (await found('ivet')).length]).toEqual([2, 4]);
    await age(9 * 24);
    await sweep();
    expect([await notes(civet), (await found('ivet')).length]).toEqual([1, 4]);
  });

  it.each([7 * 24 - 1, 7 * 24 + 1])(
    'stay while a transaction is open that wrote one, noted %s hours before',
    async (hours) => {
      const name = await ofTonight(`Dormouse ${hours} `);
      const former = await insert(name);
      await age(hours);
      await withClient(app.databaseUrl, async (client) => {
        await client.query('BEGIN');
        await insert(name, client);
        await change(former, 'deleted_at = now()');
        // A transaction is open for less than the day that lies between.
        await age(23);
        await sweep();
        await client.query('COMMIT');
      });
      expect(await found(`ormouse ${hours}`)).toEqual([name]);
    },
  );

  it('make nobody wait who writes the same one', async () => {
    await withClient(app.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await insert('Echidna', client);
      await withClient(app.databaseUrl, async (other) => {
        await other.query(`SET lock_timeout = '1s'`);
        await insert('Echidna', other);
      });
      await client.query('COMMIT');
    });
    expect(await found('chidna')).toEqual(['Echidna', 'Echidna']);
  });
});
