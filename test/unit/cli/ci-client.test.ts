import { pauseSeconds } from '../../../src/cli/ci/ci-client.js';

describe('the pause before a request is repeated', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  it.each<[string | null, number]>([
    [null, 1],
    ['7', 7],
    ['0', 1],
    ['3600', 30],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 1],
    ['soon', 1],
    ['', 1],
  ])('after Retry-After %j is of %d seconds', (header, seconds) => expect(pauseSeconds(header, now)).toBe(seconds));
});
