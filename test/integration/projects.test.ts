import { generateKeyPairSync } from 'node:crypto';
import { keyFingerprint } from '../../src/projects/ssh-fingerprint.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';

const someId = '018f0000-0000-7000-8000-00000000beef';
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);

describe('projects', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person & TenantIds;
  let fields: Record<string, unknown>;
  let deployKey: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
    other = await otherOrganization(app, admin);
    fields = {
      team_id: admin.teamId,
      name: 'Webshop',
      type: 'git',
      source: 'https://github.com/acme/webshop.git',
      branch: 'main',
      description: 'The shop',
    };
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    deployKey = privateKey.export({ type: 'pkcs1', format: 'pem' }) as string;
  });
  afterAll(() => app.close());

  const create = async (more: Record<string, unknown> = {}, by = admin) => {
    const answer = await by.client.post('v1/project/createProject', { ...fields, ...more });
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    return answer.body.data;
  };
  const get = async (id: string, by: Person & TenantIds = admin) =>
    by.client.get('v1/project/getProject', { id, team_id: admin.teamId });
  const update = (body: Record<string, unknown>, by: Person = admin) => by.client.put('v1/project/updateProject', body);

  describe('createProject', () => {
    it('answers with the project, field by field, with the defaults', async () => {
      const answer = await admin.client.post('v1/project/createProject', fields);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        data: {
          ...fields,
          id: uuid,
          ruleset_id: uuid,
          active: true,
          should_monitor: true,
          monitor_frequency: 'daily',
          monitoring: {
            status: 'pending',
            succeeded_at: null,
            failing_since: null,
            error: null,
            message: expect.any(String),
          },
          include_paths: [],
          exclude_paths: [],
          merge_sboms: false,
          fetch_submodules: false,
          fetch_lfs: false,
          chat_channel: '',
          deploy_key: '',
          key_fingerprint: '',
          username: '',
          password: '',
          poc_name: '',
          poc_email: '',
          private: false,
          aliases: [],
          tags: [],
          ruleset_history: null,
          created_at: time,
          updated_at: time,
        },
        meta: { total_count: 1, offset: 0 },
      });
      const rulesets = await admin.client.get('v1/ruleset/getRulesets', { team_id: admin.teamId });
      expect(rulesets.body.data[0]).toMatchObject({ id: answer.body.data.ruleset_id, is_default: true });
    });

    it('keeps everything that it is given', async () => {
      const ruleset = (
        await admin.client.post('v1/ruleset/createRuleset', {
          name: 'Strict',
          description: 'd',
          team_id: admin.teamId,
          rule_ids: ['identity.resolved'],
        })
      ).body.data;
      const given = {
        ruleset_id: ruleset.id,
        active: false,
        should_monitor: false,
        private: true,
        chat_channel: '#shop',
        poc_name: 'Ann',
        poc_email: 'ann@acme.example',
        deploy_key: deployKey,
        aliases: [{ name: 'shop', org: 'acme', version: '1' }, { name: 'store' }],
        tags: [{ name: 'pci', description: 'cards' }],
      };
      const made = await create(given);
      const { id, ...shown } = (await get(made.id)).body.data;
      expect(id).toBe(made.id);
      const alias = { id: uuid, created_at: time, updated_at: time };
      expect(shown).toMatchObject({
        ...given,
        deploy_key: '********',
        key_fingerprint: keyFingerprint(deployKey),
        monitor_frequency: 'never',
        aliases: [
          { ...alias, name: 'shop', org: 'acme', version: '1' },
          { ...alias, name: 'store', org: '', version: '' },
        ],
        tags: [{ name: 'pci', description: 'cards', team_id: admin.teamId, created_at: time, updated_at: time }],
      });
    });

    it('takes what the legacy client’s SDK sends: the team beside the body, zero values', async () => {
      const { team_id, ...rest } = fields;
      const zero = '0001-01-01T00:00:00Z';
      const answer = await admin.client.post(
        'v1/project/createProject',
        {
          ...rest,
          id: '',
          ruleset_id: '',
          created_at: zero,
          updated_at: zero,
          aliases: null,
          tags: null,
          ruleset_history: null,
          deploy_key: '',
          chat_channel: '',
          key_fingerprint: '',
          private: false,
          username: '',
          password: '',
          poc_name: '',
          poc_email: '',
          active: true,
          monitor_frequency: '',
        },
        { team_id: team_id as string },
      );
      expect(answer.body.data).toMatchObject({ team_id, active: true, aliases: [], key_fingerprint: '' });
    });

    it('names every field that is wrong', async () => {
      const answer = await admin.client.post('v1/project/createProject', {
        team_id: 'x',
        name: '',
        type: 'cvs',
        description: 7,
        aliases: [{ org: 'o' }],
        poc_email: 'nobody',
      });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.fields).sort()).toEqual(
        ['aliases.0.name', 'description', 'name', 'poc_email', 'team_id', 'type'].sort(),
      );
      const second = await admin.client.post('v1/project/createProject', {
        ...fields,
        source: 'https://127.0.0.1/x',
        branch: '-x',
        deploy_key: 'no key',
      });
      expect(second.status).toBe(400);
      expect(Object.keys(second.body.fields).sort()).toEqual(['branch', 'deploy_key', 'source']);
      const third = await admin.client.post('v1/project/createProject', { ...fields, team_id: undefined });
      expect(third.body).toMatchObject({ code: 400, fields: { team_id: 'is required' } });
      const all = await admin.client.post('v1/project/createProject', {
        type: 'git',
        source: 'ftp://x',
        branch: '-x',
        deploy_key: 'no key',
        include_paths: ['/etc'],
        active: 'yes',
      });
      expect(Object.keys(all.body.fields).sort()).toEqual(
        ['active', 'branch', 'deploy_key', 'description', 'include_paths.0', 'name', 'source', 'team_id'].sort(),
      );
    });

    it('knows no team and no ruleset of another organization', async () => {
      const theirs = (await other.client.get('v1/ruleset/getRulesets', { team_id: other.teamId })).body.data[0].id;
      for (const more of [
        { team_id: other.teamId },
        { team_id: someId },
        { ruleset_id: theirs },
        { ruleset_id: someId },
      ])
        expect((await admin.client.post('v1/project/createProject', { ...fields, ...more })).status).toBe(404);
    });
  });

  describe('updateProject', () => {
    it('changes what is given and leaves the rest, aliases with their ids', async () => {
      const made = await create({ aliases: [{ name: 'a' }, { name: 'b' }], deploy_key: deployKey });
      const answer = await update({ id: made.id, description: 'new', aliases: [{ name: 'b' }, { name: 'c' }] });
      const { updated_at: _, aliases, ...rest } = answer.body.data;
      const { updated_at: _was, aliases: before, ...was } = made;
      expect(rest).toEqual({ ...was, description: 'new' });
      expect(aliases).toEqual([before[1], expect.objectContaining({ name: 'c', id: uuid })]);
      expect((await get(made.id)).body.data).toEqual(answer.body.data);
    });

    it('takes the id beside the body; the body counts', async () => {
      const made = await create();
      const answer = await admin.client.put(
        'v1/project/updateProject',
        { name: 'Body' },
        { id: made.id, name: 'Query' },
      );
      expect(answer.body.data.name).toBe('Body');
      expect((await update({ name: 'x' })).body).toMatchObject({ code: 400, fields: { id: 'is required' } });
    });

    it('keeps a secret whose mask comes back, clears it for the empty text', async () => {
      const made = await create({ deploy_key: deployKey });
      const kept = await update({ id: made.id, deploy_key: '********', name: 'n' });
      expect(kept.body.data).toMatchObject({ deploy_key: '********', key_fingerprint: keyFingerprint(deployKey) });
      expect((await update({ id: made.id, deploy_key: '' })).body.data).toMatchObject({
        deploy_key: '',
        key_fingerprint: '',
      });
    });

    it.each([
      ['source', { source: 'https://example.org/other.zip' }],
      ['type', { type: 'svn' }],
      ['user', { username: 'mallory' }],
    ])('forgets stored credentials with another %s, unless they come along', async (_what, change) => {
      const artifact = {
        type: 'artifact',
        source: 'https://example.org/a.zip',
        branch: '',
        username: 'ann',
        password: 'hunter2',
      };
      const first = await create(artifact);
      expect(first).toMatchObject({ username: 'ann', password: '********' });
      expect((await update({ id: first.id, ...change, password: '********' })).body.data.password).toBe('');
      const second = await create(artifact);
      expect((await update({ id: second.id, ...change, password: 'other' })).body.data.password).toBe('********');
      const third = await create(artifact);
      expect((await update({ id: third.id, name: 'same place' })).body.data.password).toBe('********');
    });

    it('writes down changes of the ruleset', async () => {
      const made = await create();
      const ruleset = (
        await admin.client.post('v1/ruleset/createRuleset', { name: 'Mild', description: '', team_id: admin.teamId })
      ).body.data;
      const { body } = await update({ id: made.id, ruleset_id: ruleset.id });
      expect(body.data).toMatchObject({ ruleset_id: ruleset.id });
      expect(body.data.ruleset_history).toEqual([
        {
          old_ruleset_id: made.ruleset_id,
          old_ruleset_name: 'Default',
          new_ruleset_id: ruleset.id,
          new_ruleset_name: 'Mild',
          user_id: admin.userId,
          user_name: admin.username,
          created_at: time,
        },
      ]);
      expect((await update({ id: made.id, ruleset_id: ruleset.id })).body.data.ruleset_history).toHaveLength(1);
    });

    it('moves a project to another team of the organization, never to another organization', async () => {
      const made = await create();
      const team = await newTeam(admin, admin.orgId, 'Second');
      expect((await update({ id: made.id, team_id: team })).body.data.team_id).toBe(team);
      expect((await get(made.id)).status).toBe(404);
      expect((await update({ id: made.id, team_id: other.teamId })).status).toBe(404);
    });
  });

  it('stores secrets encrypted, each bound to its place', async () => {
    const password = 'correct horse battery staple';
    const made = await create({ type: 'artifact', source: 'https://example.org/s.zip', username: 'u', password });
    const [row] = await withClient(
      app.databaseUrl,
      async (client) =>
        (await client.query<{ sealed: Buffer }>('SELECT sealed FROM project_secrets WHERE project_id = $1', [made.id]))
          .rows,
    );
    expect(row!.sealed.includes(password)).toBe(false);
    expect(JSON.stringify(await get(made.id))).not.toContain(password);
    await admin.client.post('v1/project/deleteProject', { id: made.id });
    const left = await withClient(app.databaseUrl, (client) =>
      client.query('SELECT 1 FROM project_secrets WHERE project_id = $1', [made.id]),
    );
    expect(left.rowCount).toBe(0);
  });

  it('lists a team’s projects, newest first, a page at a time, narrowed', async () => {
    const team_id = await newTeam(admin, admin.orgId, 'Lists');
    const names = ['one', 'two', 'three'];
    for (const name of names) await create({ team_id, name });
    await create({ team_id, name: 'archived', active: false, type: 's3', source: 's3://bucket/x', branch: '' });
    const list = async (query: Record<string, string>) =>
      (await admin.client.get('v1/project/getProjects', { team_id, ...query })).body;
    const all = await list({});
    expect(all.meta).toEqual({ total_count: 4, offset: 0, limit: 100 });
    expect(all.data.map(({ name }: { name: string }) => name)).toEqual(['archived', 'three', 'two', 'one']);
    expect((await list({ offset: '1', limit: '2' })).data).toEqual(all.data.slice(1, 3));
    expect((await list({ active: 'false' })).meta.total_count).toBe(1);
    expect((await list({ type: 'git' })).meta.total_count).toBe(3);
    expect((await list({ q: 'tw' })).data[0].name).toBe('two');
    expect((await admin.client.get('v1/project/getProjects')).body.fields).toEqual({ team_id: expect.any(String) });
    expect((await admin.client.get('v1/project/getProjects', { team_id: other.teamId })).status).toBe(404);
  });

  it('finds a project by its source, and adds an alias', async () => {
    const made = await create({ source: 'https://github.com/acme/found.git' });
    const found = await admin.client.get('v1/project/getProjectByUrl', { url: made.source, team_id: admin.teamId });
    expect(found.body.data.id).toBe(made.id);
    const asTyped = await create({ source: ' HTTPS://GitHub.com:443/acme/typed.git', name: 'typed' });
    for (const url of ['HTTPS://GitHub.com:443/acme/typed.git', asTyped.source]) {
      const { body } = await admin.client.get('v1/project/getProjectByUrl', { url, team_id: admin.teamId });
      expect(body.data.id).toBe(asTyped.id);
      const query = { team_id: admin.teamId, filter_by: `Source:${url}` };
      expect((await admin.client.get('v1/project/getProjects', query)).body.data).toEqual([body.data]);
    }
    const other = { url: 'https://github.com/acme/other.git', team_id: admin.teamId };
    expect((await admin.client.get('v1/project/getProjectByUrl', other)).status).toBe(404);
    const answer = await admin.client.post(
      ...(['v1/project/addAlias', { name: 'n', org: 'o', version: 'v' }] as const),
      { team_id: admin.teamId, project_id: made.id },
    );
    expect((await get(made.id)).body.data.aliases).toEqual([answer.body.data]);
  });

  describe('updateProjects', () => {
    const put = (query: Record<string, string>, project_ids: unknown, by: Person = admin) =>
      by.client.put('v1/project/updateProjects', { project_ids }, query);

    it('archives and monitors, and tells of those that it could not change', async () => {
      const [one, two] = [await create(), await create()];
      const theirs = await create({ team_id: other.teamId }, other);
      const answer = await put({ archive: 'true', monitor: 'false' }, [one.id, two.id, theirs.id, someId, one.id]);
      expect(answer.body).toEqual({
        data: {
          succeeded: [one.id, two.id],
          failed: [
            { id: theirs.id, message: 'No such project' },
            { id: someId, message: 'No such project' },
          ],
        },
        meta: { total_count: 4, offset: 0 },
      });
      expect((await get(one.id)).body.data).toMatchObject({ active: false, should_monitor: false });
      await put({ archive: 'false' }, [one.id]);
      expect((await get(one.id)).body.data).toMatchObject({ active: true, should_monitor: false });
    });

    it('asks for a switch, in words, and for projects', async () => {
      expect((await put({}, [someId])).body.fields).toMatchObject({ monitor: expect.any(String) });
      expect((await put({ monitor: '1' }, [someId])).status).toBe(400);
      for (const ids of [[], 'x', null, ['x']]) expect((await put({ monitor: 'true' }, ids)).status).toBe(400);
    });
  });

  it('lets viewers read only, and is nothing to other organizations', async () => {
    const made = await create();
    const viewer = await newUser(app, admin, { org_id: admin.orgId, role: 'viewer' });
    expect((await viewer.client.get('v1/project/getProject', { id: made.id, team_id: admin.teamId })).status).toBe(200);
    expect((await update({ id: made.id, name: 'x' }, viewer)).status).toBe(403);
    expect((await viewer.client.post('v1/project/deleteProject', { id: made.id })).status).toBe(403);
    expect((await get(made.id, other)).status).toBe(404);
    expect((await update({ id: made.id, name: 'x' }, other)).status).toBe(404);
    expect((await other.client.post('v1/project/deleteProject', { id: made.id })).status).toBe(404);
    expect((await app.client.get('v1/project/getProject', { id: made.id, team_id: admin.teamId })).status).toBe(401);
    expect((await get(made.id)).body.data.name).toBe(made.name);
  });

  describe('rulesets', () => {
    it('are made, shown, asked for with HEAD and listed with the default first', async () => {
      const made = await admin.client.post('v1/ruleset/createRuleset', {
        name: 'R',
        description: 'd',
        team_id: admin.teamId,
        rule_ids: ['license.known', 'license.known'],
      });
      expect(made.body.data).toMatchObject({
        name: 'R',
        rule_ids: ['license.known'],
        rules: [{ id: 'license.known' }],
      });
      const query = { id: made.body.data.id, team_id: admin.teamId };
      expect((await admin.client.get('v1/ruleset/getRuleset', query)).body.data).toEqual(made.body.data);
      const head = (id: string) =>
        fetch(`${app.url}/v1/ruleset/getRuleset?id=${id}&team_id=${admin.teamId}`, {
          method: 'HEAD',
          headers: { authorization: `Bearer ${admin.token}` },
        });
      expect((await head(query.id)).status).toBe(200);
      expect((await head(someId)).status).toBe(404);
      const list = (await admin.client.get('v1/ruleset/getRulesets', { team_id: admin.teamId })).body;
      expect(list.data[0]).toMatchObject({ name: 'Default', is_default: true, team_id: '' });
      expect(list.meta.total_count).toBe(list.data.length);
    });

    it('choose from a closed list of rules', async () => {
      const { body } = await admin.client.get('v1/ruleset/getRules');
      expect(body.data.length).toBeGreaterThan(3);
      const wrong = { name: 'R', team_id: admin.teamId, rule_ids: ['process.exit()'] };
      expect((await admin.client.post('v1/ruleset/createRuleset', wrong)).body.fields).toHaveProperty('rule_ids');
      const foreign = { name: 'R', team_id: other.teamId };
      expect((await admin.client.post('v1/ruleset/createRuleset', foreign)).status).toBe(404);
    });
  });
});
