import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CiClient } from '../../../src/cli/ci/ci-client.js';
import { DependencyTrackInstance } from '../../../src/cli/ci/dependency-track-instance.js';

describe('an instance that leads elsewhere gets neither key nor file sent there', () => {
  const asked: string[] = [];
  const servers: Server[] = [];
  let [here, there] = ['', ''];

  const serve = async (answer: Parameters<typeof createServer>[1]): Promise<string> => {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  beforeAll(async () => {
    there = await serve((request, response) => {
      asked.push(JSON.stringify([request.url, request.headers]));
      request.resume();
      response.end('[]');
    });
    here = await serve((request, response) => {
      request.resume();
      response.writeHead(307, { location: `${there}${request.url}` }).end();
    });
  });
  afterAll(async () => {
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
  });

  const projects = async (instance: DependencyTrackInstance): Promise<unknown[]> => {
    const found: unknown[] = [];
    for await (const project of instance.projects()) found.push(project);
    return found;
  };

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'Dependency-Track',
      'DEPENDENCY_TRACK_URL',
      () => projects(new DependencyTrackInstance({ DEPENDENCY_TRACK_URL: here, DEPENDENCY_TRACK_API_KEY: 'k' })),
    ],
    [
      'the service',
      'STOCKTAKE_URL',
      () => new CiClient({ STOCKTAKE_URL: here, STOCKTAKE_API_KEY: 'k' }).uploadBytes(new Blob(['x']), 'x.json', {}),
    ],
  ])('%s', async (_what, variable, ask) => {
    const leads = `${new URL(here).host} leads to ${there}, where nothing is sent: if that is right, set ${variable} to it`;
    await expect(ask()).rejects.toThrow(leads);
    expect(asked).toEqual([]);
  });
});
