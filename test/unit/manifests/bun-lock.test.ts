import { jsonOfJsonc } from '../../../src/manifests/reading/jsonc.js';
import { edgesOf, readFirst, summaryOf } from '../../support/manifests.js';
import { cpuClock } from '../../support/cpu-time.js';

const integrity = `sha512-${Buffer.alloc(64, 3).toString('base64')}`;

const lock = `{
  "lockfileVersion": 1, // text form
  "workspaces": {
    "": { "name": "shop", "dependencies": { "@scope/a": "^1.0.0", "local": "file:local", "renamed": "npm:left-pad@1" }, },
    "packages/x": { "name": "x", "version": "1.0.0", "devDependencies": { "b": "^1.0.0", "d": "github:o/d", }, },
  },
  "packages": {
    "@scope/a": ["@scope/a@1.2.3", "", { "dependencies": { "b": "^2.0.0" }, "peerDependencies": { "c": "*" }, "optionalPeers": ["c"] }, "${integrity}"],
    "b": ["b@2.0.0", "https://npm.example.org/b/-/b-2.0.0.tgz", {}, "${integrity}"],
    "c": ["c@1.10", "", {}, ""],
    "d": ["d@github:o/d#0123abc", { "dependencies": { "b": "^1.0.0" } }, "o-d-0123abc"],
    "local": ["local@file:local", {}],
    "renamed": ["left-pad@1.3.0", "", {}, "${integrity}"],
    "x": ["x@workspace:packages/x"],
    "d/b": ["b@1.1.0", "", {}, "${integrity}"],
    "x/b": ["b@1.0.0", "", {}, "${integrity}"],
  }
}
`;

describe('bun.lock', () => {
  it('reads packages, nested versions, workspaces and other sources', async () => {
    const contents = await readFirst({ 'bun.lock': lock });
    expect(summaryOf(contents)).toEqual([
      'pkg:npm/%40scope/a@1.2.3 direct runtime 8',
      'pkg:npm/b@2.0.0 transitive runtime 9',
      'pkg:npm/c@1.10 transitive optional 10',
      'pkg:npm/d?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fd%400123abc direct development 11',
      'pkg:npm/left-pad@1.3.0 direct runtime 13',
      'pkg:npm/b@1.1.0 transitive development 15',
      'pkg:npm/b@1.0.0 direct development 16',
    ]);
    expect(contents.projects.map(({ path, name }) => [path, name])).toEqual([
      ['', 'shop'],
      ['packages/x', 'x'],
      ['local', 'local'],
    ]);
    expect(edgesOf(contents)).toContain('project:packages/x -> pkg:npm/b@1.0.0');
    expect(contents.warnings).toEqual([]);
  });
});

describe('JSON with comments', () => {
  it.each([
    ['{"a": 1, /* x, } */ }', '{"a": 1             }'],
    ['["//", "/*", ",]", 1,]', '["//", "/*", ",]", 1 ]'],
    ['[1, // ]\n]', '[1      \n]'],
    ['{"a\\"": "\\\\",}', '{"a\\"": "\\\\" }'],
    ['"open', '"open'],
    ['1 /* open', '1        '],
  ])('%s', (given, expected) => expect(jsonOfJsonc(given)).toBe(expected));

  it('is read in one pass', () => {
    const spent = cpuClock();
    for (const bait of ['/*', '"\\', ',', ', ', '//', '"']) jsonOfJsonc(bait.repeat(200_000));
    expect(spent()).toBeLessThan(1_500);
  });
});
