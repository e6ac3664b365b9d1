import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { formatPurl } from '../../src/model/purl.js';
import { FirstAdministratorService } from '../../src/organizations/users/first-administrator.js';
import type { ResolvedEntity } from '../../src/scores/entities/entity.js';
import { timed } from '../service/bench-service.js';

/** The first of them warm up what every request needs, and do not count. */
const warmUpRequests = 50;

/** Milliseconds of asking over HTTP, one after the other, for overviews of entities, each a different one. */
export async function overviewTimes(
  nest: NestExpressApplication,
  entities: readonly ResolvedEntity[],
  count: number,
): Promise<number[]> {
  await nest.listen(0, '127.0.0.1');
  const { port } = nest.getHttpServer().address() as AddressInfo;
  const request = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<any> => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}/v1/${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 500)}`);
    return response.json();
  };
  const admin = (await nest.get(FirstAdministratorService, { strict: false }).ensure())!;
  const login = await request('sessions/login', { username: admin.username, password: admin.password });
  const headers = { Authorization: `Bearer ${login.data.jwt}` };
  const times: number[] = [];
  for (let round = 0; round < warmUpRequests + count; round += 1) {
    const { purl } = entities[(round * 331) % entities.length]!;
    const question = { package_id: formatPurl(purl!) };
    times.push((await timed(() => request('score/getEntityOverviewForEntity', question, headers))).ms);
  }
  return times.slice(warmUpRequests);
}
