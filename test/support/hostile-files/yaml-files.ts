import type { HostileFile } from './hostile-file.js';

const head = 'bomFormat: CycloneDX\nspecVersion: "1.6"\nversion: 1\n';
const versions = ['1.10', '1e3', '012', '0x1F', 'no', '2020-01-01', '1:30'];
const laughs = Array.from({ length: 9 }, (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i},`.repeat(9)}]\n`).join('');

/** Section "B-YAML". */
export const yamlFiles: readonly HostileFile[] = [
  ...['[', '{a: ', '- '].flatMap((open) =>
    [129, 950, 100_000].map((depth) => ({
      what: `${depth} times ${open.trim()}`,
      bytes: () => `${head}x: ${open === '- ' ? '\n  ' : ''}${open.repeat(depth)}1`,
      refused: ['too_deep', 'truncated', 'malformed'],
    })),
  ),
  {
    what: 'nine to the ninth by aliases',
    bytes: () => `${head}l0: &l0 x\n${laughs}components: *l9\n`,
    refused: ['alias_limit'],
  },
  {
    what: 'a hundred thousand aliases',
    bytes: () => `${head}a: &a x\nb: [${'*a,'.repeat(100_000)}]\ncomponents: []\n`,
    refused: ['alias_limit', 'limit'],
  },
  {
    what: '__proto__ as a key and by merging',
    bytes: () =>
      `${head}__proto__: {polluted: 1}\nm: &m {__proto__: {polluted: 1}}\ncomponents:\n- type: library\n  name: a\n  <<: *m\n`,
  },
  ...['!!js/function "function(){}"', '!!python/object:os.system [x]', '!!binary AAAA', '!own {}'].map((tagged) => ({
    what: `the tag of ${tagged}`,
    bytes: () => `${head}x: ${tagged}\ncomponents: []\n`,
  })),
  {
    what: 'versions that look like something else',
    bytes: () =>
      `${head}components:\n${versions.map((text) => `- type: library\n  name: "v ${text}"\n  version: ${text}\n`).join('')}`,
    versions: Object.fromEntries(versions.map((text) => [`v ${text}`, text])),
  },
  {
    what: 'a line of ten megabytes',
    bytes: () => `${head}x: ${'a'.repeat(10_000_000)}\ncomponents: []\n`,
    refused: ['limit'],
  },
  {
    what: 'a hundred thousand anchors',
    bytes: () => `${head}x:\n${Array.from({ length: 100_000 }, (_, i) => `- &a${i} 1\n`).join('')}components: []\n`,
  },
  { what: 'two documents', bytes: () => `${head}components: []\n---\n${head}components: []\n`, refused: ['invalid'] },
  { what: 'the same key twice', bytes: () => `${head}components: []\ncomponents: []\n`, refused: ['duplicate_key'] },
];
