import { componentOf, edgesOf, readFirst, summaryOf } from '../../support/manifests.js';

const registry = 'https://registry.npmjs.org';
const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;

const version3 = `{
  "name": "shop", "version": "1.0.0", "lockfileVersion": 3, "requires": true,
  "packages": {
    "": { "name": "shop", "version": "1.0.0", "workspaces": ["packages/*"],
      "dependencies": { "@scope/a": "^1.0.0", "old": "npm:left-pad@^1.0.0", "git-dep": "github:o/r", "tool": "*" },
      "devDependencies": { "b": "^2.0.0" },
      "optionalDependencies": { "fsevents": "^2.0.0", "absent": "1" } },
    "node_modules/@scope/a": { "version": "1.2.3", "license": "MIT", "integrity": "${integrity}",
      "resolved": "${registry}/@scope/a/-/a-1.2.3.tgz",
      "dependencies": { "c": "^1.0.0" }, "peerDependencies": { "b": "*", "never": "1" },
      "peerDependenciesMeta": { "never": { "optional": true } } },
    "node_modules/b": { "version": "2.0.0", "dev": true, "dependencies": { "c": "^3.0.0" } },
    "node_modules/b/node_modules/c": { "version": "3.0.0", "dev": true },
    "node_modules/c": { "version": "1.10", "resolved": "https://example.org/c.tgz" },
    "node_modules/fsevents": { "version": "2.3.2", "optional": true },
    "node_modules/git-dep": { "version": "0.1.0", "resolved": "git+ssh://git@github.com/o/r.git#0123abc" },
    "node_modules/old": { "name": "left-pad", "version": "1.3.0", "resolved": "${registry}/left-pad/-/left-pad-1.3.0.tgz" },
    "node_modules/tool": { "resolved": "packages/tool", "link": true },
    "node_modules/vendored": { "version": "1.0.0", "resolved": "file:vendored-1.0.0.tgz" },
    "packages/tool": { "version": "0.0.1", "dependencies": { "c": "^1.0.0", "lost": "1" } }
  }
}`;

describe('package-lock.json', () => {
  it('reads version 3: scopes, aliases, git, archives, links, nested versions', async () => {
    const contents = await readFirst({ 'app/package-lock.json': version3 });
    expect(summaryOf(contents)).toEqual([
      'pkg:npm/%40scope/a@1.2.3 direct runtime 8',
      'pkg:npm/b@2.0.0 direct development 12',
      'pkg:npm/c@3.0.0 transitive development 13',
      'pkg:npm/c@1.10?download_url=https:%2F%2Fexample.org%2Fc.tgz direct runtime 14',
      'pkg:npm/fsevents@2.3.2 direct optional 15',
      'pkg:npm/git-dep@0.1.0?vcs_url=git%2Bssh:%2F%2Fgit%40github.com%2Fo%2Fr.git%400123abc direct runtime 16',
      'pkg:npm/left-pad@1.3.0 direct runtime 17',
      'npm:vendored@1.0.0#file:vendored-1.0.0.tgz transitive runtime 19',
    ]);
    expect(contents.projects).toEqual([
      { ref: 'project:app', path: 'app', name: 'shop', version: '1.0.0' },
      { ref: 'project:app/packages/tool', path: 'app/packages/tool', name: '', version: '0.0.1' },
    ]);
    expect(componentOf(contents, 'a')).toMatchObject({
      group: '@scope',
      license: 'MIT',
      hashes: [{ algorithm: 'SHA-512', value: '07'.repeat(64) }],
      references: [{ type: 'distribution', url: `${registry}/@scope/a/-/a-1.2.3.tgz` }],
    });
  });

  it('connects as Node looks packages up', async () => {
    const edges = edgesOf(await readFirst({ 'package-lock.json': version3 }));
    expect(edges).toContain('pkg:npm/b@2.0.0 -> pkg:npm/c@3.0.0');
    expect(edges).toContain('pkg:npm/%40scope/a@1.2.3 -> pkg:npm/c@1.10?download_url=https:%2F%2Fexample.org%2Fc.tgz');
    expect(edges).toContain('pkg:npm/%40scope/a@1.2.3 -> pkg:npm/b@2.0.0');
    expect(edges).toContain('project: -> project:packages/tool');
  });

  it('says what is needed and not there, and nothing of what may be missing', async () => {
    const { warnings } = await readFirst({ 'package-lock.json': version3 });
    expect(warnings).toEqual([
      { place: { file: 'package-lock.json', line: 20 }, message: '"lost" is needed here but is not locked' },
    ]);
  });

  const version1 = `{ "name": "shop", "version": "1.0.0", "lockfileVersion": 1, "requires": true, "dependencies": {
    "a": { "version": "1.0.0", "resolved": "${registry}/a/-/a-1.0.0.tgz", "requires": { "b": "^1", "c": "^1" },
      "dependencies": {
        "b": { "version": "1.5.0" } } },
    "b": { "version": "2.0.0", "dev": true },
    "c": { "version": "npm:@real/c@1.0.1" },
    "d": { "version": "git+https://github.com/o/d.git#ff00" },
    "e": { "version": "file:../e" },
    "f": { "version": "https://example.org/f-1.tgz" }
  } }`;

  it('reads version 1, direct ones from the package.json beside it', async () => {
    const contents = await readFirst({
      'app/package-lock.json': version1,
      'app/package.json': '{ "dependencies": { "a": "^1", "e": "file:../e" }, "devDependencies": { "b": "2" } }',
    });
    expect(summaryOf(contents)).toEqual([
      'pkg:npm/a@1.0.0 direct runtime 2',
      'pkg:npm/b@2.0.0 direct development 5',
      'pkg:npm/%40real/c@1.0.1 transitive runtime 6',
      'pkg:npm/d?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fd.git%40ff00 transitive runtime 7',
      'pkg:npm/f?download_url=https:%2F%2Fexample.org%2Ff-1.tgz transitive runtime 9',
      'pkg:npm/b@1.5.0 transitive runtime 4',
    ]);
    expect(edgesOf(contents)).toContain('pkg:npm/a@1.0.0 -> pkg:npm/b@1.5.0');
    expect(edgesOf(contents)).toContain('project:app -> project:e');
  });

  it('finds what a folder of version 1 has for itself below that folder', async () => {
    const own = { version: '1.0.0' };
    const contents = await readFirst({
      'package-lock.json': JSON.stringify({
        lockfileVersion: 1,
        dependencies: { a: { version: 'file:packages/a', requires: { ms: '1.0.0' }, dependencies: { ms: own } }, ms: { version: '2.0.0' } },
      }),
      'package.json': '{ "dependencies": { "a": "file:packages/a", "ms": "2.0.0" } }',
    }); // prettier-ignore
    expect(edgesOf(contents).sort()).toEqual([
      'project: -> pkg:npm/ms@2.0.0',
      'project: -> project:packages/a',
      'project:packages/a -> pkg:npm/ms@1.0.0',
    ]);
  });

  it('does not guess what is direct where nothing says so', async () => {
    const { components } = await readFirst({ 'npm-shrinkwrap.json': version1 });
    expect(new Set(components.map(({ relation }) => relation))).toEqual(new Set(['unknown']));
  });

  it.each([
    ['no JSON', '<<<<<<< HEAD', 'This is no valid JSON'],
    ['cut off', version3.slice(0, 400), 'This is no valid JSON'],
    ['a list', '[1]', 'This is no lock file of npm'],
    ['too deep', `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`, 'nesting is deeper'],
  ])('answers %s with a warning', async (_what, text, message) => {
    const { components, warnings } = await readFirst({ 'package-lock.json': text });
    expect(components).toEqual([]);
    expect(warnings[0]!.message).toContain(message);
  });

  it('keeps hostile names out', async () => {
    const { components, warnings } = await readFirst({
      'package-lock.json': `{ "lockfileVersion": 3, "packages": { "": { "dependencies": { "__proto__": "1", "constructor": "1" } },
        "node_modules/__proto__": { "version": "1.0.0" },
        "node_modules/a\\u0000b": { "version": "1.0.0" },
        "node_modules/\\ud800": { "version": "1.0.0" },
        "node_modules/${'x'.repeat(5000)}": { "version": "1.0.0" },
        "node_modules/": { "version": "1.0.0" },
        "node_modules/n": 7 } }`,
    });
    expect(components.map(({ ref }) => ref)).toEqual(['pkg:npm/__proto__@1.0.0', 'pkg:npm/n']);
    expect(warnings.map(({ place }) => place.line)).toEqual([3, 4, 5, 6, 1]);
  });
});
