import { manifestFor, readManifest } from '../../../src/manifests/index.js';
import { filesOf, readFiles } from '../../support/trees.js';
import { readFirst, treeOf } from '../../support/manifests.js';

describe('an installed package of conda', () => {
  const record = (more: object): string =>
    JSON.stringify({
      name: 'numpy',
      version: '1.26.4',
      build: 'py312heda63a1_0',
      channel: 'https://conda.anaconda.org/conda-forge/linux-64',
      subdir: 'linux-64',
      fn: 'numpy-1.26.4-py312heda63a1_0.conda',
      license: 'BSD-3-Clause',
      sha256: 'a'.repeat(64),
      files: ['bin/f2py'],
      ...more,
    });

  it.each([
    ['https://conda.anaconda.org/conda-forge/linux-64', 'conda-forge'],
    ['https://repo.anaconda.com/pkgs/main/linux-64', 'main'],
    ['https://conda.anaconda.org/t/se-cr-et/orchard/linux-64', 'orchard'],
    ['pkgs/main', 'main'],
    ['conda-forge', 'conda-forge'],
  ])('from %s names its channel, and no token', async (channel, expected) => {
    const { components, warnings } = await readFirst({
      'opt/conda/envs/lab/conda-meta/numpy-1.26.4-py312heda63a1_0.json': record({ channel }),
    });
    const qualifiers = `build=py312heda63a1_0&channel=${expected}&subdir=linux-64&type=conda`;
    expect(components).toMatchObject([
      {
        purl: `pkg:conda/numpy@1.26.4?${qualifiers}`,
        license: 'BSD-3-Clause',
        hashes: [{ algorithm: 'SHA-256', value: 'a'.repeat(64) }],
      },
    ]);
    expect(JSON.stringify({ components, warnings })).not.toContain('se-cr-et');
    expect(warnings).toEqual([]);
  });

  it('needs which of its environment', async () => {
    const plain = (name: string, version: string, depends: unknown = []): string =>
      JSON.stringify({ name, version, depends });
    const at = (name: string): string => `opt/conda/envs/lab/conda-meta/${name}-1-0.json`;
    const { dependencies, components } = await readFirst({
      [at('numpy')]: plain('numpy', '1.26', ['python >=3.12,<3.13.0a0', 'libblas>=3', '__glibc >=2.17', 'absent', 'numpy', 7]),
      [at('python')]: plain('python', '3.12.1'),
      [at('libblas')]: plain('libblas', '3.9', 'none'),
      [at('broken')]: '{',
      'opt/conda/conda-meta/absent-1-0.json': plain('absent', '1'),
    }); // prettier-ignore
    expect(components).toHaveLength(1);
    expect(dependencies).toEqual([
      { from: 'pkg:conda/numpy@1.26', to: ['pkg:conda/python@3.12.1', 'pkg:conda/libblas@3.9'] },
    ]);
  });

  it('is a warning where it does not say which', async () => {
    const { components, warnings } = await readFirst({ 'conda-meta/state.json': '{"env_vars": {}}' });
    expect(components).toEqual([]);
    expect(warnings).toMatchObject([{ message: expect.stringMatching(/left out/) as string }]);
  });

  it('is told from other files by its folder', () => {
    const paths = ['conda-meta/a-1-0.json', 'conda-meta/history', 'pkgs/a-1-0/info/index.json', 'conda-meta/a/b.json'];
    expect(paths.map((path) => manifestFor(path)?.id)).toEqual(['conda-installed', undefined, undefined, undefined]);
  });
});

describe('an installed package of R', () => {
  const built = 'Built: R 4.3.1; ; 2024-01-01 00:00:00 UTC; unix\n';
  const at = (name: string): string => `usr/local/lib/R/site-library/${name}/DESCRIPTION`;
  const dplyr =
    'Package: dplyr\nVersion: 1.1.4\nLicense: MIT + file LICENSE\nDepends: R (>= 3.5.0)\n' +
    `Imports: cli (>= 3.4.0),\n    utils, absent\nSuggests: knitr\nRepository: CRAN\n${built}`;
  const cli = `Package: cli\nVersion: 3.6.2\nImports: utils\n${built}`;
  const utils = `Package: utils\nVersion: 4.3.1\nPriority: base\nLicense: Part of R 4.3.1\n${built}`;

  it('names itself, and which installed ones it needs: what is part of R is R', async () => {
    const contents = await readFirst({
      [at('dplyr')]: dplyr,
      [at('cli')]: cli,
      'usr/lib/R/library/utils/DESCRIPTION': utils,
    });
    expect(contents.components.map(({ name, purl, license }) => [name, purl, license])).toEqual([
      ['dplyr', 'pkg:cran/dplyr@1.1.4', 'MIT + file LICENSE'],
    ]);
    const needed = ['pkg:cran/cli@3.6.2', 'pkg:generic/R@4.3.1'];
    expect(contents.dependencies).toEqual([{ from: 'pkg:cran/dplyr@1.1.4', to: needed }]);
    expect(contents.warnings).toEqual([]);
  });

  it('needs the first of one name in the tree, whatever cannot be read beside it', async () => {
    const contents = await readFirst({
      [at('dplyr')]: dplyr,
      [at('cli')]: cli,
      'usr/lib/R/library/cli/DESCRIPTION': `Package: cli\nVersion: 3.0.0\n${built}`,
      [at('broken')]: 'x: y\n'.repeat(10_001),
      [at('absent')]: 'Package: absent\nVersion: 1\n',
    });
    expect(contents.dependencies).toEqual([{ from: 'pkg:cran/dplyr@1.1.4', to: ['pkg:cran/cli@3.6.2'] }]);
  });

  it.each([
    [
      'RemoteType: github\nRemoteUsername: orchard\nRemoteRepo: pip\nRemoteSha: 0123456789012345678901234567890123456789\n',
      'pkg:cran/pip@0.1?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Forchard%2Fpip.git%400123456789012345678901234567890123456789',
    ],
    ['biocViews: X\ngit_url: https://git.bioconductor.org/packages/pip\n', 'pkg:bioconductor/pip@0.1'],
    ['RemoteType: standard\n', 'pkg:cran/pip@0.1'],
    ['RemoteType: local\n', null],
  ])('from elsewhere says from where: %j', async (more, purl) => {
    const { components } = await readFirst({ [at('pip')]: `Package: pip\nVersion: 0.1\n${more}${built}` });
    expect(components).toMatchObject([{ name: 'pip', purl }]);
  });

  it('leaves no gap for what is part of R, though not built, and for sources in its own folder', async () => {
    const files = {
      'usr/lib/R/library/translations/DESCRIPTION': 'Package: translations\nVersion: 4.3.1\nLicense: Part of R 4.3.1\n',
      [at('cli')]: cli,
      'usr/local/lib/R/site-library/cli/tests/a/DESCRIPTION': 'Package: a\nVersion: 1\nImports: cli\n',
      'srv/b/DESCRIPTION': 'Package: b\nVersion: 1\nImports: cli\n',
    };
    const { components, gaps } = await readFiles(filesOf(files), { isArtifact: true });
    expect(components).toEqual(['R', 'cli']);
    expect(gaps).toEqual(['not_supported r-description srv/b/DESCRIPTION']);
  });

  it('is read whatever the encoding of its authors', async () => {
    const latin1 = Buffer.from(`Package: a\nVersion: 1\nEncoding: latin1\nAuthor: J\xe9r\xf4me\n${built}`, 'latin1');
    const { components, warnings } = await readManifest(manifestFor(at('a'))!, {
      path: at('a'),
      bytes: latin1,
      tree: treeOf({}),
    });
    expect(components).toMatchObject([{ purl: 'pkg:cran/a@1' }]);
    expect(warnings).toEqual([]);
  });

  it('is not read where it was not built: then it is a source', async () => {
    const { components, failure } = await readFirst({ [at('a')]: 'Package: a\nVersion: 1\nImports: cli\n' });
    expect([components, failure]).toEqual([[], expect.stringMatching(/no field "Built"/)]);
  });

  it('is told from a source of a package by its folder', () => {
    expect([at('a'), 'DESCRIPTION', 'pkg/DESCRIPTION'].map((path) => manifestFor(path)?.id)).toEqual([
      'r-installed',
      undefined,
      undefined,
    ]);
  });
});
