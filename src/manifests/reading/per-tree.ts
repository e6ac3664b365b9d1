import type { SourceTree } from '../manifest-kind.js';

/** Makes a value once for each tree, and keeps it as long as the tree. A promise is kept, also one that rejects. */
export function perTree<T>(create: (tree: SourceTree) => T): (tree: SourceTree) => T {
  const made = new WeakMap<SourceTree, { value: T }>();
  return (tree) => (made.get(tree) ?? made.set(tree, { value: create(tree) }).get(tree)!).value;
}

/** The same for each path of a file or folder in a tree. */
export function perPath<T>(create: (tree: SourceTree, path: string) => T): (tree: SourceTree, path: string) => T {
  const paths = perTree(() => new Map<string, { value: T }>());
  return (tree, path) => {
    const made = paths(tree);
    return (made.get(path) ?? made.set(path, { value: create(tree, path) }).get(path)!).value;
  };
}
