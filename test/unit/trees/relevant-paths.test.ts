import { isRelevantPath } from '../../../src/trees/relevant-paths.js';

it.each([
  ...['app/app.csproj', 'package.json', 'go.work', 'libs/own.jar', 'bom.json', 'deploy/web.yaml'],
  // What readers look at besides manifests: versions, registries, submodules, the distribution.
  ...['Directory.Build.props', 'src/Directory.Build.targets', 'Directory.Packages.props', 'pnpm-workspace.yaml'],
  ...[
    '.yarnrc.yml',
    '.npmrc',
    'web/.npmrc',
    'bunfig.toml',
    'app/gradle.properties',
    'NuGet.Config',
    '.gitmodules',
    'vendor/modules.txt',
    'vendor/serde/.cargo-checksum.json',
    'rootfs/etc/os-release',
  ],
])('%s of a bucket is fetched', (path) => {
  expect(isRelevantPath(path)).toBe(true);
});

it.each(['README.md', 'src/main.ts', 'etc/passwd', 'os-release', 'x.npmrc'])(
  '%s of a bucket is not fetched',
  (path) => {
    expect(isRelevantPath(path)).toBe(false);
  },
);
