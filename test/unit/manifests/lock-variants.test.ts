/** Lock files and build files that say the usual in less usual ways. */
import { readFirst, summaryOf } from '../../support/manifests.js';

it.each(['main', 'feature!x', 'release-1.2'])('pnpm-lock.%s.yaml is the lock file of a branch', async (branch) => {
  const contents = await readFirst({
    [`app/pnpm-lock.${branch}.yaml`]: [
      ...["lockfileVersion: '9.0'", 'importers:', '  .:', '    devDependencies:', '      etag:'],
      ...['        specifier: ^1.0.0', '        version: 1.8.0', 'packages:', '  etag@1.8.0:', '    resolution: {}'],
      ...['snapshots:', '  etag@1.8.0: {}', ''],
    ].join('\n'),
  });
  expect(summaryOf(contents)).toEqual(['pkg:npm/etag@1.8.0 direct development 9']);
});

it('Cargo.Bazel.lock is a lock file of Cargo', async () => {
  const contents = await readFirst({
    'third_party/Cargo.Bazel.lock': [
      '[[package]]\nname = "direct-cargo-bazel-deps"\nversion = "0.0.1"\ndependencies = [\n "log",\n]\n',
      '[[package]]\nname = "log"\nversion = "0.4.20"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
    ].join('\n'),
  });
  expect(summaryOf(contents)).toEqual(['pkg:cargo/log@0.4.20 direct runtime 8']);
});
