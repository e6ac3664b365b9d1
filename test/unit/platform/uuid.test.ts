import { isId, newId } from '../../../src/platform/identifiers/uuid.js';

describe('ids', () => {
  it('are version 7 and sort by the time of their making', () => {
    const made = Array.from({ length: 1000 }, newId);
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(1000);
    for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
  });

  it.each(['', '0', '../', 'null', ' 018f0000-0000-7000-8000-000000000001', '{018f0000-0000-7000-8000-000000000001}'])(
    'are not %j',
    (text) => expect(isId(text)).toBe(false),
  );
});
