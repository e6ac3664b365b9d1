import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
// @ts-expect-error: a script without types
import { benches, replaceSection } from '../../scripts/benchmarks.mjs';

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Those that measure quality on labelled rows, which are not part of the repository, have no section. */
const apart = new Set(['bench:all', 'bench:resolution', 'bench:spellings']);

describe('docs/benchmarks.md', () => {
  it('is made of every bench that there is, and of no other', () => {
    const names = (benches as { name: string }[]).map(({ name }) => name).sort();
    expect(names).toEqual(Object.keys(scripts).filter((name) => /^bench(:|$)/.test(name) && !apart.has(name)).sort()); // prettier-ignore
  });

  it('gets a section at the end of the figures first, and at its place later', () => {
    const page = 'before\n<!-- figures end -->\nafter';
    const replace = replaceSection as (text: string, name: string, content: string) => string;
    const one = replace(page, 'bench', 'old $&');
    expect(one).toBe('before\n<!-- begin bench -->\n\nold $&\n\n<!-- end bench -->\n\n<!-- figures end -->\nafter');
    const two = replace(one, 'bench:ui', 'ui');
    expect(replace(two, 'bench', 'new')).toBe(two.replace('old $&', 'new'));
  });
});
