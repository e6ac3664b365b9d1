/** @own-modules */
import { nameOfPrepared, renamePrepared } from '../../../src/platform/database/prepared-statements.js';

describe('names of prepared statements', () => {
  it('are the same for the same text, until the text is named anew', () => {
    const name = nameOfPrepared('SELECT 1');
    expect(nameOfPrepared('SELECT 1')).toBe(name);
    expect(nameOfPrepared('SELECT 2')).not.toBe(name);
    const next = renamePrepared('SELECT 1');
    expect(next).not.toBe(name);
    expect(nameOfPrepared('SELECT 1')).toBe(next);
  });

  it('end, because texts without end are no constants and would fill each connection', () => {
    const names = Array.from({ length: 300 }, (_, n) => nameOfPrepared(`SELECT 'text', ${n}`));
    expect(new Set(names.filter(Boolean)).size).toBeLessThanOrEqual(200);
    expect(names.at(-1)).toBeUndefined();
    expect(nameOfPrepared('SELECT 1')).toBeDefined();
  });
});
