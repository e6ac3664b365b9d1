import { endOf, hasEnded } from '../../../ui/src/vulnerabilities/ended-statement.js';

describe('a statement that holds no more', () => {
  const statement = { status: 'expired', stated_by: 'person', expires_at: '2026-03-04T05:06:07Z', end_reason: null };

  it('is one that has ended, whatever it was', () => {
    expect([hasEnded(statement), hasEnded({ ...statement, status: 'not_affected' })]).toEqual([true, false]);
  });

  it.each([
    [null, /it held until .*2026/],
    ['other_version', /the component has another version now$/],
    ['other_identity', /the component is another package or product now$/],
    ['of a later release', /it held until .*2026/],
  ])('says why where the reason is %s', (end_reason, said) => {
    expect(endOf({ ...statement, end_reason })).toMatch(/^the statement of a person holds no more: /);
    expect(endOf({ ...statement, end_reason })).toMatch(said);
  });
});
