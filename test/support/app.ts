import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createApplication, type Application } from '../../src/commands/application.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { ApiClient } from './api-client.js';
import { cloneDatabase } from './postgres.js';

export interface TestApp extends Application {
  readonly url: string;
  readonly databaseUrl: string;
  readonly configuration: Configuration;
  /** A client without token; `client.as(token)` gives one with. */
  readonly client: ApiClient;
  close(): Promise<void>;
}

/** The whole application over HTTP on a port of its own, on a fresh clone of the migrated database. */
export async function startApp(
  environment: Record<string, string> | ((databaseUrl: string) => Record<string, string>) = {},
  logger?: Logger,
): Promise<TestApp> {
  const clone = await cloneDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'stocktake-app-'));
  const configuration = new Configuration({
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    SAMPLE: 'false',
    HOST: '127.0.0.1',
    RESOLUTION_THREADS: '0', // a test of their own has them
    EXPORT_THREADS: '0', // as well
    IMPORT_READER_IDLE_S: '0', // import.test.ts has them: two processes that most tests never use
    ...(typeof environment === 'function' ? environment(clone.url) : environment),
  });
  const application = await createApplication(configuration, clone.url, logger);
  await application.nest.listen(0, configuration.host);
  const { port } = application.nest.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    ...application,
    url,
    databaseUrl: clone.url,
    configuration,
    client: new ApiClient(url),
    async close() {
      await application.nest.close();
      await clone.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
