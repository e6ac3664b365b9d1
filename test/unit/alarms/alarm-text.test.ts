import { alarmText } from '../../../src/alarms/alarm-text.js';
import { slackMessage } from '../../../src/alarms/receivers/slack-message.js';
import type { DigestEvent } from '../../../src/alarms/messages.repository.js';

const limits = { sections: 10, lines: 10, characters: 200 };

const event = (severities: Readonly<Record<string, number>>): DigestEvent =>
  ({
    id: 'e',
    type: 'vulnerability.found',
    sbom_name: 'Shop',
    sbom_version: '1',
    supplier: '',
    passing: Object.values(severities).reduce((sum, n) => sum + n, 0),
    is_first: false,
    severities,
    exploited: 0,
    worsened: 0,
    undecided: 0,
  }) as unknown as DigestEvent;

describe('the text of an alarm', () => {
  it.each<[Record<string, number>, string]>([
    [{ none: 1 }, '1 new vulnerability (1 none)'],
    [{ none: 1, unknown: 2, low: 3, critical: 4 }, '10 new vulnerabilities (4 critical, 2 unknown, 3 low, 1 none)'],
  ])('counts every severity: %j', (severities, text) => {
    const [section] = alarmText({ events: [event(severities)], items: [], undecided: 0 }, limits).sections;
    expect(section!.heading).toBe(`Shop 1: ${text}`);
  });

  it('lists the worst first, and counts no unknown as harmless', () => {
    const named = (id: string, severities: Record<string, number>, more: object = {}): DigestEvent =>
      ({ ...event(severities), id, sbom_name: id, sbom_version: '', ...more }) as DigestEvent;
    const events = [
      named('low', { low: 900 }),
      named('unwatched', { '': 1 }, { type: 'monitor.failed' }),
      named('unrated', { unknown: 3 }),
      named('high', { high: 2_000 }),
      named('medium', { medium: 1 }),
      named('critical', { critical: 1 }),
      named('exploited', { low: 1 }, { exploited: 1 }),
    ];
    const { sections } = alarmText({ events, items: [], undecided: 0 }, limits);
    const order = ['exploited', 'critical', 'high', 'medium', 'unrated', 'unwatched', 'low'];
    expect(sections.map(({ heading }) => heading.split(':')[0])).toEqual(order);
  });

  it('says what is left out of alarms that it does not list', () => {
    const events = [1, 2, 3].map((n) => ({ ...event({ low: 1 }), id: String(n), undecided: n }));
    const { notes } = alarmText({ events, items: [], undecided: 10 }, { ...limits, sections: 1 });
    expect(notes).toEqual([
      '2 more alarms are not listed here.',
      'Left out: 15 of which it is not known whether they affect the version, in other alarms of which nothing else is sent.',
    ]);
  });

  it('has a header that Slack takes, whatever is to be escaped in the names', () => {
    const text = alarmText({ events: [{ ...event({ low: 1 }), sbom_name: '<&'.repeat(100) }], items: [], undecided: 0 }, limits); // prettier-ignore
    const { text: header } = JSON.parse(slackMessage(text)).blocks[0];
    expect(header.text.length).toBeLessThanOrEqual(150);
    expect(header.text).toMatch(/^Stocktake: (&lt;&amp;)+/);
    expect(header.text).not.toMatch(/&(?!lt;|amp;|gt;)/);
  });
});
