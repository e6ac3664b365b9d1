import { maxWarnings, StagingWriter } from '../../../src/sboms/importing/staging.js';

it('stages a warning that something was lost after any number of lesser ones', () => {
  const writer = new StagingWriter();
  const warning = { place: '', message: 'x' };
  for (let index = 0; index < maxWarnings; index += 1) expect(writer.rows({ type: 'warning', warning })).not.toBe('');
  expect(writer.rows({ type: 'warning', warning })).toBe('');
  expect(writer.rows({ type: 'warning', warning: { ...warning, isLoss: true } })).toContain('isLoss');
  expect(writer.end('x')).toContain(`"warning_count":${maxWarnings + 2}`);
});
