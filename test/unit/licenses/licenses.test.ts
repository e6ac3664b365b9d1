import { relationOf } from '../../../src/licenses/conflicts.js';
import { findGraphConflicts } from '../../../src/licenses/graph-conflicts.js';
import { classOfTerm } from '../../../src/licenses/license-classes.js';
import { obligationsOf, type LicenseUsage } from '../../../src/licenses/obligations.js';
import { decideLicense, policyEntry } from '../../../src/licenses/policy.js';
import { licenseTerms, parseLicense } from '../../../src/model/license.js';

describe('relations of two licences', () => {
  it.each([
    ['GPL-2.0-only', 'Apache-2.0', 'conflict'],
    ['Apache-2.0', 'GPL-2.0-only', 'conflict'],
    ['GPL-3.0-only', 'Apache-2.0', 'unknown'],
    ['GPL-2.0-or-later', 'GPL-3.0-only', 'unknown'],
    ['GPL-2.0-only', 'GPL-3.0-or-later', 'conflict'],
    ['GPL-2.0-only', 'MIT', 'compatible'],
    ['MIT', 'BSD-3-Clause', 'compatible'],
    ['MIT', 'MIT', 'compatible'],
    // Of a choice the best counts, of AND the worst.
    ['GPL-2.0-only', 'Apache-2.0 OR MIT', 'compatible'],
    ['GPL-2.0-only OR MIT', 'Apache-2.0', 'compatible'],
    ['GPL-2.0-only', 'Apache-2.0 AND MIT', 'conflict'],
    // Nothing that no source names is fine.
    ['GPL-2.0-only WITH Classpath-exception-2.0', 'Apache-2.0', 'unknown'],
    ['GPL-2.0-only', 'EUPL-1.2', 'unknown'],
    ['GPL-2.0-only', 'house rules', 'unknown'],
    ['GPL-2.0-only', null, 'unknown'],
    [null, 'MIT', 'unknown'],
    ['LicenseRef-mine', 'LicenseRef-mine', 'unknown'],
  ])('%s with %s: %s', (one, other, relation) => {
    expect(relationOf(one, other).relation).toBe(relation);
    expect(relationOf(other, one).relation).toBe(relation);
  });

  it('names its source', () => {
    expect(relationOf('GPL-3.0-only', 'CDDL-1.0')).toMatchObject({ source: expect.stringMatching(/^https:/) });
  });

  it('is not known of expressions with more terms than anybody waits for', () => {
    const long = (id: string) => Array.from({ length: 2_000 }, (_, at) => `${id} OR LicenseRef-${at}`).join(' OR ');
    const started = performance.now();
    expect(relationOf(long('GPL-2.0-only'), long('Apache-2.0')).relation).toBe('unknown');
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('conflicts along a graph', () => {
  const licenses: Record<string, string> = { app: 'Apache-2.0', mid: 'MIT', gpl: 'GPL-2.0-only', cddl: 'CDDL-1.0' };
  const find = (edges: Record<string, string[]>) =>
    findGraphConflicts(new Map(Object.entries(edges)), (ref) => licenses[ref] ?? null);

  it('are found upwards and downwards, once, with the way', () => {
    const { conflicts, edges, complete } = find({ app: ['mid'], mid: ['gpl'], gpl: ['other', 'app'], other: ['cddl'] });
    expect(conflicts.map(({ path }) => path.join(' '))).toEqual(['gpl app', 'gpl other cddl', 'app mid gpl']);
    expect([edges, complete]).toEqual([{ conflict: 1, compatible: 2, unknown: 2 }, true]);
  });

  it('are none between siblings, and unknown stays unknown', () => {
    const { conflicts, edges } = find({ root: ['gpl', 'cddl'] });
    expect([conflicts, edges.unknown]).toEqual([[], 2]);
  });
});

describe('what a policy says', () => {
  const policy = {
    allowed: ['class:permissive', 'LGPL-2.1-only', 'GPL-2.0-only WITH Classpath-exception-2.0', 'LicenseRef-ours'],
    review: ['class:weak copyleft'],
    denied: ['class:network copyleft', 'JSON'],
  };
  it.each([
    ['MIT', 'allowed'],
    ['JSON', 'denied'],
    ['LGPL-2.1-only', 'allowed'],
    ['MPL-2.0', 'review'],
    ['GPL-3.0-only', 'unlisted'],
    ['AGPL-3.0-only OR MIT', 'allowed'],
    ['AGPL-3.0-only AND MIT', 'denied'],
    ['house rules', 'unknown'],
    ['house-rules OR MIT', 'allowed'],
    ['house-rules AND MIT', 'unknown'],
    ['LicenseRef-ours', 'allowed'],
    ['LicenseRef-theirs', 'unknown'],
    ['GPL-2.0-only WITH Classpath-exception-2.0', 'allowed'],
    ['GPL-2.0-only', 'unlisted'],
    [null, 'unknown'],
  ])('of %s: %s', (license, decision) => {
    expect(decideLicense(license, policy)).toBe(decision);
  });

  it('is nothing without a policy', () => {
    expect(['MIT', null].map((one) => decideLicense(one, undefined))).toEqual(['unlisted', 'unknown']);
  });

  it.each([
    ['mit', 'MIT'],
    ['class:permissive', 'class:permissive'],
    ['LicenseRef-a', 'LicenseRef-a'],
    ['class:nice', null],
    ['MIT OR ISC', null],
    ['no such licence', null],
    ['__proto__', null],
    ['', null],
  ])('has the entry %s as %s', (text, entry) => expect(policyEntry(text)).toBe(entry));
});

describe('obligations', () => {
  const of = (license: string, usage: LicenseUsage): string[] =>
    licenseTerms(parseLicense(license)).flatMap((term) =>
      obligationsOf(term, classOfTerm(term)!, usage).map(({ id }) => id),
    );
  it.each([
    ['MIT', 'distributed', ['notice']],
    ['MIT', 'internal', []],
    ['0BSD', 'distributed', []],
    ['Apache-2.0', 'distributed', ['notice', 'notice-file', 'state-changes']],
    ['LGPL-2.1-only', 'distributed', ['notice', 'state-changes', 'source-of-component', 'relinking']],
    ['GPL-3.0-only', 'saas', []],
    ['GPL-3.0-only', 'distributed', ['notice', 'state-changes', 'source-of-component', 'source-of-work']],
    ['AGPL-3.0-only', 'saas', ['source-to-network-users']],
  ] as const)('of %s, %s: %j', (license, usage, ids) => expect(of(license, usage)).toEqual(ids));
});
