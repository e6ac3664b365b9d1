import { BadgeKeys } from '../../src/sboms/badges/badge-keys.js';
import { linkSignature, newLinkKey } from '../../src/platform/security/link-signature.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { loseSecret } from '../support/lost-keys.js';
import { withClient } from '../support/postgres.js';

describe('badges', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  const rulesets: Record<string, string> = {};

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    for (const [name, rule_ids] of Object.entries({ lenient: [], strict: ['license.known'] })) {
      const made = await admin.client.post('v1/ruleset/createRuleset', { name, team_id: admin.teamId, rule_ids });
      rulesets[name] = made.body.data.id;
    }
  });
  afterAll(() => app.close());

  const sbom = async (name: string, ruleset: string, file = 'name,version\nleft-pad,1.3.0\n'): Promise<string> => {
    const query = { name, version: '1', ruleset_id: rulesets[ruleset]!, wait: 'true', supplier: 'Secret supplier' };
    return (await admin.client.upload('v1/project/uploadSBOM', file, query)).body.data.sbom.id;
  };
  const link = async (id: string, more = {}): Promise<URL> => {
    const { status, body } = await admin.client.post('v1/badge/createBadgeLink', { id, ...more });
    expect([status, body.message]).toEqual([200, undefined]);
    return new URL(body.data.url);
  };
  const show = async (at: URL): Promise<{ status: number; headers: Headers; text: string }> => {
    const response = await fetch(`${app.url}${at.pathname}${at.search}`);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('show name, version and verdict to whoever has the link, and nothing else', async () => {
    const id = await sbom('Shop <&> "x"', 'strict');
    const { status, headers, text } = await show(await link(id));
    expect([status, headers.get('content-type'), headers.get('cross-origin-resource-policy')]).toEqual([
      ...[200, 'image/svg+xml; charset=utf-8', 'cross-origin'],
    ]);
    expect([headers.get('cache-control'), headers.get('content-security-policy')]).toEqual([
      ...['no-cache', "default-src 'none'; sandbox"],
    ]);
    expect(text).toContain('<title>Shop &lt;&amp;&gt; &quot;x&quot; 1: failed</title>');
    for (const hidden of ['Secret supplier', 'left-pad', id, admin.orgId, 'license'])
      expect(text).not.toContain(hidden);
  });

  it('say what is not final, and what nobody has examined', async () => {
    const passed = await link(await sbom('lenient', 'lenient'));
    expect((await show(passed)).text).toContain('lenient 1: passed, not examined<');
    const body = {
      name: 'empty',
      version: '2',
      supplier: '',
      contact_name: '',
      contact_email: '',
      org_id: admin.orgId,
    };
    const { id } = (await admin.client.post('v1/project/createSBOM', body)).body.data;
    const empty = await link(id);
    expect((await show(empty)).text).toContain('empty 2: no components<');
    await admin.client.post('v1/project/updateSBOM', { id, ruleset_id: rulesets.lenient });
    await admin.client.post('v1/project/addComponent', { sbom_id: id, name: 'new' });
    expect((await show(empty)).text).toMatch(/empty 2: (pending|passed, not examined)</);
  });

  it('end with the time of their link, when all are revoked, and with the SBOM', async () => {
    const id = await sbom('ending', 'lenient');
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const [until, forever] = [await link(id, { expires_at: soon }), await link(id)];
    expect([(await show(until)).status, (await show(forever)).status]).toEqual([200, 200]);
    expect(Number(until.searchParams.get('expires'))).toBe(Math.floor(Date.parse(soon) / 1_000));
    const late = { id, expires_at: '2020-01-01T00:00:00Z' };
    const refused = await admin.client.post('v1/badge/createBadgeLink', late);
    expect([refused.status, refused.body.fields]).toEqual([400, { expires_at: 'must be in the future' }]);

    const changed = (at: URL, name: string, value: string): URL => {
      const other = new URL(at);
      other.searchParams.set(name, value);
      return other;
    };
    const signature = forever.searchParams.get('signature')!;
    for (const wrong of [
      changed(until, 'expires', '4000000000'),
      changed(until, 'signature', signature),
      changed(forever, 'expires', '4000000000'),
      changed(forever, 'signature', `${signature.slice(0, -2)}xx`),
      changed(forever, 'signature', signature.slice(1)),
      changed(forever, 'id', await sbom('other', 'lenient')),
    ])
      expect((await show(wrong)).status).toBe(404);
    jest.useFakeTimers({ now: Date.parse(soon) + 1, doNotFake: ['setTimeout', 'setInterval', 'setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'hrtime'] }); // prettier-ignore
    try {
      expect([(await show(until)).status, (await show(forever)).status]).toEqual([404, 200]);
    } finally {
      jest.useRealTimers();
    }

    expect((await admin.client.post('v1/badge/revokeBadgeLinks', { id })).body.data).toEqual({ id });
    expect((await show(forever)).status).toBe(404);
    const again = await link(id);
    expect([(await show(again)).status, (await show(forever)).status]).toEqual([200, 404]);
    await admin.client.post('v1/project/deleteSBOM', { id });
    expect((await show(again)).status).toBe(404);
  });

  const stored = (id: string): Promise<{ badge_key: Buffer | null; badge_sealed: Buffer | null }> =>
    withClient(
      app.databaseUrl,
      async (client) => (await client.query('SELECT badge_key, badge_sealed FROM sboms WHERE id = $1', [id])).rows[0],
    );

  it('have a key that a copy of the database does not give away', async () => {
    const id = await sbom('sealed', 'lenient');
    const at = await link(id);
    const { badge_key, badge_sealed } = await stored(id);
    expect([badge_key, badge_sealed]).toEqual([null, expect.any(Buffer)]);
    expect(at.searchParams.get('signature')).not.toBe(linkSignature(badge_sealed!, [id, null]));
    expect(await link(id)).toEqual(at);
    await admin.client.post('v1/badge/revokeBadgeLinks', { id });
    expect(await stored(id)).toEqual({ badge_key: null, badge_sealed: null });
  });

  it('of a former release go on, and their keys are sealed at the start', async () => {
    const id = await sbom('former', 'lenient');
    const key = newLinkKey();
    await withClient(app.databaseUrl, (client) =>
      client.query('UPDATE sboms SET badge_key = $1 WHERE id = $2', [key, id]),
    );
    const made = new URL(`${app.url}/v1/badge/getBadge?id=${id}&signature=${linkSignature(key, [id, null])}`);
    const same = async () => [(await show(made)).status, (await link(id)).search];
    expect(await same()).toEqual([200, made.search]);
    await app.nest.get(BadgeKeys).onApplicationBootstrap();
    expect(await stored(id)).toEqual({ badge_key: null, badge_sealed: expect.any(Buffer) });
    expect(await same()).toEqual([200, made.search]);
  });

  it('whose key is lost say so, and are made anew once they are revoked', async () => {
    const id = await sbom('lost', 'lenient');
    const at = await link(id);
    await loseSecret(app.databaseUrl, 'sboms', id, { sealed: 'badge_sealed' });
    expect((await show(at)).status).toBe(503);
    const { status, body } = await admin.client.post('v1/badge/createBadgeLink', { id });
    expect([status, body.message]).toEqual([409, expect.stringMatching(/cannot be read.*revokeBadgeLinks/)]);
    await admin.client.post('v1/badge/revokeBadgeLinks', { id });
    expect([(await show(await link(id))).status, (await show(at)).status]).toEqual([200, 404]);
  });

  it('are made and revoked by members of the team alone', async () => {
    const id = await sbom('guarded', 'lenient');
    const made = await link(id);
    const viewer = await newUser(app, admin, { org_id: admin.orgId, role: 'viewer' });
    const stranger = await otherOrganization(app, admin);
    for (const path of ['v1/badge/createBadgeLink', 'v1/badge/revokeBadgeLinks']) {
      expect((await viewer.client.post(path, { id })).status).toBe(403);
      expect((await stranger.client.post(path, { id })).status).toBe(404);
    }
    expect((await show(made)).status).toBe(200);
  });
});
