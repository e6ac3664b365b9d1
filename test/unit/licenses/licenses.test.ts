import deprecatedIds from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import currentIds from 'spdx-license-ids/index.json' with { type: 'json' };
import { relationOf } from '../../../src/licenses/conflicts.js';
import { findGraphConflicts } from '../../../src/licenses/graph-conflicts.js';
import { classOfLicense, classOfTerm, minClassOfLicense } from '../../../src/licenses/license-classes.js';
import { obligationsOf, type LicenseUsage } from '../../../src/licenses/obligations.js';
import { permissiveLicenses } from '../../../src/licenses/permissive-licenses.js';
import { decideLicense, policyEntry } from '../../../src/licenses/policy.js';
import { licenseTerms, parseLicense } from '../../../src/model/license.js';
import { cpuClock } from '../../support/cpu-time.js';

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
    const spent = cpuClock();
    expect(relationOf(long('GPL-2.0-only'), long('Apache-2.0')).relation).toBe('unknown');
    expect(spent()).toBeLessThan(2_000);
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

describe('classes of licences', () => {
  const listed = [...currentIds, ...deprecatedIds];
  it.each([
    ['MIT BSD-3-Clause Apache-2.0 ISC Zlib CC0-1.0 CC-BY-4.0 CERN-OHL-P-2.0 HPND PostgreSQL mplus', 'permissive'],
    ['ODbL-1.0 CC-BY-SA-4.0 CC-SA-1.0 CERN-OHL-W-2.0 LiLiQ-R-1.1 Artistic-2.0 MS-PL wxWindows', 'weak copyleft'],
    ['CERN-OHL-S-2.0 SimPL-2.0 NGPL LiLiQ-Rplus-1.1 LAL-1.3 D-FSL-1.0 GPL-3.0-only', 'strong copyleft'],
    ['CAL-1.0 CAL-1.0-Combined-Work-Exception Parity-7.0.0 NPOSL-3.0 AGPL-3.0-only', 'network copyleft'],
    ['BUSL-1.1 Elastic-2.0 FSL-1.1-MIT SUL-1.0 PolyForm-Noncommercial-1.0.0 Aladdin Hippocratic-2.1 JSON', null],
    ['CC-BY-NC-4.0 CC-BY-NC-SA-4.0 CC-BY-ND-4.0 CC-BY-NC-ND-4.0 BSD-3-Clause-No-Military-License any-OSI', null],
  ])('of %s: %s', (ids, expected) => {
    for (const id of ids.split(' ')) expect([id, classOfLicense(id)]).toEqual([id, expected]);
  });

  it.each([
    ['GPL-2.0-only WITH Classpath-exception-2.0', 'weak copyleft'],
    ['GPL-2.0-only WITH openvpn-openssl-exception', 'strong copyleft'],
    ['GPL-3.0-only WITH GStreamer-exception-2008', 'strong copyleft'],
    ['GPL-3.0-only WITH GPL-3.0-linking-exception', 'strong copyleft'],
    ['GPL-3.0-only WITH GPL-3.0-linking-source-exception', 'strong copyleft'],
    ['CECILL-B', 'permissive'],
    ['CECILL-2.1', 'strong copyleft'],
  ])('of %s: %s, by what the exception is for', (license, expected) => expect(classOfLicense(license)).toBe(expected));

  it('are none of a permissive licence with an addition that nobody knows', () => {
    expect(classOfLicense('Apache-2.0 WITH AdditionRef-Commons-Clause')).toBeNull();
    // Whoever writes the document chooses this name.
    expect(classOfLicense('GPL-2.0-only WITH AdditionRef-linking-runtime')).toBe('strong copyleft');
    expect(classOfLicense('MIT WITH DocumentRef-other:AdditionRef-mine')).toBeNull();
    expect(classOfLicense('AGPL-3.0-only WITH DocumentRef-other:AdditionRef-mine')).toBe('network copyleft');
    expect(classOfLicense('Apache-2.0 WITH LLVM-exception')).toBe('permissive');
  });

  it('take no licence for permissive that is not on the list of permissive ones', () => {
    expect([...permissiveLicenses].filter((id) => !listed.includes(id))).toEqual([]);
    expect(listed.filter((id) => classOfLicense(id) === 'permissive').sort()).toEqual([...permissiveLicenses].sort());
  });

  it('give no class to a licence that says by its name that it restricts', () => {
    const restricted = listed.filter((id) =>
      /-N[CD](?:-|$)|Noncommercial|No-(?:Military|Nuclear)|^(?:FSL|BUSL)/.test(id),
    );
    expect(restricted.length).toBeGreaterThan(30);
    expect(restricted.filter((id) => classOfLicense(id) !== null)).toEqual([]);
  });

  it.each([
    ['GPL-3.0-only AND BUSL-1.1', 'strong copyleft'],
    ['GPL-3.0-only OR BUSL-1.1', null],
    ['(GPL-3.0-only OR MIT) AND BUSL-1.1', 'permissive'],
    ['BUSL-1.1', null],
    ['(((', null],
  ])('are at least, of %s: %s', (license, expected) => expect(minClassOfLicense(license)).toBe(expected));
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
    ['BUSL-1.1', 'unlisted'],
    ['CC-BY-NC-4.0 AND MIT', 'unlisted'],
    ['Elastic-2.0 OR MIT', 'allowed'],
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

  it.each([
    ['GPL-2.0 AND house-rules', 'denied'],
    ['GPL-2.0+ AND house-rules', 'unknown'],
    ['GPL-2.0-only WITH AdditionRef-mine', 'denied'],
    ['GPL-2.0-only WITH openvpn-openssl-exception', 'denied'],
    ['GPL-2.0-only WITH Classpath-exception-2.0', 'review'],
    ['GPL-2.0-or-later WITH Bison-exception-2.2', 'review'],
    ['Apache-2.0 WITH LLVM-exception', 'denied'],
    ['MIT WITH AdditionRef-mine', 'unlisted'],
  ])('of %s as of a licence that it names: %s', (license, decision) => {
    const strict = {
      allowed: ['class:permissive', 'class:weak copyleft', 'class:strong copyleft', 'MIT'],
      review: ['GPL-2.0-or-later', 'GPL-2.0-only WITH Classpath-exception-2.0'],
      denied: ['GPL-2.0-only', 'Apache-2.0'],
    };
    expect(decideLicense(license, strict)).toBe(decision);
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
      obligationsOf(term, classOfTerm(term), usage).map(({ id }) => id),
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
    [
      'GPL-2.0-only WITH Classpath-exception-2.0 AND GPL-2.0-only',
      'distributed',
      [
        'notice',
        'state-changes',
        'source-of-component',
        'notice',
        'state-changes',
        'source-of-component',
        'source-of-work',
      ],
    ],
    ['BUSL-1.1', 'internal', ['terms-of-licence']],
    ['BUSL-1.1', 'distributed', ['terms-of-licence', 'notice']],
  ] as const)('of %s, %s: %j', (license, usage, ids) => expect(of(license, usage)).toEqual(ids));
});
