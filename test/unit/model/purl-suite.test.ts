import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPurl, formatPurl, parsePurl, type Purl, type PurlInput } from '../../../src/model/purl.js';
import { projectRoot } from '../../../src/platform/project-root.js';

/** Cases in the form of the purl specification (package-url/purl-spec, `tests/`): our own, and its own where they exist. */
const folders = [
  join(projectRoot, 'test/conformance/purl'),
  process.env['PURL_SUITE'] ?? join(projectRoot, '../shared/corpus/open/purl'),
];
const files = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('-test.json'));

interface Case {
  description: string;
  test_group: 'required' | 'recommended';
  test_type: 'build' | 'parse' | 'validate';
  input: string | PurlInput;
  expected_output?: string | PurlInput | null;
  expected_failure: boolean;
}

const components = (purl: Purl | PurlInput) => ({
  type: purl.type,
  namespace: purl.namespace ?? null,
  name: purl.name,
  version: purl.version ?? null,
  qualifiers: { ...purl.qualifiers },
  subpath: purl.subpath ?? null,
});

/** `required` cases are judged strictly; `recommended` ones are about repairing what is not canonical. */
function run({ test_type, test_group, input }: Case): unknown {
  if (test_type === 'build') return formatPurl(buildPurl(input as PurlInput));
  if (test_type === 'validate') return formatPurl(parsePurl(input as string, 'repair'));
  return components(parsePurl(input as string, test_group === 'required' ? 'strict' : 'repair'));
}

describe.each(files)('%s', (file) => {
  const { tests } = JSON.parse(readFileSync(file, 'utf8')) as { tests: Case[] };
  it.each(tests.map((test): [string, Case] => [`${test.test_group} ${test.test_type}: ${test.description}`, test]))(
    '%s',
    (_name, test) => {
      if (test.expected_failure) {
        expect(() => run(test)).toThrow(expect.objectContaining({ status: 400 }) as Error);
        return;
      }
      const expected = test.expected_output;
      expect(run(test)).toEqual(typeof expected === 'string' ? expected : components(expected as PurlInput));
    },
  );
});
