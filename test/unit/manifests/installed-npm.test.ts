import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesSource } from '../../../src/formats/reading/bytes.js';
import { manifestFor, readManifest } from '../../../src/manifests/index.js';
import { readFirst } from '../../support/manifests.js';
import { filesOf, readFiles } from '../../support/trees.js';
import { treeOf } from '../../support/manifests.js';
import { packageLock } from '../../support/analyses.js';

const json = (name: string, version: string, more: object = {}): string => JSON.stringify({ name, version, ...more });

describe('an installed package of npm', () => {
  it.each([
    ['node_modules/a/package.json', true],
    ['app/node_modules/@s/a/package.json', true],
    ['node_modules/a/node_modules/b/package.json', true],
    ['node_modules/.pnpm/@s+a@1.0.0_b@2.0.0/node_modules/@s/a/package.json', true],
    ['app.zip!/node_modules/a/package.json', true],
    ['node_modules/a/dist/package.json', false],
    ['node_modules/@s/a/esm/package.json', false],
    ['node_modules/@s/package.json', false],
    ['node_modules/.pnpm/package.json', false],
    ['node_modules/a.tgz!/package.json', false],
    ['old_node_modules/a/package.json', false],
    ['package.json', false],
  ])('%s is one: %s', (path, isOne) => {
    expect(manifestFor(path)?.id === 'npm-installed').toBe(isOne);
  });

  it.each([
    ['an expression', { license: '(MIT OR Apache-2.0)' }, '(MIT OR Apache-2.0)'],
    ['an object', { license: { type: 'BSD-3-Clause' } }, 'BSD-3-Clause'],
    ['objects to choose from', { licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }, 7, null] }, 'MIT OR GPL-2.0'],
    ['nothing', {}, null],
  ])('has its name, version and licence: %s', async (_, more, license) => {
    const path = 'node_modules/string-width-cjs/package.json';
    const { components, warnings } = await readFirst({ [path]: json('@s/string-width', '4.2.3', more) });
    expect(components).toMatchObject([{ purl: 'pkg:npm/%40s/string-width@4.2.3', license, place: { file: path } }]);
    expect(warnings).toEqual([]);
  });

  it.each([['{"type":"module"}'], [json('a', '')], [json('', '1.0.0')], ['[]'], ['{"name": 1, "version": {}}']])(
    'is a warning without a name or a version: %s',
    async (text) => {
      const { components, warnings } = await readFirst({ 'node_modules/a/package.json': text });
      expect(components).toEqual([]);
      expect(warnings).toMatchObject([{ message: expect.stringMatching(/no name or no version/) as string }]);
    },
  );

  it('that is unreadable fails by itself', async () => {
    const { failure } = await readFirst({ 'node_modules/a/package.json': '{"name": "a"' });
    expect(failure).not.toBeNull();
  });
});

describe('the package.json of a project', () => {
  const requests = { dependencies: { a: '^1.0.0', w: 'npm:b@^2', gone: '1' }, devDependencies: { lint: '^9', c: '3' } };
  const files = {
    'srv/app/package.json': json('app', '0', requests),
    'srv/app/node_modules/a/package.json': json('a', '1.4.0'),
    'srv/node_modules/a/package.json': json('a', '1.0.0'),
    'srv/node_modules/w/package.json': json('b', '2.5.0'),
    'node_modules/c/package.json': json('c', '3.0.1'),
    'srv/app/node_modules/lint/package.json': '{',
  };
  const read = async (isArtifact: boolean): Promise<string[]> => {
    const path = 'srv/app/package.json';
    const tree = { ...treeOf(files), isArtifact };
    const { components } = await readManifest(manifestFor(path)!, { path, bytes: Buffer.from(files[path]), tree });
    return components.map(({ ref, requirement }) => `${ref} ${requirement}`).sort();
  };

  it('has the versions that are installed in its folder or above, and nothing that was left out for production', async () => {
    const installed = ['pkg:npm/a@1.4.0 null', 'pkg:npm/b@2.5.0 null', 'pkg:npm/c@3.0.1 null', 'pkg:npm/gone 1'];
    expect(await read(true)).toEqual(installed);
  });

  it('has its ranges in a source', async () => {
    const ranges = ['pkg:npm/a ^1.0.0', 'pkg:npm/b ^2', 'pkg:npm/c 3', 'pkg:npm/gone 1', 'pkg:npm/lint ^9'];
    expect(await read(false)).toEqual(ranges);
  });
});

describe('node_modules', () => {
  const packages = {
    'app/node_modules/a/package.json': json('a', '1.0.0'),
    'app/node_modules/a/node_modules/b/package.json': json('b', '1.0.0'),
    'app/node_modules/b/package.json': json('b', '2.0.0'),
    'app/node_modules/a/yarn.lock': 'x@1:\n  version "1.0.0"\n',
  };

  it('is read in an artifact, without the lock files in it', async () => {
    const { components, warnings, gaps } = await readFiles(filesOf(packages), { isArtifact: true });
    expect({ components, warnings, gaps }).toEqual({ components: ['b', 'a', 'b'], warnings: [], gaps: [] });
  });

  it('says which packages need which, as Node finds them', async () => {
    const needs = (dependencies: object, more: object = {}) => ({ dependencies, ...more });
    const files = {
      'app/package.json': json('app', '0', needs({ a: '^1' })),
      'app/node_modules/a/package.json': json('a', '1.0.0', needs({ b: '*', c: '*', gone: '1' }, { devDependencies: { lint: '1', peer: '1' }, peerDependencies: { peer: '1' }, optionalDependencies: { d: '1' } })),
      'app/node_modules/a/node_modules/b/package.json': json('b', '1.0.0', needs({ '@s/e': '1', c: '1' })),
      'app/node_modules/b/package.json': json('b', '2.0.0'),
      'app/node_modules/c/package.json': json('real-c', '3.0.0', needs({ a: '1' })),
      'app/node_modules/d/package.json': '{',
      'app/node_modules/lint/package.json': json('lint', '1.0.0'),
      'app/node_modules/peer/package.json': json('peer', '1.0.0'),
      'node_modules/@s/e/package.json': json('@s/e', '5.0.0', needs({ b: '1' })),
    }; // prettier-ignore
    const { edges } = await readFiles(filesOf(files), { isArtifact: true });
    expect(edges.sort()).toEqual([
      'pkg:npm/a@1.0.0 -> pkg:npm/b@1.0.0',
      'pkg:npm/a@1.0.0 -> pkg:npm/peer@1.0.0',
      'pkg:npm/a@1.0.0 -> pkg:npm/real-c@3.0.0',
      'pkg:npm/b@1.0.0 -> pkg:npm/%40s/e@5.0.0',
      'pkg:npm/b@1.0.0 -> pkg:npm/real-c@3.0.0',
      'pkg:npm/real-c@3.0.0 -> pkg:npm/a@1.0.0',
      's -> pkg:npm/a@1.0.0',
      's -> pkg:npm/b@2.0.0',
      's -> pkg:npm/lint@1.0.0',
    ]);
    const without = await readFiles(filesOf(files), { isArtifact: true, paths: { include: [], exclude: ['app/node_modules/c'] } }); // prettier-ignore
    expect(without.edges.filter((edge) => edge.includes('real-c'))).toEqual([]);
  });

  it('says the same of what is installed here as the lock file', async () => {
    const folder = join(__dirname, '../../..');
    const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
    const paths = readdirSync(join(folder, 'node_modules'), { recursive: true }).map((path) => `node_modules/${String(path)}`); // prettier-ignore
    const installed = paths.filter((path) => manifestFor(path)?.id === 'npm-installed');
    const edgesIn = async (manifests: readonly string[]): Promise<string[]> => {
      const files = filesOf(Object.fromEntries(manifests.map((path) => [path, read(path)])));
      const { edges } = await readFiles(files, { isArtifact: true });
      return edges.filter((edge) => !edge.startsWith('s -> ')).sort();
    };
    const known = new Set((await Promise.all(installed.map((path) => readFirst({ [path]: read(path) })))).map(({ components: [one] }) => one?.purl)); // prettier-ignore
    const locked = (await edgesIn(['package-lock.json'])).filter((edge) => edge.split(' -> ').every((end) => known.has(end))); // prettier-ignore
    expect(locked.length).toBeGreaterThan(1_000);
    expect(await edgesIn(installed)).toEqual(locked);
  });

  it('ships in an artifact the programs and package archives in it, and in a source none', async () => {
    const files = filesOf({
      ...packages,
      'app/node_modules/a/bin/tool': '\u007fELF',
      'app/node_modules/a/lib.jar': 'PK',
      'app/node_modules/a/tool.jar!/META-INF/MANIFEST.MF':
        'Manifest-Version: 1.0\nImplementation-Title: compiler\nImplementation-Version: 2.0\n',
      'app/node_modules/a/requirements.txt': 'x==1\n',
    });
    const withPrograms = {
      ...files,
      executables: new Set(['app/node_modules/a/bin/tool']),
      sourceOf: () => bytesSource(Buffer.from('\u007fELF')),
    };
    const { components, warnings, gaps } = await readFiles(withPrograms, { isArtifact: true });
    expect(components).toEqual(['tool', 'b', 'a', 'b']);
    expect(warnings).toMatchObject([
      { place: 'app/node_modules/a/bin/tool', message: expect.stringMatching(/not say/) as string },
    ]);
    expect(gaps).toEqual(['not_unpacked archive app/node_modules/a/lib.jar']);
    expect(await readFiles(withPrograms)).toMatchObject({ components: [], gaps: [], warnings: [{}] });
  });

  it('is one warning in a source without a lock file, and none beside or below one', async () => {
    const more = { ...packages, 'web/node_modules/c/package.json': json('c', '1.0.0') };
    const { components, warnings } = await readFiles(filesOf(more));
    expect(components).toEqual([]);
    expect(warnings).toEqual([{ place: 'app/node_modules/', message: expect.stringMatching(/not read.*: 4\./) as string }]); // prettier-ignore
    const lock = packageLock({ a: '1.0.0' });
    expect((await readFiles(filesOf({ ...packages, 'app/package-lock.json': lock }))).warnings).toEqual([]);
    expect((await readFiles(filesOf({ ...packages, 'package-lock.json': lock }))).warnings).toEqual([]);
    const elsewhere = await readFiles(filesOf({ ...more, 'web/package-lock.json': lock }));
    expect(elsewhere.warnings).toMatchObject([{ message: expect.stringMatching(/: 3\./) as string }]);
    const excluded = await readFiles(filesOf(packages), { paths: { include: [], exclude: ['app'] } });
    expect(excluded.warnings).toEqual([]);
  });

  it('counts what has no version in one warning, and lists what is unreadable', async () => {
    const files = {
      'node_modules/a/package.json': '{}',
      'node_modules/b/package.json': '{"version":"1"}',
      'node_modules/c/package.json': '{',
    };
    const { warnings, gaps } = await readFiles(filesOf(files), { isArtifact: true });
    expect(warnings).toContainEqual({
      place: 'node_modules/a/package.json, line 1',
      isLoss: true,
      message: expect.stringMatching(/left out \(and at 1 more place\)$/) as string,
    });
    expect(gaps).toEqual(['unreadable npm-installed node_modules/c/package.json']);
  });

  it('that is left out by the paths of the project is counted', async () => {
    const options = { isArtifact: true, paths: { include: [], exclude: ['app/node_modules/a'] } };
    const { components, warnings } = await readFiles(filesOf(packages), options);
    expect(components).toEqual(['b']);
    expect(warnings).toMatchObject([{ place: 'exclude_paths', message: expect.stringMatching(/: 2$/) as string }]);
  });

  it.each([
    ['from the registry', {}],
    ['from a repository', { resolved: 'git+ssh://git@github.com/o/a.git#0123abc' }],
    ['from a file', { resolved: 'file:a-1.0.0.tgz' }],
  ])('adds nothing to the lock file for a package %s', async (_, more) => {
    const entries = { '': { dependencies: { a: '1' } }, 'node_modules/a': { version: '1.0.0', ...more } };
    const lock = JSON.stringify({ lockfileVersion: 3, packages: entries });
    const files = { 'app/package-lock.json': lock, 'app/node_modules/a/package.json': json('a', '1.0.0') };
    const options = { isArtifact: true };
    expect((await readFiles(filesOf(files), options)).components).toEqual(['a']);
    const other = { ...files, 'web/node_modules/a/package.json': json('a', '1.0.0') };
    const isOne = !('resolved' in more);
    expect((await readFiles(filesOf(other), options)).components).toEqual(isOne ? ['a'] : ['a', 'a']);
    const newer = { ...files, 'app/node_modules/a/package.json': json('a', '1.0.1') };
    expect((await readFiles(filesOf(newer), options)).components).toEqual(['a', 'a']);
  });
});
