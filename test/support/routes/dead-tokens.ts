import { SignJWT } from 'jose';
import { SigningKeysService } from '../../../src/organizations/tokens/signing-keys.service.js';
import type { TestApp } from '../app.js';
import { newUser, type Person } from '../people.js';
import { withClient } from '../postgres.js';
import type { RouteFixtures } from './route-fixtures.js';
import type { Identity } from './identities.js';

/** Tokens that were good once, all of them an administrator's, and some that never were. */
export async function deadTokens(app: TestApp, { red, root }: RouteFixtures): Promise<Identity[]> {
  const administrator = (): Promise<Person> => newUser(app, red.admin, { org_id: red.orgId, role: 'admin' });
  const key = async (of: Person, more: object = {}): Promise<{ id: string; key: string }> =>
    (await of.client.post('v1/users/createApiKey', { name: 'k', ...more })).body.data;
  const tokens: Record<string, string> = { garbage: 'garbage', 'an unknown key': `stk_${'a'.repeat(43)}` };
  tokens['a changed signature'] = `${red.admin.token.slice(0, -6)}AAAAAA`;
  tokens['an expired token'] = await expired(app, red.admin.userId);

  const out = await administrator();
  const changed = await administrator();
  const disabled = await administrator();
  const deleted = await administrator();
  tokens['a token after logout'] = out.token;
  tokens['a token from before the password’s change'] = changed.token;
  tokens['a disabled user’s token'] = disabled.token;
  tokens['a disabled user’s key'] = (await key(disabled)).key;
  tokens['a deleted user’s token'] = deleted.token;
  tokens['a deleted user’s key'] = (await key(deleted)).key;
  const revoked = await key(red.admin);
  const late = await key(red.admin, { expires_at: new Date(Date.now() + 3_600_000).toISOString() });
  tokens['a revoked key'] = revoked.key;
  tokens['an expired key'] = late.key;

  const identities = Object.entries(tokens).map(([name, token]) => identity(app, name, token));
  const answers = [
    await out.client.post('v1/sessions/logout'),
    await changed.client.post('v1/users/changePassword', {
      current_password: changed.password,
      new_password: 'another long password',
    }),
    await root.client.post('v1/users/updateUser', { id: disabled.userId, disabled: true }),
    await root.client.post('v1/users/deleteUser', { id: deleted.userId }),
    await red.admin.client.post('v1/users/revokeApiKey', { id: revoked.id }),
  ];
  const failed = answers.filter(({ status }) => status !== 200);
  if (failed.length > 0) throw new Error(`Tokens live on: ${JSON.stringify(failed)}`);
  await withClient(app.databaseUrl, (client) =>
    client.query(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`, [late.id]),
  );
  return identities;
}

const identity = (app: TestApp, name: string, token: string): Identity => ({
  name,
  client: app.client.as(token),
  nobody: true,
  teams: {},
  organizations: {},
});

async function expired(app: TestApp, userId: string): Promise<string> {
  const { kid, privateKey } = await app.nest.get(SigningKeysService).signing();
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ver: 0, iss: app.configuration.publicUrl, aud: 'stocktake', sub: userId })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
    .setIssuedAt(now - 60)
    .setExpirationTime(now - 1)
    .sign(privateKey);
}
