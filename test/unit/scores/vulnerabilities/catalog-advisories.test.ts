import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { JsonObject } from '../../../../src/model/document.js';
import { osvPackage } from '../../../../src/model/osv-package.js';
import { purlKey } from '../../../../src/model/purl.js';
import { projectRoot } from '../../../../src/platform/project-root.js';
import { parseAdvisory } from '../../../../src/scores/vulnerabilities/advisory.js';
import { assessPackage, affectedPackagesOf } from '../../../../src/scores/vulnerabilities/package-assessment.js';

/**
 * What the records of the open databases say of their own versions must come out: versions that they list, introduce or
 * name as last affected are affected, versions that they name as fixed are not. Every so many records; all with
 * ADVISORY_STRIDE=1.
 */
const own = join(projectRoot, 'test/conformance/advisories/osv-own.ndjson');
const catalog = join(projectRoot, '../shared/catalog/advisories');
const catalogFiles = existsSync(catalog) ? readdirSync(catalog).filter((file) => file.startsWith('osv-')) : [];
const files = [own, ...catalogFiles.map((file) => join(catalog, file))];
const stride = Number(process.env['ADVISORY_STRIDE'] ?? 25);

interface Affected {
  package?: { ecosystem?: string; name?: string; purl?: string };
  versions?: string[];
  ranges?: { type: string; events: Record<string, string>[] }[];
  database_specific?: { patched_versions?: string[] | null; branches?: { versions: string[] }[] };
}

/** Versions that the statements on one package name, without those that they name both ways. */
function namedVersions(statements: readonly Affected[]): [version: string, status: 'affected' | 'not_affected'][] {
  const events = statements
    .flatMap(({ ranges }) => (ranges ?? []).filter(({ type }) => type !== 'GIT'))
    .flatMap((range) => range.events);
  const specific = statements.flatMap(({ database_specific: one }) => one ?? []);
  const branches = specific.flatMap((one) => one.branches?.flatMap(({ versions }) => versions) ?? []);
  const patched = specific.flatMap((one) => one.patched_versions ?? []);
  const of = (texts: (string | undefined)[], pattern: RegExp) =>
    texts.flatMap((text) => pattern.exec(text ?? '')?.[1] ?? []);
  const hit = [
    ...statements.flatMap(({ versions }) => versions ?? []),
    ...events.flatMap(({ introduced }) => (introduced && introduced !== '0' ? [introduced] : [])),
    ...events.flatMap(({ last_affected: last }) => last ?? []),
    ...of(branches, /^[<>]=\s*(.+)$/),
  ];
  const fixed = [
    ...events.flatMap(({ fixed: text }) => text ?? []),
    ...of(branches, /^<\s*([^=].*)$/),
    ...of(patched, /^>= ([^,]+)$/),
  ];
  const plain = (version: string) => version.replace(/(?:\.0)+$/, '');
  const [hits, fixes] = [new Set(hit.map(plain)), new Set(fixed.map(plain))];
  return [
    ...hit.filter((one) => !fixes.has(plain(one))).map((one): [string, 'affected'] => [one, 'affected']),
    ...fixed.filter((one) => !hits.has(plain(one))).map((one): [string, 'not_affected'] => [one, 'not_affected']),
  ];
}

it.each(files)('%s', (file) => {
  const bytes = readFileSync(file);
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n').filter(Boolean);
  const step = file === own ? 1 : stride;
  const wrong: string[] = [];
  let checked = 0;
  for (const line of lines.filter((_, index) => index % step === 0)) {
    const record = JSON.parse(line) as JsonObject;
    const advisory = parseAdvisory({ ...record, withdrawn: null });
    const all = (record['affected'] ?? []) as Affected[];
    const keyOf = ({ package: named }: Affected) => `${named?.ecosystem} ${named?.name}`;
    for (const key of new Set(all.map(keyOf))) {
      const statements = all.filter((affected) => keyOf(affected) === key);
      const { ecosystem = '', name = '', purl } = statements[0]!.package ?? {};
      const named = osvPackage(ecosystem, name, purl)!;
      for (const [version, status] of namedVersions(statements)) {
        checked += 1;
        const assessed = assessPackage(named, { own: version }, affectedPackagesOf(named, advisory));
        if (assessed.status !== status)
          wrong.push(`${advisory.id} ${purlKey(named)} ${version}: ${assessed.status} ${assessed.reason}`);
      }
    }
  }
  expect({ file, wrong: wrong.length, sample: wrong.slice(0, 20), checked: checked > 0 }).toEqual({
    file,
    wrong: 0,
    sample: [],
    checked: true,
  });
});
