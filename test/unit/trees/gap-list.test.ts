import { GapList } from '../../../src/trees/gap-list.js';

it('a gap has a message that jsonb takes, also where it is cut within a character', () => {
  const gaps = new GapList();
  gaps.addUnreadable('a/pom.xml', { id: 'maven', ecosystem: 'maven' }, `${'x'.repeat(999)}😀`);
  const [gap] = gaps.finish();
  expect(gap!.message).toHaveLength(1_000);
  expect(gap!.message.isWellFormed()).toBe(true);
});
