import { filterWith } from '../../../src/identities/ldap/ldap-filter.js';

describe('a filter of the settings', () => {
  it('has the value in each of its places, as bytes where it would mean something', () => {
    const template = '(|(uid={username})(mail={username}))';
    expect(filterWith(template, 'username', 'ada')).toBe('(|(uid=ada)(mail=ada))');
    expect(filterWith(template, 'username', 'a)(uid=*\\\0')).toBe(
      '(|(uid=a\\29\\28uid=\\2a\\5c\\00)(mail=a\\29\\28uid=\\2a\\5c\\00))',
    );
    expect(filterWith('(member={dn})', 'dn', 'cn=$&')).toBe('(member=cn=$&)');
  });
});
