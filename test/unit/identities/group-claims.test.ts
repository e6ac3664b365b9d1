import { groupsOf, hasGroups } from '../../../src/identities/groups/group-claims.js';

describe('groups in claims', () => {
  it.each([
    [{ groups: ['a', 'b', 'a'] }, 'groups', ['a', 'b']],
    [{ groups: 'one' }, 'groups', ['one']],
    [{ groups: [12] }, 'groups', ['12']],
    [{}, 'groups', []],
    [{ groups: null }, 'groups', []],
    [{ realm_access: { roles: ['x'] } }, 'realm_access.roles', ['x']],
    [{ 'https://example.org/groups': ['x'] }, 'https://example.org/groups', ['x']],
    [{ groups: ['', 'with\nbreak', 'nul\0', '\ud800', 'g'.repeat(256), 'ok'] }, 'groups', ['ok']],
    [{ groups: [{ id: 1 }] }, 'groups', null],
    [{ groups: Array.from({ length: 10_001 }, (_, n) => `g${n}`) }, 'groups', null],
    [{ _claim_names: { groups: 'src1' } }, 'groups', null],
    [{ _claim_names: { realm_access: 'src1' } }, 'realm_access.roles', null],
    [{ hasgroups: true }, 'groups', null],
    [{ hasgroups: 'true' }, 'groups', null],
    [{}, '__proto__', []],
    [{}, 'constructor.name', []],
  ])('%j under %s', (claims, name, groups) => expect(groupsOf(claims, name)).toEqual(groups));

  it('are absent or elsewhere', () => {
    expect(hasGroups({}, 'groups')).toBe(false);
    expect(hasGroups({ groups: [] }, 'groups')).toBe(true);
    // OpenID Connect Core 1.0, 5.3.2: a claim without a value is one that is not given.
    expect(hasGroups({ groups: null }, 'groups')).toBe(false);
    expect(hasGroups({ realm_access: null }, 'realm_access.roles')).toBe(false);
    expect(hasGroups({ _claim_names: { realm_access: 'src1' } }, 'realm_access.roles')).toBe(true);
    expect(hasGroups({ _claim_names: { groups: 'src1' } }, 'groups')).toBe(true);
  });
});
