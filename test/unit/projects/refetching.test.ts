import { refetchHours, withRefetching } from '../../../src/projects/analyzing/refetching.js';

test('what cannot be fetched is asked for at the next run, then less and less often, and at least once a month', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1_000].map((failures) => refetchHours(failures) / 24)).toEqual([
    ...[0, 1.5, 3.5, 7.5, 15.5, 29.5, 29.5, 29.5],
  ]);
});

test('only gaps of what was not fetched say when it is asked for again', () => {
  const gap = { path: 'a', kind: 'submodule', ecosystem: '', message: 'It is gone' };
  const gaps = [
    { ...gap, reason: 'not_fetched' as const },
    { ...gap, reason: 'too_large' as const },
  ];
  const said = (failures: number) =>
    withRefetching(gaps, { failures, at: new Date('2026-01-02T03:04:05Z') }).map(({ message }) => message);
  expect(said(1)).toEqual(['It is gone. The next analysis asks for it again', 'It is gone']);
  expect(said(3)[0]).toBe(
    'It is gone. It was asked for 3 times: monitoring asks again after 2026-01-02 03:04 UTC, an analysis that is requested at once',
  );
  expect(withRefetching(gaps, null)).toEqual(gaps);
});
