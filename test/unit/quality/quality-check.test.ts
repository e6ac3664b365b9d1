import fc from 'fast-check';
import type { BomComponent, BomHeader } from '../../../src/model/document.js';
import { maxNamedComponents, QualityCheck } from '../../../src/quality/quality-check.js';
import { qualityLetter } from '../../../src/quality/quality-letter.js';
import { qualityStandards } from '../../../src/quality/requirements.js';
import { cpuClock } from '../../support/cpu-time.js';

const header: BomHeader = {
  family: 'cyclonedx',
  specVersion: '1.6',
  serial: 'urn:uuid:1',
  created: '2026-01-01T00:00:00Z',
  native: {
    family: 'cyclonedx',
    data: { metadata: { authors: [{ email: 'a@example.org' }], tools: [{ name: 'cdxgen' }], lifecycles: [{ phase: 'build' }] } },
  },
}; // prettier-ignore
const bsi = ['executable', 'archive', 'structured', 'filename'].map((name) => ({ name: `bsi:component:${name}`, value: 'x' })); // prettier-ignore

const whole: BomComponent = {
  ref: 'a',
  parentRef: null,
  place: '/components/0',
  type: 'library',
  name: 'left-pad',
  group: '',
  version: '1.3.0',
  purls: ['pkg:npm/left-pad@1.3.0'],
  cpes: [],
  supplier: { kind: 'organization', name: 'Example' },
  licenses: [{ relation: 'declared', id: 'MIT' }, { relation: 'concluded', id: 'MIT' }],
  hashes: [{ algorithm: 'SHA-512', value: 'ab' }],
  references: [{ type: 'distribution', url: 'https://example.org/left-pad.tgz' }],
  properties: bsi,
  copyright: '(c) Example',
}; // prettier-ignore

function check(components: readonly BomComponent[], of: Partial<BomHeader> = {}, related = ['a']) {
  const result = new QualityCheck({ ...header, ...of }, whole, new Set(related));
  for (const component of components) result.add(component);
  return result.results();
}
const standardOf = (id: string, ...args: Parameters<typeof check>) => check(...args).find((one) => one.id === id)!;
const missed = (id: string, ...args: Parameters<typeof check>): string[] =>
  standardOf(id, ...args).requirements.flatMap((one) => (one.status === 'not_met' ? [one.id] : []));

describe('words that say nothing', () => {
  const headOf = (metadata: object): Partial<BomHeader> => ({
    native: { family: 'cyclonedx', data: { metadata } } as never,
  });
  const nothing = { authors: [{ name: 'NOASSERTION' }], manufacturer: { name: ' ' }, tools: [{ name: 'unknown' }], lifecycles: [{ phase: 'none' }] }; // prettier-ignore

  it('are no author, tool or phase of a CycloneDX document', () => {
    expect(missed('cisa-2025', [whole], headOf(nothing))).toEqual([
      'document.author',
      'document.tool',
      'document.generation-context',
    ]);
    const address = { ...nothing, authors: [{ name: 'n/a', email: 'a@example.org' }] };
    expect(missed('ntia-2021', [whole], headOf(address))).toEqual([]);
  });

  it.each([
    [
      ['Organization: NOASSERTION', 'Person: unknown ()', 'Tool: none'],
      ['document.author', 'document.tool'],
    ],
    [['Person: (a@example.org)', 'Tool: syft-1.0'], []],
    [['Organization: Acme (unknown)', 'Tool: syft-1.0'], []],
  ])('are no creator of an SPDX document: %j', (creators, lacking) => {
    const native = { family: 'spdx', data: { creationInfo: { creators } } } as never;
    const missing = missed('openchain-telco-1.1', [whole], { family: 'spdx', specVersion: 'SPDX-2.3', native });
    expect(missing.filter((id) => /author|tool/.test(id))).toEqual(lacking);
  });

  it.each(['', 'NOASSERTION'])('are no hash: %j', (value) => {
    const hashes = [{ algorithm: 'SHA-512', value }];
    expect(missed('cisa-2025', [{ ...whole, hashes }])).toEqual(['component.hash']);
    expect(missed('bsi-tr-03183-2', [{ ...whole, hashes }])).toEqual(['component.hash-sha512']);
  });

  it.each([
    'null',
    'UNKNOWN',
    'N/A',
    'latest',
    '>=1.0',
    '^1.2.3',
    '1.x',
    '[1.0,2.0)',
    '1.0 - 2.0',
    '${project.version}',
  ])('are no version: %s', (version) => {
    for (const id of ['ntia-2021', 'cisa-2025', 'bsi-tr-03183-2'])
      expect(missed(id, [{ ...whole, version }])).toEqual(['component.version']);
  });

  it.each(['1.3.0', '==1.3.0', '[1.3.0]', '8.x-1.5', 'main', '2024-01-02'])(
    'leave versions as they are: %s',
    (version) => {
      expect(missed('ntia-2021', [{ ...whole, version }])).toEqual([]);
    },
  );

  it.each(['12/31/2025', 'build 7', '2025', '31.12.2025'])('are no date in ISO 8601: %s', (created) => {
    expect(missed('ntia-2021', [whole], { created })).toEqual(['document.timestamp']);
  });

  it.each(['2025-12-31', '2025-12-31T10:00:00Z', '2025-12-31T10:00+01:00'])(
    'leave dates as they are: %s',
    (created) => {
      expect(missed('ntia-2021', [whole], { created })).toEqual([]);
    },
  );
});

describe('a text of many spaces', () => {
  it('is checked in time that grows with its length alone', () => {
    const spaces = `${' '.repeat(100_000)}x`;
    const spent = cpuClock();
    expect(missed('openchain-telco-1.1', [{ ...whole, copyright: spaces }])).toEqual(['document.spdx']);
    expect(spent()).toBeLessThan(2_000);
  });
});

describe('the quality of a delivery', () => {
  it('is met by a document that has everything', () => {
    for (const id of ['ntia-2021', 'cisa-2025', 'bsi-tr-03183-2'])
      expect(standardOf(id, [whole])).toMatchObject({ id, met: true, score: 100 });
    expect(missed('openchain-telco-1.1', [whole])).toEqual(['document.spdx']);
  });

  it.each<[string, string, Partial<BomComponent>]>([
    ['ntia-2021', 'component.name', { name: ' ' }],
    ['ntia-2021', 'component.version', { version: 'NOASSERTION' }],
    ['ntia-2021', 'component.producer', { supplier: { kind: 'unknown', name: 'NOASSERTION' } }],
    ['ntia-2021', 'component.identifier', { purls: ['left-pad@1'], cpes: ['cpe:x'] }],
    ['ntia-2021', 'component.relationship', { ref: 'b' }],
    ['cisa-2025', 'component.hash', { hashes: [] }],
    ['cisa-2025', 'component.license', { licenses: [{ relation: 'declared', name: 'NONE' }] }],
    ['bsi-tr-03183-2', 'component.license-expression', { licenses: [{ relation: 'declared', name: 'Our terms' }] }],
    ['bsi-tr-03183-2', 'component.license-expression', { licenses: [{ relation: 'declared', expression: '((' }] }],
    ['bsi-tr-03183-2', 'component.license-expression', { licenses: [{ relation: 'declared', expression: 'MIT AND Acme' }] }],
    ['cisa-2025', 'component.license', { licenses: [{ relation: 'declared', name: 'UNSPECIFIED' }] }],
    ['bsi-tr-03183-2', 'component.hash-sha512', { hashes: [{ algorithm: 'SHA-256', value: 'ab' }] }],
    ['bsi-tr-03183-2', 'component.filename', { properties: bsi.filter(({ name }) => !name.endsWith('filename')) }],
    ['bsi-tr-03183-2', 'component.archive', { properties: bsi.filter(({ name }) => !name.endsWith('archive')) }],
    ['openchain-telco-1.1', 'component.copyright', { copyright: '' }],
    ['openchain-telco-1.1', 'component.download', { references: [] }],
    ['openchain-telco-1.1', 'component.license-concluded', { licenses: [{ relation: 'declared', id: 'MIT' }] }],
  ])('%s misses %s', (standard, requirement, lack) => {
    const others = missed(standard, [whole]);
    expect(missed(standard, [whole, { ...whole, ...lack }]).filter((one) => !others.includes(one))).toEqual([requirement]);
    const result = standardOf(standard, [whole, { ...whole, ...lack }]).requirements.find(({ id }) => id === requirement)!;
    expect(result).toMatchObject({ checked: 3, lacking: 1, mend: expect.stringMatching(/\.$/) });
    expect(result.components).toHaveLength(1);
  }); // prettier-ignore

  it.each(['MIT', 'gpl-2.0 OR MIT', 'LicenseRef-acme AND MIT', 'GPL-2.0-only WITH Classpath-exception-2.0'])(
    'has an expression in %s',
    (expression) => {
      const licenses = [{ relation: 'declared', expression } as const];
      expect(missed('bsi-tr-03183-2', [{ ...whole, licenses }])).toEqual([]);
    },
  );

  it.each<[string, Partial<BomHeader>]>([
    ['document.author', { native: { family: 'cyclonedx', data: { metadata: { authors: [{}] } } } }],
    ['document.timestamp', { created: 'yesterday' }],
  ])('ntia-2021 misses %s', (requirement, lack) => {
    expect(missed('ntia-2021', [whole], lack)).toContain(requirement);
  });

  it('reads the creators of SPDX, and says what its fields cannot hold', () => {
    const creators = ['Organization: Example', 'Tool: syft', 7];
    const spdx: Partial<BomHeader> = {
      family: 'spdx',
      specVersion: '2.3',
      native: { family: 'spdx', data: { creationInfo: { creators } } },
    };
    expect(standardOf('openchain-telco-1.1', [whole], spdx)).toMatchObject({ met: true, score: 100 });
    const unchecked = standardOf('bsi-tr-03183-2', [whole], spdx).requirements.filter(
      ({ status }) => status === 'not_checked',
    );
    expect(unchecked.map(({ id }) => id)).toEqual([
      ...['component.executable', 'component.archive', 'component.structured'],
    ]);
    expect(standardOf('bsi-tr-03183-2', [whole], spdx).met).toBe(false);
  });

  it('is never met without a component, nor for what no format has a field for', () => {
    const results = new QualityCheck(header, null, new Set()).results();
    for (const { met, requirements } of results) {
      expect(met).toBe(false);
      for (const one of requirements) if (one.scope === 'component') expect(one.status).toBe('not_checked');
    }
    expect(standardOf('fda-2023', [whole]).met).toBe(false);
    for (const one of QualityCheck.withoutFile(qualityStandards))
      expect(one).toMatchObject({ met: false, score: null });
  });

  it('counts every component and names the first ones', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ ...whole, ref: 'a', version: '', name: `c${index}` }));
    const version = standardOf('ntia-2021', many).requirements.find(({ id }) => id === 'component.version')!;
    expect(version).toMatchObject({ checked: 51, lacking: 50 });
    expect(version.components.map(({ name }) => name)).toEqual(many.slice(0, maxNamedComponents).map(({ name }) => name)); // prettier-ignore
  });

  it('is never 100 while something is missing, and never falls by a good component', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 2_000 }), (lacks) => {
        const components = lacks.map((isLacking) => (isLacking ? { ...whole, version: '' } : whole));
        const { score, met } = standardOf('ntia-2021', components);
        expect(met).toBe(!lacks.includes(true));
        expect(score === 100).toBe(met);
        expect(standardOf('ntia-2021', [...components, whole]).score).toBeGreaterThanOrEqual(score!);
      }),
      { numRuns: 50 },
    );
  });

  it('is a letter in which names from the file are text', () => {
    const hostile = { ...whole, version: '', name: '<b>x</b> | [y](javascript:1)\n# z', place: '/components/1' };
    const letter = qualityLetter({ name: 'Shop', version: '1', supplier: 'A\nB' }, check([hostile]));
    expect(letter).toContain('To A B:');
    expect(letter).toContain('- \\<b\\>x\\</b\\> \\| \\[y\\](javascript:1) #\u200b z (/components/1)');
    expect(letter).toMatch(/\| Version of the component \| not met \| 1 of 2 \|/);
  });
});
