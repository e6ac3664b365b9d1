import { bindParameters } from '../../../src/platform/database/named-parameters.js';

describe('named parameters', () => {
  it('become positional, one number for each name', () => {
    expect(bindParameters('SELECT $a, $b::uuid[], $a', { b: 2, a: 1 })).toEqual({
      text: 'SELECT $1, $2::uuid[], $1',
      values: [1, 2],
    });
  });

  it('take each value from the object, also where it is null or undefined', () => {
    expect(bindParameters('SELECT $a, $b', { a: null, b: undefined }).values).toEqual([null, undefined]);
  });

  it('are not looked for in strings, comments and dollar quotes', () => {
    const text = `SELECT 'costs $five', 'it''s $six' -- and $seven\n, $body$ $1 $body$ AS x, $a`;
    expect(() => bindParameters(text, { a: 1 })).toThrow('Name the parameter $1');
    expect(bindParameters(text.replace('$1', ''), { a: 1 }).values).toEqual([1]);
  });

  it.each([
    ['SELECT $a', {}, 'No value for the parameter $a'],
    ['SELECT $a', { a: 1, b: 2 }, 'The statement has no parameter $b'],
    ['SELECT 1', { a: 1 }, 'The statement has no parameter $a'],
    ['SELECT $1', { a: 1 }, 'Name the parameter $1'],
    ['SELECT $toString', {}, 'No value for the parameter $toString'],
  ])('%s with %j is refused', (text, parameters, message) => {
    expect(() => bindParameters(text, parameters)).toThrow(message);
  });

  it('keeps apart names of which one begins like another', () => {
    expect(bindParameters('SELECT $org, $orgId', { orgId: 2, org: 1 })).toEqual({
      text: 'SELECT $1, $2',
      values: [1, 2],
    });
  });
});
