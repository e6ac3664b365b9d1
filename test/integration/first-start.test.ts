import { Module } from '@nestjs/common';
import { Controller, Get } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../../src/data-source.js';
import { AppModule } from '../../src/app.module.js';
import { FirstAdministratorService } from '../../src/organizations/users/first-administrator.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { Database } from '../../src/platform/database/database.js';
import { StartError } from '../../src/platform/embedded/start-error.js';
import { openVault } from '../../src/platform/security/vault.js';
import { startApp } from '../support/app.js';
import { logIn } from '../support/people.js';
import { cloneDatabase, withClient } from '../support/postgres.js';

describe('the first start', () => {
  it('makes one administrator, organization and team, however many processes start at once', async () => {
    const app = await startApp();
    try {
      const services = Array.from(
        { length: 5 },
        () => new FirstAdministratorService(app.nest.get(Database), app.configuration),
      );
      const made = (await Promise.all(services.map((service) => service.ensure()))).filter((one) => one !== null);
      expect(made).toHaveLength(1);
      expect(made[0]).toMatchObject({ username: 'admin', generated: true });
      expect(made[0]!.password.length).toBeGreaterThanOrEqual(20);
      expect(await services[0]!.ensure()).toBeNull();
      const { rows } = await withClient(app.databaseUrl, (client) =>
        client.query(`SELECT (SELECT count(*)::int FROM users) AS users,
          (SELECT json_agg(name) FROM organizations) AS organizations, (SELECT count(*)::int FROM teams) AS teams`),
      );
      expect(rows).toEqual([{ users: 1, organizations: ['Default'], teams: 1 }]);
      const admin = await logIn(app, 'admin', made[0]!.password);
      expect((await admin.client.get('v1/teams/getTeams')).body.data).toMatchObject([{ id: made[0]!.teamId }]);
    } finally {
      await app.close();
    }
  });

  it('takes name and password from the configuration', async () => {
    const app = await startApp({ ADMIN_USERNAME: 'Root', ADMIN_PASSWORD: 'x' });
    try {
      expect(await app.nest.get(FirstAdministratorService).ensure()).toMatchObject({
        username: 'Root',
        generated: false,
      });
      expect((await logIn(app, 'root', 'x')).username).toBe('root');
    } finally {
      await app.close();
    }
  });
});

describe('the master key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-vault-'));
  const file = join(folder, 'master.key');
  let dataSource: DataSource;
  let database: Database;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const clone = await cloneDatabase();
    drop = clone.drop;
    dataSource = await openDataSource(clone.url, 4);
    database = new Database(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await drop();
    rmSync(folder, { recursive: true });
  });

  const opened = (more: Record<string, string> = {}) =>
    openVault(new Configuration({ MASTER_KEY_FILE: file, ...more }), database);
  const production = { DATABASE_URL: 'postgres://elsewhere/stocktake' };
  const newKey = () => randomBytes(32).toString('base64');

  it('is never made by itself when DATABASE_URL is set', async () => {
    await expect(opened(production)).rejects.toThrow(StartError);
    await expect(opened(production)).rejects.toThrow(/is missing; with DATABASE_URL set, no key is made by itself/);
  });

  it('is made on an embedded first start, and is the same for all who start together', async () => {
    const vaults = await Promise.all([opened(), opened(), opened()]);
    const sealed = vaults[0]!.seal('secret', ['here']);
    for (const vault of vaults) expect(vault.open(sealed, ['here'])).toBe('secret');
    expect((await opened(production)).open(sealed, ['here'])).toBe('secret');
  });

  it('that is another one, or lost, ends the start', async () => {
    writeFileSync(file, newKey());
    await expect(opened()).rejects.toThrow(/is not the key that this database's secrets are encrypted with/);
    rmSync(file);
    await expect(opened()).rejects.toThrow(/is missing; without the key that was used before/);
  });
});

describe('a route without a declared permission', () => {
  @Controller('v1/careless')
  class CarelessController {
    @Get('everything')
    everything(): string {
      return 'secret';
    }
  }

  @Module({ controllers: [CarelessController] })
  class CarelessModule {}

  it('ends the start', async () => {
    const clone = await cloneDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'stocktake-careless-'));
    const module = AppModule.forRoot(new Configuration({ DATA_DIR: dataDir }), clone.url);
    const app = await NestFactory.create(
      { ...module, imports: [...(module.imports ?? []), CarelessModule] },
      { logger: false, abortOnError: false },
    );
    await expect(app.init()).rejects.toThrow('Routes without @Allow: CarelessController.everything');
    await app.close();
    await clone.drop();
    rmSync(dataDir, { recursive: true });
  });
});
