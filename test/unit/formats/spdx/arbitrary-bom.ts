import fc from 'fast-check';
import type { Bom, BomComponent, BomLicense, ComponentType } from '../../../../src/model/document.js';

/** Text as people and tools write it, with what needs escaping in one encoding or another. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((value) => value.replace(/[\p{C}\r]/gu, '')),
  fc.constantFrom('a: b', '<b>&amp;</b>', ' padded ', 'two\nlines', '"quoted"', '# no comment', 'NOASSERTION?', '1.10'),
);
const word = fc.stringMatching(/^[a-z][a-z0-9.-]{0,10}$/);
const name = fc.oneof(word, text);
const url = word.map((host) => `https://${host.replace(/[^a-z]/g, 'x')}.example.org/a?b=c&d#e`);

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

const party = fc.record(
  {
    kind: fc.constantFrom('organization' as const, 'person' as const, 'unknown' as const),
    name: name.filter((value) => value.trim() !== ''),
    email: word.map((user) => `${user}@example.org`),
    urls: fc.array(url, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: ['kind', 'name'] },
);

const license: fc.Arbitrary<BomLicense> = fc
  .record({
    relation: fc.constantFrom('declared' as const, 'concluded' as const),
    form: fc.oneof(
      fc.constantFrom('MIT', 'Apache-2.0', 'GPL-2.0-only', 'not-listed').map((id) => ({ id })),
      fc
        .constantFrom('MIT OR Apache-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0', '(MIT AND ISC) OR LicenseRef-x')
        .map((expression) => ({ expression })),
      name.filter((value) => value.trim() !== '').map((value) => ({ name: value })),
    ),
    more: fc.record({ text, url }, { requiredKeys: [] }),
  })
  .map(({ relation, form, more }) => ({ relation, ...form, ...more }));

const hash = fc.oneof(
  fc.constant({ algorithm: 'SHA-256', value: 'ab'.repeat(32) }),
  fc.constant({ algorithm: 'MD5', value: '0f'.repeat(16) }),
  fc.constant({ algorithm: 'SHA3-256', value: 'cd'.repeat(32) }),
  fc.constant({ algorithm: 'Streebog-256', value: 'ef'.repeat(32) }),
);

const reference = fc.record(
  {
    type: fc.constantFrom('vcs', 'website', 'distribution', 'advisories', 'issue-tracker', 'other'),
    url: fc.oneof(
      url,
      fc.constantFrom('git+https://example.org/a.git@v1', 'git@example.org:a/b.git', 'https://localhost/'),
    ),
    comment: text.filter((value) => value !== ''),
    hashes: fc.array(hash, { minLength: 1, maxLength: 1 }),
  },
  { requiredKeys: ['type', 'url'] },
);

const types: readonly ComponentType[] = [
  'application',
  'framework',
  'library',
  'container',
  'platform',
  'operating-system',
  'device',
  'device-driver',
  'firmware',
  'file',
  'machine-learning-model',
  'data',
  'cryptographic-asset',
];

const component = fc
  .record({
    type: fc.constantFrom(...types),
    name: name.filter((value) => value !== ''),
    group: fc.oneof(fc.constant(''), name),
    version: fc.oneof(fc.constantFrom('', '1.10', '1e5', '012', '~', 'no'), name),
    purls: fc.uniqueArray(
      word.map((value) => `pkg:npm/${value}@1.0`),
      { maxLength: 2 },
    ),
    cpes: fc.uniqueArray(fc.constantFrom('cpe:2.3:a:v:p:1.0:*:*:*:*:*:*:*', 'cpe:/a:v:p:1.0', 'cpe:2.3:odd'), {
      maxLength: 2,
    }),
    licenses: fc.array(license, { maxLength: 3 }),
    hashes: fc.uniqueArray(hash, { maxLength: 3, selector: ({ algorithm }) => algorithm }),
    references: fc.array(reference, { maxLength: 3 }),
    properties: fc.array(fc.record({ name, value: text }), { maxLength: 2 }),
    supplier: optional(party),
    originator: optional(party),
    publisher: optional(name.filter((value) => value !== '')),
    author: optional(name.filter((value) => value !== '')),
    description: optional(text.filter((value) => value !== '')),
    copyright: optional(text.filter((value) => value !== '')),
    scope: optional(fc.constantFrom('required' as const, 'optional' as const, 'excluded' as const)),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));

/** An SBOM that did not come from SPDX: nested, with a graph, its refs as other families write them. */
export const arbitraryBom: fc.Arbitrary<Bom> = fc
  .record({
    components: fc.array(component, { maxLength: 5 }),
    hasSubject: fc.boolean(),
    parents: fc.array(fc.nat(5), { minLength: 5, maxLength: 5 }),
    edges: fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 6 }),
    name: optional(name),
  })
  .map(({ components, hasSubject, parents, edges, name: title }) => {
    const refOf = (index: number): string => (index % 2 === 0 ? `pkg:npm/c${index}@1.0` : `SPDXRef-c${index}`);
    const open: string[] = [];
    const made = components.map((fields, index) => {
      const above = open.slice(0, parents[index]);
      open.splice(0, open.length, ...above, refOf(index));
      return {
        ...(fields as unknown as BomComponent),
        ref: refOf(index),
        parentRef: above.at(-1) ?? null,
        place: '',
      };
    });
    const subject = hasSubject ? ({ ...component0, ref: 'the subject', name: 'the subject' } as BomComponent) : null;
    const ends = new Set(made.map(({ ref }) => ref));
    const targets = new Map<string, Set<string>>();
    for (const [from, to] of edges) {
      const start = hasSubject && from === 5 ? 'the subject' : refOf(from);
      if (start !== 'the subject' && !ends.has(start)) continue;
      const set = targets.get(start) ?? targets.set(start, new Set()).get(start)!;
      if (ends.has(refOf(to))) set.add(refOf(to));
    }
    return {
      header: { family: 'cyclonedx', specVersion: '1.6', ...(title === undefined ? {} : { name: title }) },
      subject,
      components: made,
      dependencies: [...targets].map(([from, to]) => ({ from, to: [...to], kind: 'depends-on' })),
      parts: [],
      warnings: [],
    };
  });

const component0: Omit<BomComponent, 'ref' | 'name'> = {
  parentRef: null,
  place: '',
  type: 'application',
  group: '',
  version: '2.0',
  purls: [],
  cpes: [],
  licenses: [],
  hashes: [],
  references: [],
  properties: [],
};
