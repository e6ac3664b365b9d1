/**
 * Makes a fixture of test/integration/former-backups.test.ts: starts the built release in CHECKOUT on a database of its
 * own, fills it over HTTP, and packs its backup with the master key:
 * `node test/support/former-release.mjs CHECKOUT test/fixtures/backups/NAME.tar.gz`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the test signs in with. */
const password = 'correct horse battery staple of former releases';
const port = 4777;
const base = `http://127.0.0.1:${port}`;

const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', name: 'Older product', version: '1.0', 'bom-ref': 'root' } },
  components: [
    {
      type: 'library',
      'bom-ref': 'a',
      name: 'lodash',
      version: '4.17.20',
      purl: 'pkg:npm/lodash@4.17.20',
      licenses: [{ license: { id: 'MIT' } }],
    },
    { type: 'library', 'bom-ref': 'b', group: 'org.apache.logging.log4j', name: 'log4j-core', version: '2.14.1' },
    { type: 'library', 'bom-ref': 'c', name: 'Häuslicher Baustein', version: '1.0' },
  ],
  dependencies: [
    { ref: 'root', dependsOn: ['a', 'b'] },
    { ref: 'b', dependsOn: ['c'] },
  ],
};

const [checkout, packed] = process.argv.slice(2).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), 'stocktake-former-'));
chmodSync(folder, 0o711);
const keyFile = join(folder, 'keys', 'master.key');
mkdirSync(join(folder, 'keys'));
writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
const { startEmbeddedPostgres } = await import(join(checkout, 'dist/src/platform/embedded/embedded-postgres.js'));
const postgres = await startEmbeddedPostgres({ dataDir: folder });
const environment = {
  PATH: process.env.PATH,
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  SAMPLE: 'false',
  PORT: String(port),
  HOST: '127.0.0.1',
  ADMIN_PASSWORD: password,
  LOG_LEVEL: 'warn',
};
const isOneProgram = existsSync(join(checkout, 'dist/src/stocktake.js'));
const program = (serve, operation) =>
  isOneProgram ? ['dist/src/stocktake.js', ...(operation ?? ['serve'])] : [serve, ...(operation ?? [])];
const service = spawn('node', program('dist/src/main.js'), { cwd: checkout, env: environment, stdio: 'inherit' });
try {
  await ready();
  await fill();
  await forgetCatalogue();
  const copy = join(folder, 'copy');
  const words = program('dist/src/operations-command.js', ['backup', copy]);
  spawnSync('node', words, { cwd: checkout, env: environment, stdio: 'inherit' });
  copyFileSync(keyFile, join(copy, 'master.key'));
  spawnSync('tar', ['-C', copy, '-czf', packed, '.'], { stdio: 'inherit' });
} finally {
  service.kill('SIGTERM');
  if (service.exitCode === null) await once(service, 'exit');
  await postgres.stop();
  rmSync(folder, { recursive: true });
}

async function ready() {
  for (let attempt = 0; attempt < 240; attempt += 1, await sleep(500)) {
    const isUp = await fetch(`${base}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
  }
  throw new Error('The release did not start');
}

async function fill() {
  let token = '';
  const call = async (path, body, query = {}) => {
    const response = await fetch(`${base}/v1/${path}?${new URLSearchParams(query)}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 400)}`);
    return JSON.parse(text).data;
  };
  token = (await call('sessions/login', { username: 'admin', password })).jwt;
  const [{ organization }] = await call('organizations/getOwnOrganizations');
  const fields = { name: 'Older product', version: '1.0', supplier: 'Older supplier', contact_name: 'x' };
  const sbom = await call('project/createSBOM', { ...fields, contact_email: '', org_id: organization.id });
  const form = new FormData();
  form.append('file', new Blob([JSON.stringify(bom)]), 'older.json');
  await call('project/importSBOM', form, { sbom_id: sbom.id, wait: 'true' });
  await sleep(5_000);
  const { entries } = await call('project/getSBOM', undefined, { id: sbom.id });
  const own = entries.find(({ name }) => name === 'Häuslicher Baustein');
  const choice = [{ purl: 'pkg:generic/haus-baustein@1.0', selected: true }];
  await call('project/updateComponents', [{ id: own.id, sbom_id: sbom.id, search_results: { package: choice } }]);
  const url = 'https://hooks.example.org/x';
  await call('webhooks/createWebhook', { org_id: organization.id, url, events: ['sbom.confirmed'] });
  await sleep(1_500);
}

/** It is public, and most of the size. */
async function forgetCatalogue() {
  const pg = createRequire(join(checkout, 'package.json'))('pg');
  const client = new pg.Client(postgres.url);
  await client.connect();
  const tables = `SELECT string_agg(relname, ', ') AS names FROM pg_class WHERE relkind = 'r' AND relname LIKE 'catalog_%'`;
  await client.query(`TRUNCATE ${(await client.query(tables)).rows[0].names} CASCADE`);
  await client.end();
}
