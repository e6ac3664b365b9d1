import { declaredVersion } from '../../../src/model/versions/declared-version.js';
import { entityOfSelection } from '../../../src/scores/stored/entity-of-selection.js';

const placeholders = [
  'n/a',
  'N.A.',
  'NA',
  '-',
  '?',
  '*',
  ' unknown ',
  'Latest',
  'NOASSERTION',
  'various',
  'not specified',
  'null',
];

describe('what stands for a version', () => {
  it.each(placeholders)('%j is none, in no identifier either', (version) => {
    expect(declaredVersion(version)).toBe('');
    const selected = { purl: null, cpe: 'cpe:2.3:a:wireshark:wireshark:*:*:*:*:*:*:*:*', repoUrl: null, version };
    expect(entityOfSelection(selected)).toMatchObject({ version: '', cpe: { version: '*' } });
    const stored = { ...selected, cpe: 'cpe:2.3:a:wireshark:wireshark:n\\/a:*:*:*:*:*:*:*' };
    expect(entityOfSelection(stored)!.version).toBe('');
    const packaged = { purl: 'pkg:npm/left-pad', cpe: null, repoUrl: null, version };
    expect(entityOfSelection(packaged)).toMatchObject({ version: '', purl: { version: null } });
  });

  it.each(['1.0', 'v2', '2016 CU19', 'XP', 'r3', '0', 'latest-1', 'nanna'])('%j is kept as it is', (version) => {
    expect(declaredVersion(version)).toBe(version);
  });
});
