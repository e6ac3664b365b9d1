import { GapList } from '../../../src/trees/gap-list.js';

it('a gap has a message that jsonb takes, also where it is cut within a character', () => {
  const gaps = new GapList();
  gaps.addUnreadable('a/pom.xml', { id: 'maven', ecosystem: 'maven' }, `${'x'.repeat(999)}😀`);
  const [gap] = gaps.finish();
  expect(gap!.message).toHaveLength(1_000);
  expect(gap!.message.isWellFormed()).toBe(true);
});

it('a file has one gap, whose reason is what keeps more of it unread', () => {
  const gradle = { id: 'gradle', ecosystem: 'maven' };
  const gaps = new GapList();
  gaps.addComputed('build.gradle', gradle, 2);
  gaps.addUnreadable('build.gradle', gradle, 'Too many components');
  gaps.addUnreadable('app/build.gradle', gradle, 'Too many components');
  gaps.addComputed('app/build.gradle', gradle, 1);
  expect(gaps.finish()).toMatchObject([
    { path: 'app/build.gradle', reason: 'unreadable', message: expect.stringMatching(/^Too many.*a dependency/) },
    { path: 'build.gradle', reason: 'unreadable', message: expect.stringMatching(/^Too many.*2 dependencies/) },
  ]);
});
