import { afterChange } from '../../../ui/src/other-tab.js';

describe('what a tab does when another one signs in or out', () => {
  it('takes over who signed in', () => {
    expect(afterChange('ben', 'ada', false)).toBe('load');
    expect(afterChange('ada', undefined, false)).toBe('load');
  });

  it('asks for the sign-in when the other signed out, and goes on when it is done there', () => {
    expect(afterChange(null, 'ada', false)).toBe('expire');
    expect(afterChange('ada', 'ada', true)).toBe('load');
  });

  it('does nothing where nothing has changed', () => {
    expect(afterChange('ada', 'ada', false)).toBeNull();
    expect(afterChange(null, undefined, false)).toBeNull();
  });
});
