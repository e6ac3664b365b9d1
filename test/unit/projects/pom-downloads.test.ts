import { PomReader } from '../../../src/manifests/jvm/maven-model.js';
import { GivenPoms, pomGapOf } from '../../../src/projects/analyzing/pom-downloads.js';
import type { SourceTree } from '../../../src/manifests/manifest-kind.js';

test('only coordinates that lead to one folder of the repository are asked for', async () => {
  const wanted = new Set<string>();
  const tree = { poms: { get: () => null, wanted } } as unknown as SourceTree;
  const reader = PomReader.of(tree);
  for (const [group, artifact, version] of [
    ['org.acme', '..', '1'],
    ['org.acme', 'a', '..'],
    ['..', 'a', '1'],
    ['org..acme', 'a', '1'],
    ['org.acme', 'a/../b', '1'],
    ['org.acme', 'a', '1\n'],
    ['', 'a', '1'],
    ['org.acme', 'a', 'x'.repeat(201)],
  ] as const)
    await reader.outsidePom(group, artifact, version);
  expect([...wanted]).toEqual([]);
  await reader.outsidePom('org.acme-x', 'a_b.c', '1.0.0-SNAPSHOT');
  expect([...wanted]).toEqual(['org.acme-x:a_b.c:1.0.0-SNAPSHOT']);
});

test('the poms of one analysis have an end', () => {
  const poms = new GivenPoms(10);
  poms.add('a:a:1', '123456789');
  expect(poms.isFull).toBe(false);
  poms.add('a:b:1', '1');
  expect(poms.isFull).toBe(true);
  expect(poms.byCoordinates).toEqual({ 'a:a:1': '123456789', 'a:b:1': '1' });
});

test('poms that were not asked for, or not got, are a gap', () => {
  expect(pomGapOf({ limit: 0, failed: 0, cause: '' })).toBeNull();
  expect(pomGapOf({ limit: 12, failed: 0, cause: '' })).toEqual({
    kind: 'pom',
    ecosystem: 'maven',
    reason: 'limit',
    message: expect.stringMatching(/limit of 300.*: 12 were not asked for\..*unknown$/),
  });
  // Only what is not fetched is asked for again while the source is the same.
  expect(pomGapOf({ limit: 12, failed: 3, cause: 'the repository answered 403' })).toMatchObject({
    reason: 'not_fetched',
    message: expect.stringMatching(/12 were not asked for\. .*did not give 3 \(the repository answered 403\)\. /),
  });
});
