import { cyclonedxOf, cyclonedxWith, type HostileFile } from './hostile-file.js';

const good = cyclonedxOf([{ name: 'a', version: '1' }]);
const nested = (depth: number, open: string, close: string): string =>
  cyclonedxWith(`"x":${open.repeat(depth)}1${close.repeat(depth)},"components":[]`);
const versionOf = (text: string): string =>
  cyclonedxWith(`"components":[{"type":"library","name":"a","version":${text}}]`);

/** Section "B-JSON" of the acceptance rules. */
export const jsonFiles: readonly HostileFile[] = [
  ...[1, 25, 50, 75, 99].map((percent) => ({
    what: `cut off at ${percent} %`,
    bytes: () => good.slice(0, Math.floor((good.length * percent) / 100)),
    refused: ['truncated', 'malformed', 'unknown_format'],
  })),
  { what: 'nested 129 deep', bytes: () => nested(129, '[', ']'), refused: ['too_deep'] },
  { what: 'nested a million deep', bytes: () => nested(1_000_000, '[', ']'), refused: ['too_deep'] },
  { what: 'nested objects, 100,000 deep', bytes: () => nested(100_000, '{"a":', '}'), refused: ['too_deep'] },
  {
    what: 'components nested 10,000 deep',
    bytes: () => {
      const open = '{"type":"library","name":"a","components":[';
      return cyclonedxWith(`"components":[${open.repeat(10_000)}${']}'.repeat(10_000)}]`);
    },
    refused: ['too_deep'],
  },
  {
    what: 'components twice',
    bytes: () => cyclonedxWith('"components":[],"components":[]'),
    refused: ['duplicate_key'],
  },
  {
    what: 'two versions of one component',
    bytes: () => cyclonedxWith('"components":[{"type":"library","name":"a","version":"1","version":"2"}]'),
    refused: ['duplicate_key'],
  },
  {
    what: 'names of the prototype as keys, names and bom-refs',
    bytes: () =>
      cyclonedxWith(
        '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"components":[' +
          ['__proto__', 'constructor', 'toString']
            .map((name) => `{"type":"library","name":"${name}","bom-ref":"${name}","__proto__":{"polluted":1}}`)
            .join() +
          '],"dependencies":[{"ref":"__proto__","dependsOn":["constructor","toString"]}]',
      ),
    names: ['__proto__', 'constructor', 'toString'],
  },
  {
    what: 'NUL, a lone surrogate and an override of direction in names',
    bytes: () =>
      cyclonedxWith(
        '"components":[' +
          ['n\\u0000ul', 'sur\\ud800rogate', 'over\\u202eride']
            .map((name) => `{"type":"library","name":"${name}"}`)
            .join() +
          ']',
      ),
  },
  {
    what: 'a name of a million combining marks',
    bytes: () => cyclonedxOf([{ name: `e${'\u0301'.repeat(1_000_000)}` }, { name: 'b' }]),
  },
  {
    what: 'bytes that are no UTF-8',
    bytes: () =>
      Buffer.concat([Buffer.from(good.slice(0, -20)), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from(good.slice(-20))]),
    refused: ['encoding', 'malformed'],
  },
  { what: 'UTF-8 with its mark', bytes: () => `\ufeff${good}`, names: ['a'] },
  { what: 'UTF-16 with its mark', bytes: () => Buffer.from(`\ufeff${good}`, 'utf16le'), names: ['a'] },
  { what: 'numbers as versions', bytes: () => versionOf('1e999') },
  { what: 'forty digits as a version', bytes: () => versionOf('1'.repeat(40)), versions: { a: '1'.repeat(40) } },
  { what: '1.10 as a number', bytes: () => versionOf('1.10'), versions: { a: '1.10' } },
  ...['[]', '"x"', 'null', 'true', '0', `${good}${good}`, good.replace(/\}$/, ',}'), `// x\n${good}`, '{"a":NaN}'].map(
    (text) => ({
      what: `the text ${text.slice(0, 12)}… ${text.length}`,
      bytes: () => text,
      refused: ['unknown_format', 'malformed'],
    }),
  ),
  {
    what: 'a thousand empty components',
    bytes: () => cyclonedxWith(`"components":[${'{},'.repeat(999)}{}]`),
  },
  { what: 'ten megabytes of nothing', bytes: () => good.replace('[', `[${' '.repeat(10_000_000)}`), names: ['a'] },
  {
    what: 'a key of ten megabytes',
    bytes: () => cyclonedxWith(`"${'k'.repeat(10_000_000)}":1,"components":[]`),
    refused: ['limit'],
  },
  ...['{}', '"x"', '[null]', '[1]', '[[]]', 'null'].map((value) => ({
    what: `components that are ${value}`,
    bytes: () => cyclonedxWith(`"components":${value}`),
  })),
  { what: 'version 9.9', bytes: () => good.replace('1.6', '9.9'), refused: ['unsupported_version'] },
  {
    what: 'no name of a format',
    bytes: () => good.replace('"bomFormat":"CycloneDX",', ''),
    refused: ['invalid'],
  },
  {
    what: 'CycloneDX and SPDX at once',
    bytes: () => good.replace('{', '{"spdxVersion":"SPDX-2.3",'),
    refused: ['ambiguous'],
  },
  {
    what: 'bait for patterns in every text',
    bytes: () => {
      const bait = `${'a'.repeat(4_000)}!`;
      const purl = `pkg:npm/${'a%'.repeat(1_500)}@${'1.'.repeat(500)}`;
      const cpe = `cpe:2.3:a:${'\\'.repeat(3_000)}:*:*`;
      const licenses = [{ expression: `${'('.repeat(3_000)}MIT` }];
      return cyclonedxOf([{ name: bait, version: '0'.repeat(4_000), purl, cpe, licenses }, { name: 'b' }]);
    },
  },
];
