import { randomBytes } from 'node:crypto';
import { FirstAdministratorService } from '../../src/organizations/users/first-administrator.js';
import type { ApiClient } from './api-client.js';
import type { TestApp } from './app.js';

/** Somebody who is logged in. */
export interface Person {
  readonly userId: string;
  readonly username: string;
  readonly password: string;
  readonly token: string;
  readonly client: ApiClient;
}

export interface TenantIds {
  readonly orgId: string;
  /** The organization's default team. */
  readonly teamId: string;
}

export async function logIn(app: TestApp, username: string, password: string): Promise<Person> {
  const answer = await app.client.post('v1/sessions/login', { username, password });
  if (answer.status !== 200) throw new Error(`Login of ${username}: ${answer.status} ${JSON.stringify(answer.body)}`);
  const { jwt, user } = answer.body.data;
  return { userId: user.id, username, password, token: jwt, client: app.client.as(jwt) };
}

/** Makes the first administrator of a fresh app, who is a sys_admin and admin of the organization "Default". */
export async function firstAdmin(app: TestApp): Promise<Person & TenantIds> {
  const made = await app.nest.get(FirstAdministratorService).ensure();
  if (!made) throw new Error('The app has users already');
  return { ...(await logIn(app, made.username, made.password)), orgId: made.orgId, teamId: made.teamId };
}

/** A new user, made by `by` with these fields of createUser, logged in. */
export async function newUser(app: TestApp, by: Person, fields: Record<string, unknown> = {}): Promise<Person> {
  const username = `user-${randomBytes(5).toString('hex')}`;
  const answer = await by.client.post('v1/users/createUser', { username, ...fields });
  if (answer.status !== 200) throw new Error(`createUser: ${answer.status} ${JSON.stringify(answer.body)}`);
  return logIn(app, username, answer.body.data.password);
}

/** Another organization with an administrator of its own, who belongs nowhere else. */
export async function otherOrganization(app: TestApp, sysAdmin: Person, name = 'Other'): Promise<Person & TenantIds> {
  const admin = await newUser(app, sysAdmin);
  const answer = await sysAdmin.client.post('v1/organizations/createOrganization', {
    name,
    admin_user_id: admin.userId,
  });
  const teams = await admin.client.get('v1/teams/getTeams');
  return { ...admin, orgId: answer.body.data.id, teamId: teams.body.data[0].id };
}

/** A further team of an organization, made by one of its administrators. */
export async function newTeam(admin: Person, orgId: string, name: string): Promise<string> {
  return (await admin.client.post('v1/teams/createTeam', { name, org_id: orgId })).body.data.id;
}
