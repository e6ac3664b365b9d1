import { knownManifestFor } from '../../../src/manifests/known-manifests.js';
import { maxGaps } from '../../../src/trees/gap.js';
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

it('a file that components may be of is listed before others where not all are', () => {
  const gaps = new GapList();
  const cmake = knownManifestFor('CMakeLists.txt')!;
  for (let index = 0; index < maxGaps; index += 1) gaps.addUnsupported(`${index}/CMakeLists.txt`, cmake);
  gaps.addUnreadable('z/package-lock.json', { id: 'npm-lock', ecosystem: 'npm' }, 'It is broken');
  gaps.addUnsupported('z/CMakeLists.txt', cmake);
  const found = gaps.finish();
  expect(found).toHaveLength(maxGaps + 1);
  expect(found).toContainEqual(expect.objectContaining({ path: 'z/package-lock.json' }));
  expect(found.at(-1)).toMatchObject({ reason: 'limit', message: '2 more files were seen and not read' });
});

it('what is not in the source is a gap of the whole, with what is not listed', () => {
  const gaps = new GapList();
  gaps.addOutside({ kind: 'pom', ecosystem: 'maven', reason: 'not_fetched', message: 'Three poms are missing' });
  expect(gaps.finish()).toEqual([
    { path: '', kind: 'pom', ecosystem: 'maven', reason: 'not_fetched', message: 'Three poms are missing' },
  ]);
  for (let index = 0; index < maxGaps + 1; index += 1)
    gaps.addUnsupported(`${index}/CMakeLists.txt`, knownManifestFor('CMakeLists.txt')!);
  const found = gaps.finish();
  expect(new Set(found.map(({ path }) => path)).size).toBe(found.length);
  expect(found.at(-1)).toMatchObject({
    reason: 'not_fetched',
    message: 'Three poms are missing. 2 more files were seen and not read',
  });
});

it.each([
  ['bun.lockb', 'No reader reads files of this kind. Commit what says it in a form that is read, such as bun.lock, or import an SBOM of the build'],
  ['Podfile', 'It is a program, which is not run: what it names is known to its build only. Commit what says it in a form that is read, such as Podfile.lock, or import an SBOM of the build'],
  ['tox.ini', 'No reader reads files of this kind. Import an SBOM of the build'],
])('says what to do about %s', (path, message) => {
  const gaps = new GapList();
  gaps.addUnsupported(path, knownManifestFor(path)!);
  expect(gaps.finish()).toMatchObject([{ reason: 'not_supported', message }]);
}); // prettier-ignore
