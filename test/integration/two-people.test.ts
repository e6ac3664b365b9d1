import { generateKeyPairSync } from 'node:crypto';
import type { Answer } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { statusesOf, whileHeld } from '../support/held.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { newSbom } from '../support/sboms.js';

const gitProject = { name: 'P', description: 'x', type: 'git', source: 'https://git.example/p.git', branch: 'main' };

describe('two people at once', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person;
  let count = 0;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
    other = await newUser(app, admin, { org_id: admin.orgId, role: 'admin' });
  });
  afterAll(() => app.close());

  const rows = (text: string, ...values: unknown[]): Promise<any[]> =>
    withClient(app.databaseUrl, async (client) => (await client.query(text, values)).rows);
  const made = async (by: Person, path: string, body: object): Promise<any> => {
    const answer = await by.client.post(`v1/${path}`, body);
    expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
    return answer.body.data;
  };
  const newOrganization = () => otherOrganization(app, admin, `Two ${(count += 1)}`);
  const fresh = (): string => `n${(count += 1)}`;

  describe('do not get past a limit together:', () => {
    const publicKey = () => generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const email = { smtp_host: 'mail.example', smtp_port: 587, sender: 'a@example.com', recipients: ['b@example.com'] };
    const rule = {
      issuer: 'https://ci.example',
      audience: 'stocktake',
      claims: [{ claim: 'repository', value: 'acme/shop' }],
    };

    const limits: [things: string, most: number, unique: string, path: string, body: (owner: any) => object][] = [
      ['api_keys', 100, 'hash', 'users/createApiKey', () => ({ name: 'k' })],
      ['scim_tokens', 20, 'hash', 'scim/createToken', ({ orgId }) => ({ org_id: orgId, name: 't' })],
      ['webhooks', 100, 'url', 'webhooks/createWebhook', ({ orgId }) => ({ org_id: orgId, url: 'https://hook.example/' })],
      ['alarm_channels', 100, 'name', 'alarms/createChannel', ({ orgId }) => ({ org_id: orgId, name: 'c', kind: 'email', ...email })],
      ['internal_patterns', 200, 'pattern', 'resolution/createInternalPattern', ({ orgId }) => ({ org_id: orgId, kind: 'name_prefix', pattern: `${fresh()}-` })],
      ['trusted_keys', 200, 'fingerprint', 'signature/addTrustedKey', ({ orgId }) => ({ org_id: orgId, name: 'k', public_key: publicKey() })],
      ['group_mappings', 1000, 'group_name', 'organizations/createGroupMapping', ({ orgId }) => ({ org_id: orgId, group: fresh(), role: 'viewer' })],
      ['trust_rules', 1000, 'name', 'keyless/createTrustRule', ({ orgId, account }) => ({ org_id: orgId, service_account_id: account, name: 'r', ...rule })],
    ]; // prettier-ignore

    it.each(limits)('%s, at most %i', async (...[table, most, unique, path, body]) => {
      const owner = await newOrganization();
      const service = { org_id: owner.orgId, name: 'ci', role: 'member' };
      const { id: account } = await made(owner, 'serviceAccounts/createServiceAccount', service);
      const create = (): Promise<Answer> => owner.client.post(`v1/${path}`, body({ ...owner, account }));
      const first = await create();
      expect([first.status, first.body.message]).toEqual([200, undefined]);
      await rows(
        `INSERT INTO ${table} SELECT copy.* FROM ${table} t, generate_series(3, ${most}) n,
           jsonb_populate_record(t, to_jsonb(t) || jsonb_build_object('${unique}', 'x' || n, 'id', gen_random_uuid())) copy
         WHERE t.id = $1`,
        first.body.data.id,
      );
      const answers = await whileHeld(app, [`LOCK TABLE ${table} IN SHARE MODE`], create, create);
      expect(statusesOf(answers).sort()).toEqual([200, 409]);
    });
  });

  it('give things one name: the later one is refused, and nothing breaks', async () => {
    const { id } = await made(admin, 'tag/createTag', { team_id: admin.teamId, name: fresh() });
    const name = fresh();
    const taken = `INSERT INTO tags (id, org_id, team_id, name) VALUES (gen_random_uuid(), $1, $2, $3)`;
    const answers = await whileHeld(app, [taken, admin.orgId, admin.teamId, name], () =>
      admin.client.put('v1/tag/updateTag', { id, name }),
    );
    expect(statusesOf(answers)).toEqual([409]);
  });

  describe('one deletes a team while the other puts something into it:', () => {
    const sbomFields = { name: 's', version: '1', supplier: '', contact_name: '', contact_email: '' };
    const additions: [table: string, name: string, add: (team: string) => Promise<() => Promise<Answer>>][] = [
      ['sboms', 'a new SBOM', async (team_id) => () =>
        other.client.post('v1/project/createSBOM', { ...sbomFields, org_id: admin.orgId, team_id })],
      ['sboms', 'an SBOM of another team', async (team_id) => {
        const id = await newSbom(admin);
        return () => other.client.post('v1/project/updateSBOM', { id, team_id });
      }],
      ['sboms', 'an upload', async (team_id) => () =>
        other.client.upload('v1/project/uploadSBOM', '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[]}', { name: fresh(), team_id, async: 'true' })],
      ['projects', 'a new project', async (team_id) => () => other.client.post('v1/project/createProject', { ...gitProject, team_id })],
      ['projects', 'a project of another team', async (team_id) => {
        const { id } = await made(admin, 'project/createProject', { ...gitProject, team_id: admin.teamId });
        return () => other.client.put('v1/project/updateProject', { id, team_id });
      }],
      ['rulesets', 'a ruleset', async (team_id) => () => other.client.post('v1/ruleset/createRuleset', { name: 'R', team_id })],
      ['tags', 'a tag', async (team_id) => () => other.client.post('v1/tag/createTag', { name: 't', team_id })],
    ]; // prettier-ignore

    it.each(additions)('in %s there is nothing of it then: %s', async (table, _name, prepare) => {
      const team_id = await newTeam(admin, admin.orgId, fresh());
      const sbom = await newSbom(admin, { team_id });
      const add = await prepare(team_id);
      const remove = () => admin.client.post('v1/teams/deleteTeam', { id: team_id, confirm: true });
      const held = ['SELECT FROM sboms WHERE id = $1 FOR UPDATE', sbom] as const;
      expect(statusesOf(await whileHeld(app, held, remove, add))).toEqual([200, 404]);
      const isLive = table === 'tags' ? '' : 'AND deleted_at IS NULL';
      expect(await rows(`SELECT id FROM ${table} WHERE team_id = $1 ${isLive}`, team_id)).toEqual([]);
    });

    it.each(['teams/deleteTeam', 'organizations/deleteOrganization'])('%s sees what is just coming', async (path) => {
      const owner = await newOrganization();
      const team_id = await newTeam(owner, owner.orgId, fresh());
      const add = () => owner.client.post('v1/project/createSBOM', { ...sbomFields, org_id: owner.orgId, team_id });
      const remove = () => admin.client.post(`v1/${path}`, { id: path.startsWith('teams') ? team_id : owner.orgId });
      await made(owner, 'organizations/addMember', { org_id: owner.orgId, user_id: admin.userId, role: 'admin' });
      const [added, removed] = await whileHeld(app, ['LOCK TABLE sboms IN SHARE MODE'], add, remove);
      expect([added!.status, removed!.status, removed!.body.reason]).toEqual([200, 409, 'in_use']);
    });

    it('the same of an organization', async () => {
      const owner = await newOrganization();
      const sbom = await newSbom(owner);
      const remove = () => admin.client.post('v1/organizations/deleteOrganization', { id: owner.orgId, confirm: true });
      const add = () => owner.client.post('v1/project/createSBOM', { ...sbomFields, org_id: owner.orgId });
      const { token } = await made(owner, 'scim/createToken', { org_id: owner.orgId, name: 't' });
      const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
      const provision = () => app.client.as(token).post('scim/v2/Users', { schemas, userName: fresh() });
      const held = ['SELECT FROM sboms WHERE id = $1 FOR UPDATE', sbom] as const;
      expect(statusesOf(await whileHeld(app, held, remove, add, provision))).toEqual([200, 404, 404]);
      for (const [table, isLive] of Object.entries({ sboms: 'deleted_at IS NULL', scim_users: 'true' }))
        expect(await rows(`SELECT org_id FROM ${table} WHERE org_id = $1 AND ${isLive}`, owner.orgId)).toEqual([]);
    });
  });

  it('one deletes a ruleset while the other names it: nothing names what is not there', async () => {
    const ruleset = await made(admin, 'ruleset/createRuleset', { name: fresh(), team_id: admin.teamId });
    const sbom = await newSbom(admin, { ruleset_id: ruleset.id });
    const project = await made(admin, 'project/createProject', { ...gitProject, team_id: admin.teamId });
    const remove = () => admin.client.post('v1/ruleset/deleteRuleset', { id: ruleset.id, confirm: true });
    const held = ['SELECT FROM sboms WHERE id = $1 FOR UPDATE', sbom] as const;
    const answers = await whileHeld(app, held, remove, () =>
      other.client.put('v1/project/updateProject', { id: project.id, ruleset_id: ruleset.id }),
    );
    expect(statusesOf(answers)).toEqual([200, 404]);
    expect(await rows('SELECT id FROM projects WHERE ruleset_id = $1', ruleset.id)).toEqual([]);
    const later = await admin.client.put('v1/project/updateProject', { id: project.id, description: 'still changes' });
    expect(later.status).toBe(200);
  });

  it.each([
    ['trusted_keys', 'signature/removeTrustedKey', () => made(admin, 'signature/addTrustedKey', {
      org_id: admin.orgId, name: 'k',
      public_key: generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    })],
    ['document_keys', 'signature/removeTrustedKey', async () => {
      const first = await made(admin, 'signature/createSigningKey', { org_id: admin.orgId });
      await made(admin, 'signature/createSigningKey', { org_id: admin.orgId });
      return first;
    }],
    ['trust_rules', 'keyless/deleteTrustRule', async () => {
      const service = { org_id: admin.orgId, name: fresh(), role: 'member' };
      const { id } = await made(admin, 'serviceAccounts/createServiceAccount', service);
      const rule = { issuer: 'https://ci.example', audience: 'a', claims: [{ claim: 'repository', value: 'acme/shop' }] };
      return made(admin, 'keyless/createTrustRule', { org_id: admin.orgId, service_account_id: id, name: 'r', ...rule });
    }],
  ])('delete the same of %s: to one it was there', async (table, path, make) => {
    const { id } = await make();
    const held = [`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, id] as const;
    const remove = (by: Person) => () => by.client.post(`v1/${path}`, { id });
    expect(statusesOf(await whileHeld(app, held, remove(admin), remove(other)))).toEqual([200, 404]);
  }); // prettier-ignore

  it('one cancels an analysis while the other asks for it: it is begun anew', async () => {
    const { id: project_id } = await made(admin, 'project/createProject', { ...gitProject, team_id: admin.teamId });
    const analyze = (by: Person) => by.client.post('v1/scanner/analyzeProject', { project_id, team_id: admin.teamId });
    const former = (await analyze(admin)).body.data;
    const held = ['SELECT FROM job_runs WHERE id = $1 FOR UPDATE', former.job_id] as const;
    const cancel = () => admin.client.post('v1/jobs/cancelJob', { id: former.job_id });
    const [cancelled, asked] = await whileHeld(app, held, cancel, () => analyze(other));
    expect([cancelled!.status, asked!.status, asked!.body.data.status]).toEqual([200, 200, 'queued']);
    expect(asked!.body.data.job_id).not.toBe(former.job_id);
    const all = () => other.client.post('v1/scanner/analyzeProjects', { team_id: admin.teamId });
    const again = () => admin.client.post('v1/jobs/cancelJob', { id: asked!.body.data.job_id });
    const heldAgain = ['SELECT FROM job_runs WHERE id = $1 FOR UPDATE', asked!.body.data.job_id] as const;
    await analyze(admin);
    await other.client.post('v1/jobs/cancelJob', { id: asked!.body.data.job_id });
    const [, whole] = await whileHeld(app, heldAgain, again, all);
    expect(whole!.status).toBe(200);
    const open = `SELECT j.id FROM analyses a JOIN job_runs j ON j.id = a.job_id
      WHERE a.project_id = $1 AND j.state IN ('waiting', 'queued')`;
    expect(await rows(open, project_id)).toHaveLength(1);
  });
});
