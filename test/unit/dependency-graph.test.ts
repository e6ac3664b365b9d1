import { DependencyGraph } from '../../src/sboms/dependencies/dependency-graph.js';

const edge = (from: string, ...to: string[]) => ({ from, to, kind: 'depends-on' });
const refs = (targets: readonly { readonly ref: string }[]): string[] => targets.map(({ ref }) => ref);

describe('the graph of dependencies', () => {
  it('begins with what the subject depends on', () => {
    const graph = new DependencyGraph([edge('app', 'a', 'b'), edge('a', 'c')], 'app');
    expect(refs(graph.roots())).toEqual(['a', 'b']);
    expect(refs(graph.children('a'))).toEqual(['c']);
    expect(graph.refs).toEqual(new Set(['a', 'b', 'c']));
  });

  it('begins with what nothing depends on where the file names no subject, or leaves parts out', () => {
    expect(refs(new DependencyGraph([edge('a', 'c'), edge('b', 'c')], null).roots())).toEqual(['a', 'b']);
    expect(refs(new DependencyGraph([edge('app', 'a'), edge('lone', 'x')], 'app').roots())).toEqual(['a', 'lone']);
  });

  it('enters a cycle that nothing leads into', () => {
    const graph = new DependencyGraph([edge('a', 'b'), edge('b', 'c'), edge('c', 'a')], null);
    expect(refs(graph.roots())).toEqual(['a']);
    expect(graph.paths('c')).toEqual([['a', 'b', 'c']]);
    expect(graph.paths('a')).toEqual([['a']]);
  });

  it('finds the shortest way through each parent, shortest first', () => {
    const edges = [edge('app', 'a', 'b'), edge('a', 'deep'), edge('deep', 'target'), edge('b', 'target')];
    const graph = new DependencyGraph(edges, 'app');
    expect(graph.paths('target')).toEqual([
      ['b', 'target'],
      ['a', 'deep', 'target'],
    ]);
    expect(graph.paths('a')).toEqual([['a']]);
    expect(graph.paths('nowhere')).toEqual([]);
  });

  it('follows no relationship that makes nothing a part of the whole', () => {
    const graph = new DependencyGraph([edge('app', 'a'), { from: 'a', to: ['source'], kind: 'GENERATED_FROM' }], 'app');
    expect(graph.children('a')).toEqual([{ ref: 'source', kind: 'GENERATED_FROM' }]);
    expect(graph.paths('source')).toEqual([]);
  });

  it('ignores loops and repeated edges, and ends in any cycle', () => {
    const edges = [edge('app', 'a', 'a', 'app'), edge('a', 'a', 'b'), edge('a', 'b'), edge('b', 'a', 'app')];
    const graph = new DependencyGraph(edges, 'app');
    expect(refs(graph.children('a'))).toEqual(['b']);
    expect(graph.paths('b')).toEqual([['a', 'b']]);
    expect(graph.paths('a')).toEqual([['a']]);
  });

  it('reaches every node of any graph from its roots', () => {
    let seed = Math.floor(Math.random() * 2 ** 31);
    const first = seed;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    for (let round = 0; round < 300; round += 1) {
      const count = 1 + random(8);
      const edges = Array.from({ length: random(14) }, () => edge(`n${random(count)}`, `n${random(count)}`));
      const graph = new DependencyGraph(edges, random(2) ? 'n0' : null);
      const reached = new Set<string>();
      const visit = (ref: string): void => {
        if (reached.has(ref)) return;
        reached.add(ref);
        for (const child of graph.children(ref)) visit(child.ref);
      };
      for (const { ref } of graph.roots()) visit(ref);
      for (const ref of graph.refs)
        if (edges.some(({ from, to }) => (from === ref || to.includes(ref)) && from !== to[0]))
          expect([first, round, ref, reached.has(ref)]).toEqual([first, round, ref, true]);
    }
  });
});
