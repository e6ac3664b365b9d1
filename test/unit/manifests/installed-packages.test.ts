import { FormatError } from '../../../src/formats/format.js';
import { folderOf } from '../../../src/manifests/paths.js';
import { installedPackages } from '../../../src/manifests/reading/installed-packages.js';
import { treeOf } from '../../support/manifests.js';

describe('an installed package', () => {
  /** A file is `name version needs provides`. */
  const recordOf = jest.fn(({ bytes }: { bytes: Uint8Array }) => {
    const [name, version, needs = '', provides = ''] = Buffer.from(bytes).toString().split(' ');
    if (name === 'broken') return Promise.reject(new FormatError('malformed', 'It is broken'));
    if (name === 'bug') return Promise.reject(new TypeError('a bug'));
    const entry = { ecosystem: 'x', name: name!, version: version!, line: 1 };
    const listed = { needs: needs.split(','), provides: provides === '' ? [] : provides.split(',') };
    return Promise.resolve(name === 'none' ? null : { entry, name: name!, ...listed });
  });
  beforeEach(() => recordOf.mockClear());

  const installed = installedPackages({
    recordOf,
    placeOf: folderOf,
    pathsIn: (tree, place) => tree.inFolder(place).filter((path) => path.endsWith('.txt')),
  });
  const needsIn = (files: Readonly<Record<string, string>>): ((path: string) => Promise<string | null>) => {
    const tree = treeOf(files);
    return async (path) => {
      const found = await installed({ path, bytes: Buffer.from(files[path]!), tree });
      return found && `${found.entry.name} -> ${found.needed.map(({ name, version }) => `${name}@${version}`).join()}`;
    };
  };

  it('needs those of its place, once each file is read, in the order in which they are written', async () => {
    const needs = needsIn({
      'a/a.txt': 'a 1 c,absent,b,a,elsewhere,hidden,none,broken',
      'a/b.txt': 'b 1 a',
      'a/c.txt': 'c 1',
      'a/hidden.md': 'hidden 1',
      'a/none.txt': 'none 1',
      'a/broken.txt': 'broken 1',
      'b/elsewhere.txt': 'elsewhere 1 a',
    });
    expect(await needs('a/a.txt')).toBe('a -> c@1,b@1');
    expect(recordOf).toHaveBeenCalledTimes(5);
    expect([await needs('a/b.txt'), await needs('a/c.txt')]).toEqual(['b -> a@1', 'c -> ']);
    expect(recordOf).toHaveBeenCalledTimes(5);
    expect(await needs('b/elsewhere.txt')).toBe('elsewhere -> ');
    expect(await needs('a/none.txt')).toBeNull();
    await expect(needs('a/broken.txt')).rejects.toThrow('It is broken');
  });

  it('is found by its name, else by the first that provides it', async () => {
    const needs = needsIn({
      'a.txt': 'a 1 ssl,tls,b',
      'p.txt': 'p 1  ssl,tls',
      'q.txt': 'q 1  tls',
      'ssl.txt': 'ssl 1',
      'old.txt': 'b 1',
      'new.txt': 'b 2',
    });
    expect(await needs('a.txt')).toBe('a -> ssl@1,p@1,b@2');
  });

  it('is kept as a copy, for parts of a text keep the whole of it in memory', async () => {
    const tree = treeOf({ 'a.txt': 'a 1 b', 'b.txt': 'b 1' });
    const { entry, needed } = (await installed({ path: 'a.txt', bytes: Buffer.from('a 1 b'), tree }))!;
    for (const { value } of recordOf.mock.results) {
      const parsed = (await value)!.entry;
      for (const kept of [entry, ...needed]) expect(kept).not.toBe(parsed);
    }
  });

  it('does not need itself, by whatever name and version', async () => {
    const needs = needsIn({ '1.txt': 'a 1 a,alias alias', '2.txt': 'a 2' });
    expect(await needs('1.txt')).toBe('a -> ');
  });

  it('is read where it is in no tree', async () => {
    const found = await installed({ path: 'a.txt', bytes: Buffer.from('a 1 b'), tree: treeOf({ 'b.txt': 'b 2' }) });
    expect(found).toEqual({ entry: { ecosystem: 'x', name: 'a', version: '1', line: 1 }, needed: [{ ecosystem: 'x', name: 'b', version: '2', line: 1 }] }); // prettier-ignore
  });

  it('hides no bug in the reader of another', async () => {
    const needs = needsIn({ 'a.txt': 'a 1', 'bug.txt': 'bug 1' });
    await expect(needs('a.txt')).rejects.toThrow('a bug');
  });
});
