import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication, prepareDatabase, type Application } from '../../src/commands/application.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { ApiClient } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';
import { firstAdmin } from '../support/people.js';
import { withClient } from '../support/postgres.js';

/** The statements of the shipped script, under a name of their own: roles belong to the whole server. */
function statements(name: string): string[] {
  const script = readFileSync(join(projectRoot, 'deploy/compose/create-service-user.sh'), 'utf8');
  const sql = /<<'SQL'\n([^]*)\nSQL/.exec(script)![1]!;
  return sql
    .split(';')
    .map((statement) =>
      statement
        .trim()
        .replace(/\bstocktake\b/g, name)
        .replace(":'password'", `'${name}'`),
    )
    .filter((statement) => statement !== '' && !statement.startsWith('CREATE ROLE stocktake_tenant'));
}

describe('a database user that is no superuser, as compose makes it', () => {
  const server = process.env.STOCKTAKE_TEST_POSTGRES!;
  const name = `plain_${randomBytes(4).toString('hex')}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'stocktake-plain-'));
  let application: Application | undefined;

  afterAll(async () => {
    await application?.nest.close();
    await withClient(server, async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.query(`DROP ROLE IF EXISTS ${name}`);
    });
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('migrates, imports, and cannot get round row-level security of tables of others', async () => {
    await withClient(server, async (client) => {
      for (const statement of statements(name)) await client.query(statement);
    });
    const url = Object.assign(new URL(server), { username: name, password: name, pathname: `/${name}` }).href;
    await prepareDatabase(url);
    await prepareDatabase(url); // as every later start does
    const configuration = new Configuration({
      DATA_DIR: dataDir,
      SAMPLE: 'false',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
    });
    application = await createApplication(configuration, url);
    await application.nest.listen(0, '127.0.0.1');
    const { port } = application.nest.getHttpServer().address() as AddressInfo;
    const client = new ApiClient(`http://127.0.0.1:${port}`);
    const admin = await firstAdmin({ ...application, client } as TestApp);
    const fields = { name: 'S', version: '1', supplier: 's', contact_name: '', contact_email: '' };
    const { id } = (await admin.client.post('v1/project/createSBOM', { ...fields, org_id: admin.orgId })).body.data;
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ type: 'library', name: 'lodash' }] };
    const imported = await admin.client.upload('v1/project/importSBOM', JSON.stringify(bom), {
      sbom_id: id,
      wait: 'true',
    });
    expect(imported.status).toBe(200);
    expect((await admin.client.get('v1/project/getSBOM', { id })).body.data.entries).toHaveLength(1);
    const [user] = await withClient(url, async (own) => {
      const asked = 'SELECT rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user';
      return (await own.query(asked)).rows;
    });
    expect(user).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false });
  });
});
