import { randomBytes } from 'node:crypto';
import type { TestApp } from '../app.js';
import { edKey, pemOf } from '../signed-documents.js';
import { reviewGroupId } from '../review-groups.js';
import { firstAdmin, newTeam, otherOrganization, type Person, type TenantIds } from '../people.js';
import { removals } from './removals.js';

export const thingKinds = [
  ...(['organization', 'team', 'user', 'sbom', 'component', 'project', 'ruleset', 'tag', 'job', 'decision'] as const),
  ...([
    'pattern',
    'team user',
    'API key',
    'analysis',
    'webhook',
    'channel',
    'review decision',
    'alias',
    'share',
    'trusted key',
  ] as const),
  ...(['group mapping', 'service account', 'trust rule', 'SCIM token'] as const),
] as const;
export type ThingKind = (typeof thingKinds)[number];

/** Things that every member of the organization may see, whatever teams he is in. */
const organizationWideKinds: readonly ThingKind[] = [
  'organization',
  'API key',
  'webhook',
  'channel',
  'group mapping',
  'service account',
  'trust rule',
  'SCIM token',
  'trusted key',
];

/** Things that only those see who see every team of the organization. */
const wholeOrganizationKinds: readonly ThingKind[] = ['pattern'];

/** One team with an administrator of its organization, who makes things there. */
export interface Tenant extends TenantIds {
  readonly name: 'red' | 'blue' | 'abroad';
  /** In every name that is given to things here: nobody may read it who sees nothing of the team. */
  readonly canary: string;
  /** The same for things of the whole organization. */
  readonly organizationCanary: string;
  readonly admin: Person;
}

/** Where a project of every team is from. */
export const commonSource = 'https://git.example/common.git';

type Fields = Record<string, unknown>;

/**
 * Two teams of one organization, one of another, and a maker of things of each kind in them. It remembers what every id
 * stands for, so that tests can put a foreign id of the same kind in its place wherever a request names one.
 */
export class RouteFixtures {
  private readonly things = new Map<string, { kind: ThingKind; tenant: Tenant | null }>();
  private count = 0;

  private constructor(
    readonly root: Person,
    readonly red: Tenant,
    readonly blue: Tenant,
    readonly abroad: Tenant,
  ) {
    for (const tenant of this.tenants) {
      this.remember('organization', tenant.orgId, tenant === this.blue ? this.red : tenant);
      this.remember('team', tenant.teamId, tenant);
      this.remember('user', tenant.admin.userId, null);
    }
  }

  static async prepare(app: TestApp): Promise<RouteFixtures> {
    const root = await firstAdmin(app);
    const canary = (): string => `canary${randomBytes(6).toString('hex')}`;
    const [ours, theirs] = [canary(), canary()];
    const admin = await otherOrganization(app, root, `Ours ${ours}`);
    const blue = { canary: canary(), organizationCanary: ours };
    const blueId = await newTeam(admin, admin.orgId, `Blue ${blue.canary}`);
    const other = await otherOrganization(app, root, `Theirs ${theirs}`);
    return new RouteFixtures(
      root,
      { name: 'red', canary: canary(), organizationCanary: ours, orgId: admin.orgId, teamId: admin.teamId, admin },
      { name: 'blue', ...blue, orgId: admin.orgId, teamId: blueId, admin },
      { name: 'abroad', canary: canary(), organizationCanary: theirs, ...other, admin: other },
    );
  }

  get tenants(): readonly Tenant[] {
    return [this.red, this.blue, this.abroad];
  }

  kindOf(id: string): ThingKind | undefined {
    return this.things.get(id)?.kind;
  }

  /** Names and ids of everything that nobody may read who sees these teams and organizations only. */
  hiddenFrom({ teams, organizations }: { teams: object; organizations: object }): string[] {
    const isHidden = (tenant: Tenant, kind: ThingKind | null): boolean => {
      if (kind && organizationWideKinds.includes(kind))
        return !((tenant.name === 'abroad' ? 'abroad' : 'red') in organizations);
      if (kind && wholeOrganizationKinds.includes(kind))
        return this.tenants.some(({ orgId, name }) => orgId === tenant.orgId && !(name in teams));
      return !(tenant.name in teams);
    };
    return [
      ...this.tenants.filter((tenant) => isHidden(tenant, null)).map(({ canary }) => canary),
      ...this.tenants
        .filter((tenant) => isHidden(tenant, 'organization'))
        .flatMap(({ organizationCanary, admin }) => [organizationCanary, admin.username]),
      ...[...this.things].flatMap(([id, { kind, tenant }]) => (tenant && isHidden(tenant, kind) ? [id] : [])),
    ];
  }

  /** A word that no answer has from elsewhere. */
  fresh(word: string): string {
    return `${word}-${(this.count += 1)}`;
  }

  async create(kind: ThingKind, tenant: Tenant): Promise<string> {
    const id = await this.factories[kind](tenant);
    return this.remember(kind, id, kind === 'user' ? null : tenant);
  }

  /** A thing that was there and is gone; null for kinds that nobody can delete. */
  async createDeleted(kind: ThingKind, tenant: Tenant): Promise<string | null> {
    const remove = removals[kind];
    if (!remove) return null;
    const id = await this.create(kind, tenant);
    const by = kind === 'user' ? this.root : tenant.admin;
    const { status, body } = await remove(by.client, id, this.sbomOf.get(id) ?? '');
    if (status !== 200) throw new Error(`Deleting a ${kind}: ${status} ${JSON.stringify(body)}`);
    return id;
  }

  /** The id of a thing that was here until now and is there; null for kinds that cannot be moved. */
  async createMoved(kind: ThingKind, from: Tenant, to: Tenant): Promise<string | null> {
    if (kind !== 'project' && kind !== 'sbom') return null;
    const body = { id: await this.create(kind, from), team_id: to.teamId };
    const { status } =
      kind === 'sbom'
        ? await from.admin.client.post('v1/project/updateSBOM', body)
        : await from.admin.client.send('PUT', 'v1/project/updateProject', { body });
    if (status !== 200) throw new Error(`Moving a ${kind}: ${status}`);
    return this.remember(kind, body.id, to);
  }

  /** A member of the tenant's organization who is nobody else. */
  async member(tenant: Tenant): Promise<string> {
    const user = await this.create('user', tenant);
    // Of another organization and its team as well, which nothing that happens to him here concerns.
    const elsewhere = tenant === this.abroad ? this.red : this.abroad;
    for (const { admin, orgId } of [elsewhere, tenant])
      await this.ask(admin, 'v1/organizations/addMember', { org_id: orgId, user_id: user, role: 'viewer' });
    await this.putInTeam(elsewhere, user);
    return user;
  }

  private putInTeam({ admin, teamId }: Tenant, user: string): Promise<{ id: string }> {
    return this.ask(admin, 'v1/teamUsers/createTeamUser', { team_id: teamId, user_id: user });
  }

  /** Things that are called the same everywhere, so that those of one place can be taken for another's. */
  async makeCommon(tenant: Tenant): Promise<void> {
    const { client } = tenant.admin;
    const sbom_id = await this.create('sbom', tenant);
    const [decided, undecided] = [await this.lodash(tenant, sbom_id), await this.lodash(tenant, sbom_id)];
    const repo = (selected: boolean) => [{ repo_url: 'https://github.com/lodash/lodash', selected }];
    const chosen = { package: [{ purl: `pkg:npm/${tenant.organizationCanary}`, selected: true }], repo: repo(true) };
    await client.post('v1/project/updateComponents', [{ id: decided, sbom_id, search_results: chosen }]);
    const proposed = { repo: repo(false) };
    await client.post('v1/project/updateComponents', [{ id: undecided, sbom_id, search_results: proposed }]);
    this.commonEntry.set(tenant, this.remember('component', undecided, tenant));
    const rulesets = await client.get('v1/ruleset/getRulesets', { team_id: tenant.teamId });
    await this.ask(tenant.admin, 'v1/ruleset/updateRuleset', {
      id: rulesets.body.data[0].id,
      name: tenant.organizationCanary,
    });
    const project = { type: 'git', source: commonSource, branch: 'main', description: '', team_id: tenant.teamId };
    await this.ask(tenant.admin, 'v1/project/createProject', { ...project, name: tenant.canary });
  }

  private lodash = async ({ admin }: Tenant, sbom_id: string): Promise<string> =>
    (await admin.client.post('v1/project/addComponent', { sbom_id, name: 'lodash' })).body.id;

  /** What is called the same in every tenant, and was decided to be something else in every organization. */
  readonly commonEntry = new Map<Tenant, string>();

  async emptyOrganization(): Promise<string> {
    const made = await this.ask(this.root, 'v1/organizations/createOrganization', { name: this.fresh('Empty') });
    return this.remember('organization', made.id, null);
  }

  /** Of a new project. */
  async alias(tenant: Tenant): Promise<{ project_id: string; id: string }> {
    const project_id = await this.create('project', tenant);
    const body = { project_id, team_id: tenant.teamId, name: this.fresh('alias') };
    const { id } = await this.ask(tenant.admin, 'v1/project/addAlias', body);
    return { project_id, id: this.remember('alias', id, tenant) };
  }

  /** A member of the tenant's team, and of another one of the organization where there is one. */
  async teamUser(tenant: Tenant): Promise<{ id: string; userId: string }> {
    const userId = await this.member(tenant);
    const other = { red: this.blue, blue: this.red, abroad: null }[tenant.name];
    if (other) await this.putInTeam(other, userId);
    return { id: this.remember('team user', (await this.putInTeam(tenant, userId)).id, tenant), userId };
  }

  /** An entry of a name that nothing else has, which waits for a person. */
  async waitingEntry(tenant: Tenant): Promise<{ name: string; sbomId: string }> {
    const sbomId = await this.create('sbom', tenant);
    const name = this.named(tenant);
    const { body } = await tenant.admin.client.post('v1/project/addComponent', { sbom_id: sbomId, name });
    this.remember('component', body.id, tenant);
    return { name, sbomId };
  }

  /** What a new trust rule is made of. */
  async trust(tenant: Tenant): Promise<Fields> {
    const place = { org_id: tenant.orgId, service_account_id: await this.create('service account', tenant) };
    const issuer = { issuer: 'https://ci.example.org', audience: 'stocktake' };
    const claims = [{ claim: 'repository', value: 'acme/shop' }];
    return { ...place, ...issuer, claims, name: this.fresh(tenant.organizationCanary) };
  }

  async analysis(tenant: Tenant): Promise<{ id: string; projectId: string }> {
    const projectId = await this.create('project', tenant);
    const { id } = await this.ask(tenant.admin, 'v1/scanner/analyzeProject', { project_id: projectId });
    return { id: this.remember('analysis', id, tenant), projectId };
  }

  async finishedJob(tenant: Tenant): Promise<string> {
    const id = await this.create('job', tenant);
    await this.ask(tenant.admin, 'v1/jobs/cancelJob', { id });
    return id;
  }

  private readonly sbomOf = new Map<string, string>();
  component = async (tenant: Tenant): Promise<{ id: string; sbomId: string }> =>
    this.create('component', tenant).then((id) => ({ id, sbomId: this.sbomOf.get(id)! }));

  private readonly factories: Record<ThingKind, (tenant: Tenant) => Promise<string>> = {
    organization: ({ orgId }) => Promise.resolve(orgId),
    team: ({ teamId }) => Promise.resolve(teamId),
    user: async () => (await this.ask(this.root, 'v1/users/createUser', { username: this.fresh('user') })).id,
    sbom: async (tenant) => {
      const texts = { name: tenant.canary, version: '1', supplier: tenant.canary, contact_name: '', contact_email: '' };
      const place = { org_id: tenant.orgId, team_id: tenant.teamId };
      return (await this.ask(tenant.admin, 'v1/project/createSBOM', { ...texts, ...place })).id;
    },
    component: async (tenant) => {
      const sbom_id = await this.create('sbom', tenant);
      const answer = await tenant.admin.client.post('v1/project/addComponent', { sbom_id, name: this.named(tenant) });
      this.sbomOf.set(answer.body.id, sbom_id);
      return answer.body.id;
    },
    project: async (tenant) => {
      const source = { type: 'git', source: `https://git.example/${tenant.canary}.git`, branch: 'main' };
      const body = { ...source, team_id: tenant.teamId, name: tenant.canary, description: '', tags: [{ name: 't' }] };
      return (await this.ask(tenant.admin, 'v1/project/createProject', body)).id;
    },
    ruleset: async (tenant) =>
      (await this.ask(tenant.admin, 'v1/ruleset/createRuleset', { name: this.named(tenant), team_id: tenant.teamId }))
        .id,
    tag: async (tenant) =>
      (await this.ask(tenant.admin, 'v1/tag/createTag', { name: this.named(tenant), team_id: tenant.teamId })).id,
    job: async (tenant) => {
      const sbom_id = await this.create('sbom', tenant);
      return (await this.ask(tenant.admin, 'v1/project/resolveComponents', { sbom_id })).job_id;
    },
    decision: async (tenant) => {
      const sbom_id = await this.create('sbom', tenant);
      const name = this.named(tenant);
      const search_results = { package: [{ purl: `pkg:npm/${name}`, selected: true }] };
      await tenant.admin.client.post('v1/project/addComponent', { sbom_id, name, search_results });
      const query = { org_id: tenant.orgId, q: name };
      return (await tenant.admin.client.get('v1/resolution/getDecisions', query)).body.data[0].id;
    },
    pattern: async (tenant) => {
      const body = { org_id: tenant.orgId, kind: 'name_prefix', pattern: `${this.fresh(tenant.organizationCanary)}-` };
      return (await this.ask(tenant.admin, 'v1/resolution/createInternalPattern', body)).id;
    },
    webhook: async (tenant) => {
      const body = { org_id: tenant.orgId, url: `https://hooks.example.org/${this.fresh(tenant.organizationCanary)}` };
      return (await this.ask(tenant.admin, 'v1/webhooks/createWebhook', body)).id;
    },
    channel: async (tenant) => {
      const body = { org_id: tenant.orgId, kind: 'slack', name: this.fresh(tenant.organizationCanary) };
      const url = 'https://hooks.example.org/services/x';
      return (await this.ask(tenant.admin, 'v1/alarms/createChannel', { ...body, url })).id;
    },
    'service account': async (tenant) => {
      const body = { org_id: tenant.orgId, name: this.fresh(tenant.organizationCanary), role: 'viewer' };
      return (await this.ask(tenant.admin, 'v1/serviceAccounts/createServiceAccount', body)).id;
    },
    'trust rule': async (tenant) =>
      (await this.ask(tenant.admin, 'v1/keyless/createTrustRule', await this.trust(tenant))).id,
    'SCIM token': async (tenant) => {
      const body = { org_id: tenant.orgId, name: this.fresh(tenant.organizationCanary) };
      return (await this.ask(tenant.admin, 'v1/scim/createToken', body)).id;
    },
    'group mapping': async (tenant) => {
      const body = { org_id: tenant.orgId, group: this.fresh(tenant.organizationCanary), role: 'viewer' };
      return (await this.ask(tenant.admin, 'v1/organizations/createGroupMapping', body)).id;
    },
    'trusted key': async (tenant) => {
      const body = { org_id: tenant.orgId, name: this.fresh(tenant.organizationCanary), public_key: pemOf(edKey()) };
      return (await this.ask(tenant.admin, 'v1/signature/addTrustedKey', body)).id;
    },
    analysis: async (tenant) => {
      const project_id = await this.create('project', tenant);
      return (await this.ask(tenant.admin, 'v1/scanner/analyzeProject', { project_id })).id;
    },
    'team user': async (tenant) => (await this.teamUser(tenant)).id,
    'review decision': async (tenant) => {
      const { name } = await this.waitingEntry(tenant);
      const choice = { disposition: 'internal' };
      const body = { org_id: tenant.orgId, group: reviewGroupId(name), revision: 0, choice };
      return (await this.ask(tenant.admin, 'v1/review/decide', body)).id;
    },
    share: async (tenant) => {
      const body = {
        sbom_ids: [await this.create('sbom', tenant)],
        contents: ['cyclonedx'],
        title: this.named(tenant),
      };
      return (await this.ask(tenant.admin, 'v1/share/createShare', body)).id;
    },
    alias: async (tenant) => (await this.alias(tenant)).id,
    'API key': async (tenant) =>
      (await this.ask(tenant.admin, 'v1/users/createApiKey', { name: 'k', org_id: tenant.orgId })).id,
  };

  private named = (tenant: Tenant): string => this.fresh(tenant.canary);

  private remember(kind: ThingKind, id: string, tenant: Tenant | null): string {
    if (typeof id !== 'string') throw new Error(`No id of a ${kind}`);
    this.things.set(id, { kind, tenant });
    return id;
  }

  private async ask(by: Person, path: string, body: Fields): Promise<any> {
    const { status, body: answer } = await by.client.post(path, body);
    if (status < 300) return answer.data;
    throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
  }
}
