import fc from 'fast-check';
import { CallerError } from '../../../src/model/errors.js';
import { Actor, type ActorProperties, type Membership } from '../../../src/organizations/access/actor.js';
import { isAtLeast, roles, type Role } from '../../../src/organizations/access/roles.js';

const [here, there] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b'];
const [red, blue] = ['018f0000-0000-7000-8000-00000000001a', '018f0000-0000-7000-8000-00000000001b'];

const member = (role: Role, more: Partial<Membership> = {}): Membership => ({
  orgId: here,
  role,
  narrowed: false,
  teamRoles: new Map(),
  ...more,
});

const actor = (facts: Partial<ActorProperties>): Actor =>
  new Actor({
    userId: '018f0000-0000-7000-8000-000000000001',
    username: 'ada',
    sysAdmin: false,
    via: 'session',
    requiredPermission: 'viewer',
    memberships: [],
    ...facts,
  });

function statusOf(act: () => unknown): number {
  try {
    act();
    return 200;
  } catch (error) {
    expect(error).toBeInstanceOf(CallerError);
    return (error as CallerError).status;
  }
}

describe('Actor', () => {
  it('admits a row of its organization when the role is enough', () => {
    const row = { org_id: here, team_id: red, name: 'x' };
    for (const has of roles)
      for (const needs of roles) {
        const status = statusOf(() =>
          actor({ requiredPermission: needs, memberships: [member(has)] }).authorize(row, 'SBOM'),
        );
        expect([has, needs, status]).toEqual([has, needs, isAtLeast(has, needs) ? 200 : 403]);
      }
    expect(actor({ memberships: [member('viewer')] }).authorize(row, 'SBOM')).toBe(row);
  });

  it('answers for a row of another organization exactly as for one that does not exist', () => {
    for (const memberships of [[], [member('admin')]])
      for (const sysAdmin of [false, true]) {
        const asked = actor({ requiredPermission: 'admin', sysAdmin, memberships });
        const missing = caught(() => asked.authorize(null, 'SBOM'));
        const foreign = caught(() => asked.authorize({ org_id: there, team_id: red }, 'SBOM'));
        expect(foreign).toEqual(missing);
        expect(missing.status).toBe(404);
        expect(caught(() => asked.organization(there)).status).toBe(404);
      }
  });

  it('shows a narrowed member its teams only', () => {
    const narrowed = actor({
      requiredPermission: 'member',
      memberships: [member('member', { narrowed: true, teamRoles: new Map([[red, 'member']]) })],
    });
    expect(statusOf(() => narrowed.authorize({ org_id: here, team_id: red }, 'SBOM'))).toBe(200);
    expect(statusOf(() => narrowed.authorize({ org_id: here, team_id: blue }, 'SBOM'))).toBe(404);
    expect(statusOf(() => narrowed.authorize({ org_id: here }, 'ruleset'))).toBe(200);
    expect(narrowed.visibleScope).toEqual({ organizations: [], teams: [red] });
  });

  it('lets a role in a team lower the one in the organization, never raise it', () => {
    const teamRoles = new Map<string, Role>([
      [red, 'viewer'],
      [blue, 'admin'],
    ]);
    const asked = actor({ memberships: [member('member', { teamRoles })] });
    expect(asked.roleFor(here, red)).toBe('viewer');
    expect(asked.roleFor(here, blue)).toBe('member');
    expect(asked.roleFor(here, null)).toBe('member');
    const everywhere = actor({ memberships: [member('admin', { teamRoles })] });
    expect(everywhere.roleFor(here, red)).toBe('admin');
  });

  it('gives a narrowed admin its team, not the organization', () => {
    const teamRoles = new Map<string, Role>([[red, 'admin']]);
    const asked = actor({ requiredPermission: 'admin', memberships: [member('admin', { narrowed: true, teamRoles })] });
    expect(statusOf(() => asked.authorize({ org_id: here, team_id: red }, 'team'))).toBe(200);
    expect(statusOf(() => asked.organization(here))).toBe(403);
  });

  it('applies the limits of an API key everywhere', () => {
    const facts = {
      sysAdmin: true,
      via: 'api_key' as const,
      memberships: [member('admin'), member('admin', { orgId: there })],
    };
    const viewer = actor({ ...facts, key: { role: 'viewer', orgId: null, endsAt: null } });
    expect([viewer.roleFor(here, null), viewer.roleFor(there, red), viewer.sysAdmin]).toEqual([
      'viewer',
      'viewer',
      false,
    ]);
    const local = actor({ ...facts, key: { role: null, orgId: here, endsAt: null } });
    expect([local.roleFor(here, null), local.roleFor(there, null), local.sysAdmin]).toEqual(['admin', null, false]);
    expect(local.tenancy).toEqual({ organizations: [here] });
    const whole = actor({ ...facts, key: { role: null, orgId: null, endsAt: null } });
    expect([whole.sysAdmin, whole.hasLimitedKey]).toEqual([true, false]);
    expect([viewer.hasLimitedKey, local.hasLimitedKey]).toEqual([true, true]);
    const expiring = actor({ ...facts, key: { role: null, orgId: null, endsAt: new Date() } });
    expect([expiring.sysAdmin, expiring.hasLimitedKey]).toEqual([false, true]);
    const project = { id: '018f0000-0000-7000-8000-0000000000aa', teamId: red };
    const bound = actor({ ...facts, key: { role: null, orgId: here, endsAt: null, project } });
    expect([bound.projectId, bound.sysAdmin, bound.roleFor(here, red), bound.roleFor(here, blue)]).toEqual([
      ...[project.id, false, 'member', null],
    ]);
    const gone = actor({
      ...facts,
      key: { role: null, orgId: here, endsAt: null, project: { ...project, teamId: null } },
    });
    expect(gone.memberships).toEqual([]);
  });

  it('never gives more than the membership, whatever teams and keys say', () => {
    const role = fc.constantFrom<Role>(...roles);
    const ceiling = fc.option(role);
    fc.assert(
      fc.property(role, role, ceiling, fc.boolean(), (held, inTeam, limit, narrowed) => {
        const asked = actor({
          memberships: [member(held, { narrowed, teamRoles: new Map([[red, inTeam]]) })],
          key: limit && { role: limit, orgId: null, endsAt: null },
        });
        for (const team of [red, blue, null]) {
          const has = asked.roleFor(here, team);
          expect(has === null || isAtLeast(held, has)).toBe(true);
          expect(has === null || limit === null || isAtLeast(limit, has)).toBe(true);
        }
        expect(asked.roleFor(here, blue) === null).toBe(narrowed);
      }),
      { numRuns: 100 },
    );
  });

  it('cannot be changed', () => {
    const asked = actor({ memberships: [member('viewer')] });
    expect(() => Object.assign(asked, { sysAdmin: true })).toThrow(TypeError);
    expect(() => (asked.memberships as Membership[]).push(member('admin'))).toThrow(TypeError);
  });
});

function caught(act: () => unknown): CallerError {
  try {
    act();
  } catch (error) {
    return error as CallerError;
  }
  throw new Error('Nothing was thrown');
}
