import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { FormatError } from '../../../src/formats/format.js';
import { retryDelaySeconds, decideRetry, deliveryRetry } from '../../../src/jobs/retry-policy.js';
import { CallerError, TransientError } from '../../../src/model/errors.js';

const retry = { attempts: 3, firstDelaySeconds: 2, maxDelaySeconds: 60 };
const middle = () => 0.5;

it('what is sent to others is tried again for the hours that docs/alarms.md and ADR 11 name', () => {
  const hours = (random: number): number => {
    const delays = Array.from({ length: deliveryRetry.attempts - 1 }, (_, index) =>
      retryDelaySeconds(index + 1, deliveryRetry, () => random),
    );
    return Math.round(delays.reduce((sum, seconds) => sum + seconds, 0) / 3_600);
  };
  const claim = `15 attempts over ${hours(0)} to ${hours(1)} hours`;
  for (const page of ['docs/alarms.md', 'docs/adr/0011-webhooks.md'])
    expect([page, readFileSync(page, 'utf8')]).toEqual([page, expect.stringContaining(claim)]);
  expect(deliveryRetry.attempts).toBe(15);
});

describe('decideRetry', () => {
  it('fails the caller’s fault at once, with its message', () => {
    expect(decideRetry(new CallerError(422, 'no SBOM'), 1, retry)).toEqual({
      kind: 'fail',
      message: 'no SBOM',
      code: 'refused',
      bug: false,
    });
  });

  it('fails a document that cannot be read at once, with the place', () => {
    const error = new FormatError('malformed', 'Unexpected end', 'line 3, column 9');
    expect(decideRetry(error, 1, retry)).toMatchObject({
      kind: 'fail',
      code: 'malformed',
      message: 'Unexpected end (at line 3, column 9)',
    });
  });

  it('tries again what is away, not before it asks for', () => {
    expect(decideRetry(new TransientError('busy', 100), 1, retry, middle)).toEqual({
      kind: 'retry',
      delaySeconds: 100,
      message: 'busy',
      code: 'unavailable',
      bug: false,
    });
    expect(decideRetry(new TransientError('busy', 0), 2, retry, middle)).toMatchObject({ delaySeconds: 3 });
  });

  it('hides what a bug says, and tries it again as well', () => {
    for (const error of [new Error('SELECT secret'), 'SELECT secret', null, { message: 'SELECT secret' }]) {
      const decision = decideRetry(error, 1, retry);
      expect(decision).toMatchObject({ kind: 'retry', code: 'internal', bug: true });
      expect(decision.message).not.toContain('secret');
    }
  });

  it('gives up after the last attempt', () => {
    expect(decideRetry(new TransientError('busy'), 3, retry)).toMatchObject({
      kind: 'fail',
      code: 'unavailable',
      message: 'busy (tried 3 times)',
    });
    expect(decideRetry(new TransientError('busy'), 1, { ...retry, attempts: 1 })).toMatchObject({ message: 'busy' });
  });

  it('keeps reasons short and storable', () => {
    const { message: reason } = decideRetry(new CallerError(422, `a\0b\ud800${'x'.repeat(5_000)}`), 1, retry);
    expect(reason.length).toBe(2_000);
    expect(reason.startsWith('a\ufffdb\ufffd')).toBe(true);
  });
});

describe('backOff', () => {
  it('stays between half of the full pause and the longest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
        const full = Math.min(2 * 2 ** (attempt - 1), 60);
        const pause = retryDelaySeconds(attempt, retry, () => chance);
        expect(pause).toBeGreaterThanOrEqual(full / 2);
        expect(pause).toBeLessThanOrEqual(full);
      }),
    );
  });
});
