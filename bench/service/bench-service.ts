import type { NestExpressApplication } from '@nestjs/platform-express';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { listen, startAcceptors } from '../../src/platform/http/http-server.js';
import { createApplication, prepareDatabase } from '../../src/commands/application.js';
import { FirstAdministratorService } from '../../src/organizations/users/first-administrator.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.js';
import { throwAwayFolder } from '../throw-away-folder.js';

/** A whole service on a throw-away data folder, as `npm start` runs it, and somebody who is logged in. */
export interface BenchService {
  readonly nest: NestExpressApplication;
  readonly databaseUrl: string;
  readonly orgId: string;
  readonly url: string;
  readonly token: string;
  get(path: string, query?: Record<string, string>): Promise<any>;
  post(path: string, body?: unknown, query?: Record<string, string>): Promise<any>;
  send(method: string, path: string, sent: Sent): Promise<any>;
  upload(sbomId: string, file: Blob): Promise<any>;
  /** In the first organization, or another one of the same administrator. */
  newSbom(name: string, orgId?: string): Promise<string>;
  /** What Prometheus reads. */
  metrics(): Promise<string>;
  close(): Promise<void>;
}

interface Sent {
  readonly body?: string | FormData;
  readonly query?: Record<string, string>;
  /** Of somebody else than the administrator. */
  readonly token?: string;
}

/** Of the administrator, where a data folder is kept for the next run. */
const password = 'a bench of a service, kept for the next run';

/** @param settings beyond those of a bench; a `DATA_DIR` among them is kept, and found as it was left */
export async function openBenchService(settings: Record<string, string> = {}): Promise<BenchService> {
  const dataDir = settings.DATA_DIR ?? throwAwayFolder();
  const postgres = await startEmbeddedPostgres({ dataDir });
  await prepareDatabase(postgres.url);
  const configuration = new Configuration({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SAMPLE: 'false',
    IMPORT_WAIT_MS: '600000',
    ADMIN_PASSWORD: password,
    ...settings,
  });
  const { nest } = await createApplication(configuration, postgres.url);
  await nest.init();
  await listen(nest.getHttpServer(), { port: 0, host: '127.0.0.1' });
  await startAcceptors(nest.getHttpServer());
  const { port } = nest.getHttpServer().address() as AddressInfo;
  await nest.get(FirstAdministratorService).ensure();

  let token = '';
  const request = async (method: string, path: string, sent: Sent, tries = 60): Promise<Response> => {
    const url = `http://127.0.0.1:${port}/v1/${path}?${new URLSearchParams(sent.query ?? {}).toString()}`;
    const bearer = sent.token ?? token;
    const headers: Record<string, string> = bearer ? { Authorization: `Bearer ${bearer}` } : {};
    const response = await fetch(url, {
      method,
      headers,
      ...(sent.body === undefined ? {} : { body: sent.body }),
    });
    // Told to come back, it does, as a client should.
    const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0);
    if ((response.status === 503 || response.status === 429) && retryAfterSeconds > 0 && tries > 1) {
      await response.text();
      await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1_000));
      return request(method, path, sent, tries - 1);
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`);
    return response;
  };
  const send = async (method: string, path: string, sent: Sent): Promise<any> =>
    JSON.parse(await (await request(method, path, sent)).text());
  const post = (path: string, body?: unknown, query?: Record<string, string>) =>
    send('POST', path, { body: JSON.stringify(body ?? {}), ...(query && { query }) });
  token = (await post('sessions/login', { username: 'admin', password })).data.jwt;
  const { data: memberships } = await send('GET', 'organizations/getOwnOrganizations', {});
  const orgId: string = memberships[0].organization.id;
  return {
    nest,
    databaseUrl: postgres.url,
    orgId,
    url: `http://127.0.0.1:${port}`,
    token,
    get: (path, query) => send('GET', path, { ...(query && { query }) }),
    post,
    send,
    upload: (sbomId, file) => {
      const body = new FormData();
      body.append('file', file, 'bench.json');
      return send('POST', 'project/importSBOM', { body, query: { sbom_id: sbomId, async: 'true' } });
    },
    newSbom: async (name, owner = orgId) =>
      (
        await post('project/createSBOM', {
          name,
          version: '1',
          supplier: 'bench',
          contact_name: 'b',
          contact_email: '',
          org_id: owner,
        })
      ).data.id,
    metrics: async () =>
      (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).text(),
    close: async () => {
      await nest.close();
      // Found running, it is somebody else's.
      if (!postgres.adopted) await postgres.stop();
      if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
}
