import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newUser } from '../people.js';
import { withClient } from '../postgres.js';
import { routeCases } from './cases.js';
import type { DescribedRoute } from './described-routes.js';
import type { RouteTestApp } from './route-test-app.js';
import { send } from './sending.js';

/** What may change between the look at the caller's rights and the work, by the routes where something lies between. */
export function concurrentChangeFaults(service: RouteTestApp, route: DescribedRoute): Promise<unknown[]> | null {
  if (/^POST \/v1\/organizations\/(add|update|remove)Member$/.test(route.name)) return demotionFaults(service, route);
  return route.takesFile && route.query.has('sbom_id') ? movingFaults(service, route) : null;
}

const isWaiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * Asks as an administrator of two organizations who stops being one here while he waits for his turn.
 *
 * @returns what is wrong with the answer
 */
async function demotionFaults(service: RouteTestApp, route: DescribedRoute): Promise<unknown[]> {
  const { app, fixtures } = service;
  const { red, abroad, root } = fixtures;
  const both = await newUser(app, root);
  for (const { admin, orgId } of [red, abroad])
    await admin.client.post('v1/organizations/addMember', { org_id: orgId, user_id: both.userId, role: 'admin' });
  const request = await routeCases[route.name]!.request(fixtures, red);
  return withClient(app.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM organizations WHERE id = $1 FOR UPDATE', [red.orgId]);
    const demote = `UPDATE memberships SET role = 'viewer' WHERE org_id = $1 AND user_id = $2`;
    await client.query(demote, [red.orgId, both.userId]);
    const answer = send(both.client, route, request);
    const takesTurns = async (): Promise<boolean> => (await client.query(isWaiting)).rows.length > 0;
    await until(takesTurns);
    await client.query('COMMIT');
    const { status, body } = await answer;
    return status === 403 ? [] : [{ route: route.name, status, body }];
  });
}

/**
 * Uploads to an SBOM that an administrator puts out of the caller's sight while the file is on its way.
 *
 * @returns what is wrong with the answer
 */
async function movingFaults({ app, fixtures }: RouteTestApp, route: DescribedRoute): Promise<unknown[]> {
  const { red, blue } = fixtures;
  const fields = { org_id: red.orgId, role: 'member', team_ids: [red.teamId] };
  const { token } = await newUser(app, red.admin, fields);
  const { query, file } = await routeCases[route.name]!.request(fixtures, red);
  const [head, tail] = ['--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n', '\r\n--b--\r\n'];
  const upload = request(`${app.url}/${route.path}?${new URLSearchParams(query).toString()}`, {
    method: route.method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'multipart/form-data; boundary=b' },
  });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  upload.write(head + file);
  const drafts = join(app.configuration.dataDir, 'blobs/drafts');
  await until(() => Promise.resolve(readdirSync(drafts).length > 0));
  await red.admin.client.post('v1/project/updateSBOM', { id: query!.sbom_id, team_id: blue.teamId });
  upload.end(tail);
  const [{ statusCode }] = await answered;
  return statusCode === 404 ? [] : [{ route: route.name, status: statusCode }];
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; !(await isSo()) && Date.now() < end;) await sleep(20);
}
