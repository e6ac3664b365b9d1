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

/** What states several versions, or where one stands. */
const several = [
  '^1.2.3',
  '~1.4',
  '>=4.17.0',
  '>= 1.0 < 2.0',
  '<2',
  '!=3.1',
  '1.x',
  '10.15.X',
  '1.2.*',
  '2.x.x',
  '1.x-dev',
  '[1.0,2.0)',
  '(,2.0]',
  '1.0,2.0',
  '1.2.3 || 2.0',
  '1.2.3; 1.2.4',
  '1.0 - 2.0',
  '1.0 – 2.0',
  '1.2 / 1.3',
  '1.2 and 1.3',
  '1.2 to v1.5',
  '8.0+',
  '2.3 or later',
  '2.3 and below',
  'before 3.0.13',
  'up to 2.4',
  'at least 1.1',
  '${log4j2.version}',
  '{{ v2 }}',
  '@VERSION2@',
  'git+https://example.org/a.git#v1.2',
  'workspace:^1.2',
  'npm:left-pad@1.3.0',
];

describe('what stands for a version', () => {
  it.each([...placeholders, ...several])('%j is none, in no identifier either', (version) => {
    expect(declaredVersion(version)).toBe('');
    const selected = { purl: null, cpe: 'cpe:2.3:a:wireshark:wireshark:*:*:*:*:*:*:*:*', repoUrl: null, version };
    expect(entityOfSelection(selected)).toMatchObject({ version: '', cpe: { version: '*' } });
    const stored = { ...selected, cpe: 'cpe:2.3:a:wireshark:wireshark:n\\/a:*:*:*:*:*:*:*' };
    expect(entityOfSelection(stored)!.version).toBe('');
    const packaged = { purl: 'pkg:npm/left-pad', cpe: null, repoUrl: null, version };
    expect(entityOfSelection(packaged)).toMatchObject({ version: '', purl: { version: null } });
  });

  it.each([
    ...['1.0', 'v2', '2016 CU19', 'XP', 'r3', '0', 'latest-1', 'nanna', '8.x-1.5', '1:2.3-4+deb11u1', '5.10.x86_64'],
    ...['1.2.3 (build 5)', '8 Update 401', '1.0-2.0', '0.0.0-20200701200531-7f61353ee73e', '2.0.0+cu118', '1.0~rc1'],
    ...['(none):4.4-10.el8', '2.7.18.SP1', '1.2.3-x', '9e', 'v1.2.3+incompatible', '4.0.0.x86', 'x'.repeat(600)],
  ])('%j is kept as it is', (version) => {
    expect(declaredVersion(version)).toBe(version);
  });

  it.each([
    ['=1.2.3', '1.2.3'],
    ['== 2.0', '2.0'],
    ['===2.0.post1', '2.0.post1'],
    ['[1.4]', '1.4'],
  ])('%j is the one version %s', (text, version) => {
    expect(declaredVersion(text)).toBe(version);
  });

  it('takes no long time to read', () => {
    const start = process.cpuUsage();
    for (const part of ['.x', '1 ', ' - ', 'a', '[', '.*', '1 and '])
      for (let round = 0; round < 20; round += 1) declaredVersion(part.repeat(100_000 / part.length));
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000);
  });
});
