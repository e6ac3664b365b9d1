import { maxWarnings, StagingWriter } from '../../../src/sboms/importing/staging.js';

it('stages a warning that something was lost after any number of lesser ones', () => {
  const writer = new StagingWriter();
  const warning = { place: '', message: 'x' };
  for (let index = 0; index < maxWarnings; index += 1) expect(writer.rows({ type: 'warning', warning })).not.toBe('');
  expect(writer.rows({ type: 'warning', warning })).toBe('');
  expect(writer.rows({ type: 'warning', warning: { ...warning, isLoss: true } })).toContain('isLoss');
  expect(writer.end('x')).toContain(`"warning_count":${maxWarnings + 2}`);
});

it('stages what PostgreSQL takes, whatever the texts hold', () => {
  const writer = new StagingWriter();
  const hostile = 'a\0b\ud83d';
  const rows = [
    writer.rows({ type: 'subject-ref', ref: hostile }),
    writer.rows({ type: 'warning', warning: { place: hostile, message: hostile } }),
    writer.end('x', { gaps: [{ path: hostile }] }),
  ].join('');
  expect(rows.match(/a(?:\ufffd|\\\\ufffd)b(?:\ufffd|\\\\ufffd)/g)).toHaveLength(4);
  expect(rows).not.toMatch(/\0|\\u0000|\\ud83d|[\ud800-\udfff]/);
});
