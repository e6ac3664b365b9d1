import { FormatError } from '../../../src/formats/format.js';
import type { SourceTree } from '../../../src/manifests/manifest-kind.js';
import { ifReadable } from '../../../src/manifests/reading/if-readable.js';
import { perPath, perTree } from '../../../src/manifests/reading/per-tree.js';
import { treeOf } from '../../support/manifests.js';

describe('what is made once for a tree', () => {
  const [tree, other] = [treeOf({}), treeOf({})];

  it.each([[null], [undefined], [0]])('is made again for another tree only: %s', (value) => {
    const create = jest.fn((_: SourceTree): unknown => value);
    const made = perTree(create);
    expect([made(tree), made(tree), made(other)]).toEqual([value, value, value]);
    expect(create.mock.calls).toEqual([[tree], [other]]);
  });

  it('is made once for each path, where it is of a path', () => {
    const create = jest.fn((_: SourceTree, path: string) => (path === '' ? undefined : path));
    const made = perPath(create);
    expect(['', 'a', '', 'a'].map((path) => made(tree, path))).toEqual([undefined, 'a', undefined, 'a']);
    expect(made(other, 'a')).toBe('a');
    expect(create.mock.calls).toEqual([[tree, ''], [tree, 'a'], [other, 'a']]); // prettier-ignore
  });

  it('stays rejected', async () => {
    const create = jest.fn(() => Promise.reject(new Error('gone')));
    const made = perPath(create);
    await expect(made(tree, 'a')).rejects.toThrow('gone');
    await expect(made(tree, 'a')).rejects.toThrow('gone');
    expect(create).toHaveBeenCalledTimes(1);
  });
});

it('what cannot be read is absent for others, unless the fault is ours', async () => {
  expect(await ifReadable(Promise.resolve(7))).toBe(7);
  expect(await ifReadable(Promise.reject(new FormatError('malformed', 'broken')))).toBeNull();
  await expect(ifReadable(Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
});
