import { countExamined, groundOf, isLoaded } from '../../../ui/src/vulnerabilities/ground.js';
import { texts } from '../../../ui/texts.en.js';

const source = (kind: string, loadedAt: string | null, dataAsOf: string | null = null) => ({
  covers: [{ kind }],
  loaded_at: loadedAt,
  data_as_of: dataAsOf,
});
const words = texts.vulnerabilities;

describe('what the workbench says where no vulnerability is known', () => {
  it('names the loaded sources and the date of the oldest', () => {
    const { count, oldest } = groundOf([
      source('vulnerabilities', '2026-11-20T00:00:00Z'),
      source('vulnerabilities', '2026-11-21T00:00:00Z', '2026-11-19T12:00:00Z'),
      source('vulnerabilities', null),
      source('exploited', '2026-01-01T00:00:00Z'),
    ]);
    expect(words.none(count, oldest && texts.date(oldest))).toBe('None known, of 2 sources, Nov 19, 2026.');
    expect(words.none(0, null)).toMatch(/no source of vulnerabilities is loaded/);
  });

  it('takes the list of exploited vulnerabilities for loaded only where it is, whatever advisories are', () => {
    expect(isLoaded(source('vulnerabilities', '2026-11-20T00:00:00Z'), 'exploited')).toBe(false);
    expect(isLoaded(source('exploited', null), 'exploited')).toBe(false);
    expect(isLoaded(source('exploited', '2026-11-20T00:00:00Z'), 'exploited')).toBe(true);
  });

  it('counts only components that were examined whole', () => {
    const coverage = [
      { status: 'examined', count: 2 },
      { status: 'partly', count: 3 },
      { status: 'not_examined', count: 4 },
    ];
    expect(words.nobody(countExamined(coverage))).toBe('None of the 2 examined components is known to have it.');
  });

  it('tells a small probability of exploitation as small, not as none', () => {
    expect(words.epss(0.00043)).toBe('under 0.1 % likely to be exploited within 30 days');
    expect(words.epss(0.64)).toBe('64.0 % likely to be exploited within 30 days');
  });
});
