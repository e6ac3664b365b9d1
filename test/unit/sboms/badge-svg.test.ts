import { badgeSvg, badgeWord, type BadgeFacts } from '../../../src/sboms/badges/badge-svg.js';

const facts = (more: Partial<BadgeFacts> = {}): BadgeFacts => ({
  name: 'shop',
  version: '1',
  verdict: 'passed',
  entry_count: 3,
  examined_count: 3,
  partly_count: 0,
  open_gaps: 0,
  ...more,
});

describe('a badge', () => {
  it.each<[Partial<BadgeFacts>, string]>([
    [{}, 'passed'],
    [{ examined_count: 2 }, 'passed, partly examined'],
    [{ examined_count: 0, partly_count: 1 }, 'passed, partly examined'],
    [{ examined_count: 0 }, 'passed, not examined'],
    [{ open_gaps: 1 }, 'passed, files not read'],
    [{ open_gaps: 1, verdict: 'failed' }, 'failed'],
    [{ verdict: 'pending' }, 'pending'],
    [{ verdict: 'pending', entry_count: 0, examined_count: 0 }, 'no components'],
    [{ verdict: 'failed' }, 'failed'],
  ])('%j says %s', (more, word) => expect(badgeWord(facts(more)).word).toBe(word));

  it('is XML, one line and short, whatever the name', () => {
    const svg = badgeSvg(facts({ name: `\u202e<script>\n${'𝒳'.repeat(500)}`, version: '"&' }));
    expect(svg).toContain('&lt;script&gt; 𝒳');
    expect(svg).not.toMatch(/<script|[\n\u202e]|[\ud800-\udbff](?![\udc00-\udfff])/);
    expect(svg.length).toBeLessThan(2_500);
  });
});
