import { patchedGroup } from '../../../src/identities/scim/scim-resources.js';

const id = '0190b7a4-0000-7000-8000-000000000001';
const patched = (...Operations: object[]) => patchedGroup({ Operations });

describe('operations on the members of a group', () => {
  it.each([
    ['all, where there is no value', { path: 'members' }, { members: [], added: [], removed: [] }],
    ['all, where the value is null', { path: 'members', value: null }, { members: [], added: [], removed: [] }],
    ['one by its id', { path: 'members', value: [{ value: id }] }, { added: [], removed: [id] }],
    ['one by a filter', { path: `members[value eq "${id}"]` }, { added: [], removed: [id] }],
  ])('remove %s', (_, operation, expected) => {
    expect(patched({ op: 'remove', ...operation })).toEqual(expected);
  });

  it.each([
    `members[type eq "User" and value eq "${id}"]`,
    `members[value eq '${id}']`,
    'members[display eq "Ada"]',
    'members.value',
  ])('are refused where the path %s cannot be read', (path) => {
    for (const op of ['add', 'replace', 'remove'])
      expect(() => patched({ op, path, value: [{ value: id }] })).toThrow(/path of members/);
  });
});
