import type { Answer, ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, newSbom } from '../support/sboms.js';

const hourMs = 3_600_000;
const after = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString();
const keyHours = 48;

/** Keys of an administrator, by how they are limited. */
const limits = {
  none: {},
  organization: { org_id: true },
  admin: { role: 'admin' },
  member: { role: 'member' },
  ending: { expires_at: true },
} as const;
type Limit = keyof typeof limits;

/** How a key with each limit is answered. */
const statusesOf = (isOpen: (limit: Limit) => boolean): Record<Limit, number> =>
  Object.fromEntries((Object.keys(limits) as Limit[]).map((limit) => [limit, isOpen(limit) ? 200 : 403])) as Record<
    Limit,
    number
  >;
const everyone = statusesOf(() => true);
const not = (...closed: Limit[]) => statusesOf((limit) => !closed.includes(limit));
const only = (...open: Limit[]) => statusesOf((limit) => open.includes(limit));

describe('an API key with limits', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbom: string;
  const clients = new Map<Limit, ApiClient>();

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    sbom = await newSbom(admin);
    for (const [limit, fields] of Object.entries(limits)) {
      const body = {
        name: limit,
        ...fields,
        ...('org_id' in fields && { org_id: admin.orgId }),
        ...('expires_at' in fields && { expires_at: after(keyHours) }),
      };
      const { key } = (await admin.client.post('v1/users/createApiKey', body)).body.data;
      clients.set(limit as Limit, app.client.as(key));
    }
  });
  afterAll(() => app.close());

  const url = (): string => `https://hooks.example.org/${Math.random()}`;
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await admin.client.post(path, body);
    expect(answer.status).toBe(200);
    return answer.body.data.id;
  };
  const newWebhook = () => made('v1/webhooks/createWebhook', { org_id: admin.orgId, url: url() });
  const channel = () => ({ org_id: admin.orgId, kind: 'slack', name: 'c', url: url() });
  const newChannel = () => made('v1/alarms/createChannel', channel());
  const newMember = async () => (await newUser(app, admin, { org_id: admin.orgId, role: 'member' })).userId;
  const newTeamUser = async () =>
    made('v1/teamUsers/createTeamUser', { team_id: admin.teamId, user_id: await newMember(), role: 'viewer' });
  const share = (more: object = {}) => ({ sbom_ids: [sbom], contents: ['cyclonedx'], ...more });

  /** What is asked, and how a key with each limit is answered. */
  const matrix: [what: string, ask: (key: ApiClient) => Promise<Answer>, statuses: Record<Limit, number>][] = [
    [
      'uploads',
      (key) => key.upload('v1/project/uploadSBOM', cyclonedx([{ name: 'a' }]), { name: 'Uploaded' }),
      everyone,
    ],
    [
      'shares for as long as it lasts',
      (key) => key.post('v1/share/createShare', share({ expires_at: after(1) })),
      everyone,
    ],
    ['shares for longer', (key) => key.post('v1/share/createShare', share({ expires_at: after(100) })), not('ending')],
    ['shares for the usual time', (key) => key.post('v1/share/createShare', share()), not('ending')],
    ['previews a longer share', (key) => key.post('v1/share/previewShare', share()), not('ending')],
    ['links a badge for good', (key) => key.post('v1/badge/createBadgeLink', { id: sbom }), not('ending')],
    [
      'links a badge for as long as it lasts',
      (key) => key.post('v1/badge/createBadgeLink', { id: sbom, expires_at: after(1) }),
      everyone,
    ],
    [
      'makes a webhook',
      (key) => key.post('v1/webhooks/createWebhook', { org_id: admin.orgId, url: url() }),
      not('ending', 'member'),
    ],
    [
      'changes a webhook',
      async (key) => key.post('v1/webhooks/updateWebhook', { id: await newWebhook(), url: url() }),
      not('ending', 'member'),
    ],
    [
      'removes a webhook',
      async (key) => key.post('v1/webhooks/deleteWebhook', { id: await newWebhook() }),
      not('member'),
    ],
    ['makes a channel', (key) => key.post('v1/alarms/createChannel', channel()), not('ending', 'member')],
    [
      'changes a channel',
      async (key) => key.post('v1/alarms/updateChannel', { id: await newChannel(), url: url() }),
      not('ending', 'member'),
    ],
    [
      'removes a channel',
      async (key) => key.post('v1/alarms/deleteChannel', { id: await newChannel() }),
      not('member'),
    ],
    [
      'removes a member',
      async (key) => key.post('v1/organizations/removeMember', { org_id: admin.orgId, user_id: await newMember() }),
      not('ending', 'member'),
    ],
    [
      'raises the role in a team',
      async (key) =>
        key.send('PUT', 'v1/teamUsers/updateTeamUser', { body: { id: await newTeamUser(), role: 'member' } }),
      not('ending', 'member'),
    ],
    [
      'removes from a team',
      async (key) => key.send('DELETE', 'v1/teamUsers/deleteTeamUser', { query: { id: await newTeamUser() } }),
      not('ending', 'member'),
    ],
    ['makes a team', (key) => key.post('v1/teams/createTeam', { name: 't', org_id: admin.orgId }), not('member')],
    ['makes a key', (key) => key.post('v1/users/createApiKey', { name: 'k' }), only('none')],
    [
      'makes a service account',
      (key) =>
        key.post('v1/serviceAccounts/createServiceAccount', {
          org_id: admin.orgId,
          name: `s${Math.random()}`,
          role: 'viewer',
        }),
      only('none'),
    ],
  ];

  it.each(matrix)('%s only where nothing outlasts it', async (_, ask, statuses) => {
    const found: Record<string, number> = {};
    for (const [limit, key] of clients) found[limit] = (await ask(key)).status;
    expect(found).toEqual(statuses);
  });

  it('is said when it ends, and what to do', async () => {
    const { status, body } = await clients.get('ending')!.post('v1/share/createShare', share());
    expect([status, body.message]).toEqual([
      403,
      expect.stringMatching(
        /^This API key ends at \d{4}-\S+Z, and a link that it makes cannot end later: give an expires_at by then/,
      ),
    ]);
    const webhook = await clients.get('ending')!.post('v1/webhooks/createWebhook', { org_id: admin.orgId, url: url() });
    expect(webhook.body.message).toMatch(
      /ends at \S+Z, and a webhook would last longer. Use an API key without an end/,
    );
  });

  it('is not given a link of others that lasts longer', async () => {
    const [short, long] = [
      await made('v1/share/createShare', share({ expires_at: after(1) })),
      await made('v1/share/createShare', share()),
    ];
    const urls = async (key: ApiClient) => {
      const { data } = (await key.get('v1/share/getShares', { sbom_id: sbom })).body;
      return [short, long].map((id) => data.find((one: { id: string }) => one.id === id).url !== null);
    };
    expect(await urls(clients.get('ending')!)).toEqual([true, false]);
    expect(await urls(clients.get('member')!)).toEqual([true, true]);
  });
});
