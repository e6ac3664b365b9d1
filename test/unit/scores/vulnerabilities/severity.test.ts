import { cvssScore } from '../../../../src/scores/vulnerabilities/cvss.js';
import {
  compareLevels,
  levelOfScore,
  parseSeverities,
  unknownSeverity,
  worstSeverity,
} from '../../../../src/scores/vulnerabilities/severity.js';

describe('cvssScore', () => {
  it.each([
    // first.org/cvss/v2/guide, 3.3
    ['AV:N/AC:L/Au:N/C:N/I:N/A:C', '2.0', 7.8],
    ['AV:N/AC:L/Au:N/C:C/I:C/A:C', '2.0', 10],
    ['(AV:L/AC:H/Au:N/C:C/I:C/A:C)', '2.0', 6.2],
    // first.org/cvss/v3.1/examples
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', '3.0', 6.1],
    ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', '3.1', 6.4],
    ['CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', '3.1', 3.1],
    ['CVSS:3.1/AV:L/AC:L/PR:H/UI:N/S:U/C:L/I:L/A:L', '3.1', 4.2],
    ['CVSS:3.1/AV:P/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', '3.1', 0],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', '3.1', 10], // Log4Shell
    ['CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:C/C:H/I:N/A:H', '3.1', 7.5],
    // first.org/cvss/v4.0/examples
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H', '4.0', 10],
    ['CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', '4.0', 7.3],
    ['CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:P/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', '4.0', 7.7],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:L/VA:L/SC:N/SI:N/SA:N', '4.0', 8.8],
    ['CVSS:4.0/AV:P/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N', '4.0', 0],
    // The base score stays where threat and environmental metrics say less.
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:U/RL:O/RC:C', '3.1', 9.8],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/MC:N/MI:N/MA:N', '3.1', 9.8],
    ['AV:N/AC:L/Au:N/C:C/I:C/A:C/E:U/RL:OF/RC:C', '2.0', 10],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U/MVC:N', '4.0', 9.3],
  ])('%s', (vector, version, score) => {
    expect(cvssScore(vector)).toMatchObject({ version, score });
  });

  it.each([
    '',
    'CVSS:3.1/',
    'CVSS:3.1/AV:N',
    'CVSS:3.1/AV:N/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
    'CVSS:3.1/AV:Q/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
    'CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
    'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:X/VI:X/VA:X/SC:N/SI:N/SA:N',
    'AV:ND/AC:L/Au:N/C:C/I:C/A:C',
    // The library takes values of modified metrics for those of base metrics, and whole words.
    'CVSS:4.0/AV:A/AC:L/AT:N/PR:H/UI:N/VC:L/VI:L/VA:N/SC:H/SI:S/SA:N',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:None/S:C/C:H/I:H/A:H',
    'AV:L/AC:M/Au:M/C:None/I:N/A:N',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H/__proto__:x',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H/RL:Q',
    'CVSS:9.9/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
    `CVSS:4.0/${'AV:N/'.repeat(100_000)}`,
    '7.5',
  ])('%.60p is no vector', (vector) => {
    expect(cvssScore(vector)).toBeNull();
  });
});

describe('levels', () => {
  it.each([
    [0, 'none'],
    [0.1, 'low'],
    [3.9, 'low'],
    [4, 'medium'],
    [6.9, 'medium'],
    [7, 'high'],
    [8.9, 'high'],
    [9, 'critical'],
    [10, 'critical'],
  ])('%d is %s', (score, level) => {
    expect(levelOfScore(score)).toBe(level);
  });

  it('has no critical in CVSS 2', () => {
    expect(levelOfScore(10, '2.0')).toBe('high');
    expect(compareLevels('critical', 'high')).toBeGreaterThan(0);
    expect(compareLevels('unknown', 'none')).toBeLessThan(0);
  });
});

describe('worstSeverity', () => {
  it('prefers CVSS 3 and 4 to CVSS 2, then the worst score, then a word', () => {
    const v2 = 'AV:N/AC:L/Au:N/C:C/I:C/A:C';
    const v3 = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N';
    const worse = 'CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N';
    expect(worstSeverity([{ vector: v2 }, { vector: v3 }, { vector: worse }, { level: 'critical' }])).toEqual({
      level: 'medium',
      score: 6.1,
      vector: worse,
      cvssVersion: '3.0',
    });
    // GitHub's CVSS 4 beside NVD's CVSS 3.1, as most CVEs of 2024 and later have it.
    const v4 = 'CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';
    const critical = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
    for (const both of [
      [{ vector: v4 }, { vector: critical }],
      [{ vector: critical }, { vector: v4 }],
    ])
      // prettier-ignore
      expect(worstSeverity(both)).toMatchObject({ level: 'critical', score: 9.8, vector: critical });
    expect(worstSeverity([{ vector: v2 }, { vector: v4 }])).toMatchObject({ level: 'high', score: 7.3 });
    expect(worstSeverity([{ level: 'low' }, { level: 'high' }, { vector: 'nonsense' }])).toEqual({
      ...unknownSeverity,
      level: 'high',
    });
    expect(worstSeverity([])).toEqual(unknownSeverity);
  });

  it('reads the places where databases keep it', () => {
    expect(
      parseSeverities({
        severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/x' }],
        database_specific: { severity: 'MODERATE' },
      }),
    ).toEqual([{ vector: 'CVSS:3.1/x' }, { level: 'medium' }]);
    expect(parseSeverities({ database_specific: { cvss_v3: 9.8 } })).toEqual([{ level: 'critical' }]);
    expect(parseSeverities({ database_specific: { cvss_v2: 9.5 } })).toEqual([{ level: 'high' }]);
    const bare = { cvss_v4: 5.1, cvss_v3: 9.8, cvss_v2: 10 };
    expect(worstSeverity(parseSeverities({ database_specific: bare }))).toMatchObject({ level: 'critical' });
    // Ubuntu's priorities, and databases that have no vector. 0 stands for a score that nobody has given yet.
    const entry = (type: string, score: string | number) => parseSeverities({ severity: [{ type, score }] });
    expect(entry('Ubuntu', 'high')).toEqual([{ level: 'high' }]);
    expect(worstSeverity(entry('Ubuntu', 'untriaged'))).toEqual(unknownSeverity);
    expect(entry('CVSS_V3', '9.8')).toEqual([{ level: 'critical' }]);
    expect(entry('CVSS_V2', 9.8)).toEqual([{ level: 'high' }]);
    expect(worstSeverity(entry('CVSS_V3', '0.0'))).toEqual(unknownSeverity);
    expect(parseSeverities({ database_specific: { cvss_v3: 0 } })).toEqual([]);
    expect(parseSeverities({ severity: 'nonsense', database_specific: { severity: 'constructor' } })).toEqual([]);
  });
});
