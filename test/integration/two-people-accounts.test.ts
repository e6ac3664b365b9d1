import { startApp, type TestApp } from '../support/app.js';
import { statusesOf, whileHeld } from '../support/held.js';
import {
  firstAdmin,
  logIn,
  newTeam,
  newUser,
  otherOrganization,
  type Person,
  type TenantIds,
} from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { newSbom } from '../support/sboms.js';

describe('two people at once', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const rows = (text: string, ...values: unknown[]): Promise<any[]> =>
    withClient(app.databaseUrl, async (client) => (await client.query(text, values)).rows);
  const lockedUser = (id: string) => ['SELECT FROM users WHERE id = $1 FOR UPDATE', id] as const;
  /** Logged in twice, and seen just now: his next requests write nothing to the account. */
  const loggedInTwice = async (): Promise<[Person, Person]> => {
    const one = await newUser(app, admin, { org_id: admin.orgId, role: 'member' });
    const two = await logIn(app, one.username, one.password);
    for (const person of [one, two]) await person.client.get('v1/users/getSelf');
    return [one, two];
  };
  const changing =
    (person: Person, new_password: string, more: object = {}) =>
    () =>
      person.client.post('v1/users/changePassword', { current_password: person.password, new_password, ...more });

  it('know one password: whoever changes it first has it', async () => {
    const [one, two] = await loggedInTwice();
    const answers = await whileHeld(
      app,
      lockedUser(one.userId),
      changing(one, 'the first of two passwords'),
      changing(two, 'the second of two passwords'),
    );
    expect(statusesOf(answers)).toEqual([200, 400]);
    expect(answers[1]!.body.fields).toEqual({ current_password: 'is not your password' });
    await logIn(app, one.username, 'the first of two passwords');
  });

  it('use one account: a change of its password leaves the other no key', async () => {
    const [one, two] = await loggedInTwice();
    const change = changing(one, 'the only one that holds', { revoke_api_keys: true });
    const create = () => two.client.post('v1/users/createApiKey', { name: 'k' });
    const answers = await whileHeld(app, lockedUser(one.userId), change, create);
    expect(statusesOf(answers)).toEqual([200, 401]);
    expect(await rows('SELECT id FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL', one.userId)).toEqual([]);
  });

  it('one deletes a user whom the other takes in: he is in no organization', async () => {
    const user = await newUser(app, admin);
    const owner = await otherOrganization(app, admin, 'Takes in');
    const remove = () => admin.client.post('v1/users/deleteUser', { id: user.userId });
    const name = 'Of somebody who is gone';
    const answers = await whileHeld(
      app,
      lockedUser(user.userId),
      remove,
      () =>
        owner.client.post('v1/organizations/addMember', { org_id: owner.orgId, user_id: user.userId, role: 'admin' }),
      () => admin.client.post('v1/organizations/createOrganization', { name, admin_user_id: user.userId }),
    );
    expect(statusesOf(answers)).toEqual([200, 404, 404]);
    expect(await rows('SELECT org_id FROM memberships WHERE user_id = $1', user.userId)).toEqual([]);
    expect(await rows('SELECT id FROM organizations WHERE name = $1', name)).toEqual([]);
  });

  it('one removes a member whom the other puts into a team: he is a member anew, of this team', async () => {
    const { userId: user_id } = await newUser(app, admin, { org_id: admin.orgId, role: 'member' });
    const held = ['SELECT FROM memberships WHERE user_id = $1 FOR UPDATE', user_id] as const;
    const answers = await whileHeld(
      app,
      held,
      () => admin.client.post('v1/organizations/removeMember', { org_id: admin.orgId, user_id }),
      () => admin.client.post('v1/teamUsers/createTeamUser', { team_id: admin.teamId, user_id, role: 'viewer' }),
    );
    expect(statusesOf(answers)).toEqual([200, 200]);
    expect(await rows('SELECT role, narrowed FROM memberships WHERE user_id = $1', user_id)).toEqual([
      { role: 'viewer', narrowed: true },
    ]);
  });

  it('decide the same name in two SBOMs: the later decision replaces the other', async () => {
    const ben = await newUser(app, admin, { org_id: admin.orgId, role: 'member' });
    const entryOf = async (): Promise<{ id: string; sbom_id: string }> => {
      const sbom_id = await newSbom(admin);
      const added = await admin.client.post('v1/project/addComponent', { sbom_id, name: 'Twofold', version: '1' });
      return { id: added.body.id, sbom_id };
    };
    const [first, second] = [await entryOf(), await entryOf()];
    const select = (by: Person, entry: object, purl: string) => () =>
      by.client.post('v1/project/updateComponents', [
        { ...entry, search_results: { package: [{ purl, selected: true }] } },
      ]);
    const answers = await whileHeld(
      app,
      // Both have written their decisions, or wait to.
      ['LOCK TABLE job_runs IN SHARE MODE'],
      select(admin, first, 'pkg:npm/first@1'),
      select(ben, second, 'pkg:npm/second@1'),
    );
    expect(statusesOf(answers)).toEqual([200, 200]);
    const { data } = (await admin.client.get('v1/resolution/getDecisions', { org_id: admin.orgId })).body;
    expect(data.map(({ identifier, user_name }: any) => [identifier, user_name])).toEqual([
      ['pkg:npm/second', ben.username],
    ]);
  });

  it('take one person into two teams of an organization that he was not in: he is in both', async () => {
    const owner = await otherOrganization(app, admin, 'Two teams');
    const teams = [owner.teamId, await newTeam(owner, owner.orgId, 'Second')];
    const user = await newUser(app, admin);
    const take = (team_id: string) => () =>
      owner.client.post('v1/teamUsers/createTeamUser', { team_id, user_id: user.userId, role: 'member' });
    const answers = await whileHeld(app, lockedUser(user.userId), ...teams.map(take));
    expect(statusesOf(answers)).toEqual([200, 200]);
    expect(await rows('SELECT team_id FROM team_users WHERE user_id = $1', user.userId)).toHaveLength(2);
    expect(await rows('SELECT role FROM memberships WHERE user_id = $1', user.userId)).toEqual([{ role: 'member' }]);
  }); // prettier-ignore

  it('look at the rulesets of a new organization: both see the one that is made for it', async () => {
    const owner = await otherOrganization(app, admin, 'First rulesets');
    const lock = 'LOCK TABLE ruleset_versions IN ACCESS EXCLUSIVE MODE';
    const look = () => owner.client.get('v1/ruleset/getRulesets', { team_id: owner.teamId });
    const answers = await whileHeld(app, [lock], look, look);
    expect(statusesOf(answers)).toEqual([200, 200]);
    expect(answers[0]!.body.data).toEqual(answers[1]!.body.data);
  });
});
