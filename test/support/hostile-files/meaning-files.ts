import { cyclonedxOf, type HostileFile } from './hostile-file.js';

const numbered = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => ({ name: `c${i}`, 'bom-ref': `c${i}` }));

/** Section "B-SEM". */
export const meaningFiles: readonly HostileFile[] = [
  {
    what: 'one bom-ref twice',
    bytes: () =>
      cyclonedxOf([
        { name: 'a', 'bom-ref': 'x' },
        { name: 'b', 'bom-ref': 'x' },
      ]),
  },
  {
    what: 'dependencies on nobody, on itself and in a ring',
    bytes: () =>
      cyclonedxOf(numbered(2), {
        dependencies: [
          { ref: 'c0', dependsOn: ['c0', 'c1', 'nobody'] },
          { ref: 'c1', dependsOn: ['c0'] },
          { ref: 'nobody', dependsOn: ['c1'] },
        ],
      }),
    names: ['c0', 'c1'],
  },
  {
    what: 'a chain of three thousand',
    bytes: () =>
      cyclonedxOf(numbered(3_000), {
        dependencies: numbered(3_000).map((_, i) => ({ ref: `c${i}`, dependsOn: [`c${i + 1}`] })),
      }),
  },
  {
    what: 'one component with a hundred thousand dependencies',
    bytes: () =>
      cyclonedxOf(numbered(2), {
        dependencies: [{ ref: 'c0', dependsOn: Array.from({ length: 100_000 }, (_, i) => `d${i}`) }],
      }),
    names: ['c0', 'c1'],
  },
  {
    what: 'identifiers that are none',
    bytes: () =>
      cyclonedxOf([
        { name: 'a', purl: 'pkg:npm/../../x' },
        { name: 'b', purl: 'pkg:NPM/b@1' },
        { name: 'c', purl: `pkg:npm/${'c'.repeat(10_000)}` },
        { name: 'd', purl: 'pkg:npm/%00' },
        { name: 'e', cpe: `cpe:2.3${':x'.repeat(200)}` },
      ]),
    names: ['a', 'b', 'c', 'd', 'e'],
  },
  {
    what: 'addresses that run something',
    bytes: () =>
      cyclonedxOf(
        [
          'javascript:alert(1)',
          'data:text/html,x',
          'file:///etc/passwd',
          `https://example.org/${'x'.repeat(10_000)}`,
        ].map((url, i) => ({ name: `r${i}`, externalReferences: [{ type: 'website', url }] })),
      ),
    names: ['r0', 'r1', 'r2', 'r3'],
  },
  {
    what: 'times that never were',
    bytes: () =>
      cyclonedxOf([{ name: 'a' }], { metadata: { timestamp: '99999-02-30T25:61:61' }, version: -1, serialNumber: 'x' }),
  },
  { what: 'no components', bytes: () => cyclonedxOf([]), names: [] },
];
