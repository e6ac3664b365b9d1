import { externalsOf } from '../../../src/projects/sources/svn/svn-externals.js';

const answer = (...targets: [path: string, value: string][]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<properties>${targets
    .map(([path, value]) => `<target path="${path}"><property name="svn:externals">${value}\n</property></target>`)
    .join('')}</properties>`;

const pathsOf = async (...targets: [path: string, value: string][]): Promise<string[]> =>
  (await externalsOf(answer(...targets), 'svn://127.0.0.1:1/shop/trunk')).map(([path]) => path);

describe('externals of Subversion', () => {
  it.each([
    ['https://host.org/lib ext', 'ext'],
    ['-r 12 https://host.org/lib@12 ext/deep', 'ext/deep'],
    ['-r12 ^/lib "with space"', 'with space'],
    ['//host.org/lib ext', 'ext'],
    ['../lib with\\\\ space'.replace('\\\\', '\\'), 'with space'],
    ['ext -r 3 https://host.org/lib', 'ext'],
    ['ext https://host.org/lib', 'ext'],
  ])('%s is at %s', async (line, path) => {
    expect(await pathsOf(['svn://127.0.0.1:1/shop/trunk', line])).toEqual([path]);
    expect(await pathsOf(['svn://127.0.0.1:1/shop/trunk/a%20b', line])).toEqual([`a b/${path}`]);
  });

  it('are one for each line that is no comment, and at their folder where the line says no more', async () => {
    const value = '# none\n\nhttps://host.org/a a\nhttps://host.org/b';
    expect(await pathsOf(['svn://127.0.0.1:1/shop/trunk/x', value])).toEqual(['x/a', 'x']);
    expect(await pathsOf()).toEqual([]);
  });
});
