import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '../../src/platform/project-root.js';
import { zipOf } from '../support/zip.js';

const sample = join(projectRoot, 'samples/webshop.cdx.json');
const folder = mkdtempSync(join(tmpdir(), 'command-line-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string, content?: string | Uint8Array): string => {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
};

/** The real process, as a shell would start it. */
function run(...words: string[]) {
  return runWith('', ...words);
}

function runWith(input: string, ...words: string[]) {
  const runner = join(projectRoot, 'test/support/run-typescript.cjs');
  const starter = [runner, join(projectRoot, 'src/stocktake.ts')];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...starter, ...words], {
    encoding: 'utf8',
    input,
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}

const componentsOf = (path: string): string[] =>
  (
    JSON.parse(readFileSync(path, 'utf8')) as { components: { name: string; version?: string; purl?: string }[] }
  ).components
    .map(({ name, version, purl }) => `${name} ${version} ${purl}`)
    .sort();

test('convert says that the number of the issue has no place in SPDX, where no serial number is beside it', () => {
  const issue = (version: number): string =>
    at(
      `issue-${version}.json`,
      JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version, components: [] }),
    );
  expect(run('convert', issue(4), at('issue.spdx.json')).stderr).toContain('not included: version of the document (1)');
  expect(run('convert', issue(1), at('issue.spdx.json')).stderr).not.toContain('version of the document');
  expect(run('convert', issue(4), at('issue.cdx.xml')).stderr).not.toContain('version of the document');
  const serial = 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79';
  const numbered = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serial, version: 4, components: [] };
  const path = at('numbered.json', JSON.stringify(numbered));
  expect(run('convert', path, at('numbered.spdx.json')).stderr).not.toContain('version of the document');
});

test('convert goes to SPDX and back with the same components', () => {
  expect(run('convert', sample, at('a.spdx'))).toMatchObject({ status: 0, stdout: '' });
  expect(readFileSync(at('a.spdx'), 'utf8')).toMatch(/^SPDXVersion: SPDX-2\.3/);
  expect(run('convert', at('a.spdx'), at('b.json'), '--to', 'cyclonedx-json', '--spec-version', '1.5').status).toBe(0);
  expect(JSON.parse(readFileSync(at('b.json'), 'utf8'))).toMatchObject({ specVersion: '1.5' });
  expect(componentsOf(at('b.json'))).toEqual(componentsOf(sample));
});

test('inspect shows what is inside, in a wrapping too, and lets no control character through', () => {
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [{ type: 'library', name: 'evil\u001b[2J', version: '1.10' }],
  };
  const { status, stdout } = run('inspect', at('sbom.gz', gzipSync(JSON.stringify(sbom))));
  expect(status).toBe(0);
  expect(stdout).toMatch(/format +cyclonedx-json 1\.6 in gzip/);
  expect(stdout).toMatch(/components +1\n/);
  expect(stdout).toMatch(/1\.10/);
  expect(stdout).not.toContain('\u001b');
});

test('validate tells clean, doubtful and refused files apart', async () => {
  expect(run('validate', sample).status).toBe(0);
  const doubtful = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [
      { type: 'library', name: 'a' },
      { type: 7, name: 'b' },
    ],
  };
  const warned = run('validate', at('doubtful.json', JSON.stringify(doubtful)));
  expect(warned.status).toBe(4);
  expect(warned.stdout).toContain('/components/1/type\t');
  const nameless = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ type: 'library', name: '' }] };
  const archive = await zipOf({ 'a.json': JSON.stringify(nameless), 'package-lock.json': '{}' });
  const unread = run('validate', at('several.zip', archive));
  expect(unread.status).toBe(4);
  expect(unread.stdout).toContain('package-lock.json\tOf the archive one file was not read');
  expect(unread.stdout).toContain('neither a name nor an identifier');
  const refused = run('validate', at('cut.json', '{"bomFormat": "CycloneDX", "specVersion": "1.6", "compo'));
  expect(refused).toMatchObject({ status: 3, stdout: '' });
  expect(refused.stderr).toMatch(/^refused: truncated: /);
});

test('a refused conversion leaves no file, and an older one as it was', () => {
  const out = at('kept.cdx.json', 'older');
  expect(run('convert', at('no.json', '{"a": 1}'), out).status).toBe(3);
  expect(readFileSync(out, 'utf8')).toBe('older');
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a dash is standard input and output', () => {
  const piped = runWith(readFileSync(sample, 'utf8'), 'convert', '-', '-', '--to', 'cyclonedx-xml');
  expect(piped).toMatchObject({ status: 0, stdout: expect.stringMatching(/^<\?xml[\s\S]*<\/bom>\n$/) });
  expect(run('convert', sample, '-').status).toBe(2);
});

test('wrong usage and missing files have exit codes of their own', () => {
  expect(run('convert', sample, at('x.json'))).toMatchObject({ status: 2, stdout: '' });
  expect(run('convert', sample, at('x.cdx.json'), '--spec-version', '9').status).toBe(2);
  expect(run('inspect', at('missing')).status).toBe(1);
  for (const [command, option] of [
    ['validate', '--limit=1'],
    ['inspect', '--format=json'],
    ['convert', '--standard=bsi'],
  ])
    expect(run(command!, sample, option!).status).toBe(2);
  expect(run('validate', sample, '--limit', '1').stderr).toMatch(/^validate has no option --limit\n/);
  expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(at('x.cdx.json'))).toBe(false);
});
