import { text as readText } from 'node:stream/consumers';
import type { Json } from '../../model/document.js';
import { isObject, optionalText } from '../../model/json.js';
import type { Coverage } from '../../model/coverage.js';
import type { CatalogRecord } from '../loading/records.js';
import { filesOf } from './archive.js';
import { osvRecord } from './osv-record.js';
import type { RemoteSource, SourceLicense } from './source.js';

/** Most advisories have some kilobytes, those with long lists of versions some megabytes. */
const maxRecordBytes = 32 * 1024 * 1024;
const recordsPerBatch = 1_000;

/** Folders of the OSV database by source name without `osv-`. */
const ecosystems = {
  npm: 'npm',
  pypi: 'PyPI',
  go: 'Go',
  maven: 'Maven',
  gem: 'RubyGems',
  cargo: 'crates.io',
  composer: 'Packagist',
  nuget: 'NuGet',
  hex: 'Hex',
  pub: 'Pub',
  swift: 'SwiftURL',
  cran: 'CRAN',
  hackage: 'Hackage',
  julia: 'Julia',
  opam: 'opam',
  vscode: 'VSCode',
  bitnami: 'Bitnami',
  'github-actions': 'GitHub Actions',
  git: 'GIT',
  alpine: 'Alpine',
  wolfi: 'Wolfi',
  chainguard: 'Chainguard',
  minimos: 'MinimOS',
  alpaquita: 'Alpaquita',
  'bellsoft-hardened-containers': 'BellSoft Hardened Containers',
  debian: 'Debian',
  ubuntu: 'Ubuntu',
  echo: 'Echo',
  almalinux: 'AlmaLinux',
  'red-hat': 'Red Hat',
  'rocky-linux': 'Rocky Linux',
  suse: 'SUSE',
  opensuse: 'openSUSE',
  mageia: 'Mageia',
  openeuler: 'openEuler',
};

const ofDistributions = (type: string, ...names: string[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(names.map((name) => [name, [`pkg:${type}/${name}`]]));

/** What the archives speak of that is not the purl type of their name. */
const otherScopes: Readonly<Record<string, readonly string[]>> = {
  go: ['pkg:golang'],
  'github-actions': ['pkg:github'],
  git: ['pkg:github', 'pkg:gitlab', 'pkg:bitbucket'],
  vscode: ['pkg:vscode-extension'],
  ...ofDistributions('apk', 'alpine', 'wolfi', 'chainguard', 'minimos', 'alpaquita', 'bellsoft-hardened-containers'),
  ...ofDistributions('deb', 'debian', 'ubuntu', 'echo'),
  ...ofDistributions('rpm', 'almalinux', 'rocky-linux', 'suse', 'opensuse', 'mageia', 'openeuler'),
  'red-hat': ['pkg:rpm/redhat'],
};

/** Of these some packages only are looked at. */
const selections: ReadonlySet<string> = new Set(['github-actions', 'git', 'vscode']);
/** Malicious packages of these are collected (github.com/ossf/malicious-packages). */
const withMalicious: ReadonlySet<string> = new Set(['npm', 'pypi', 'gem', 'cargo', 'nuget', 'go', 'maven']);

/** What the archive of an ecosystem covers. `completeSince` null: it has some of the advisories only. */
export function osvCoverage(name: string, completeSince: string | null = '1999-01-01'): Coverage[] {
  const scopes = otherScopes[name] ?? [`pkg:${name}`];
  const isSelection = selections.has(name);
  const vulnerabilities: Coverage = {
    kind: 'vulnerabilities',
    scopes,
    completeSince: isSelection ? null : completeSince,
  };
  // Of all that is on GitHub it has the actions, and of these all.
  if (name === 'github-actions')
    return [vulnerabilities, { ...vulnerabilities, scopes: ['pkg:githubactions'], completeSince }];
  return withMalicious.has(name) ? [vulnerabilities, { kind: 'malicious', scopes, completeSince }] : [vulnerabilities];
}

/** The name of the source with the advisories of a purl type; null where there is none. */
export function osvSourceFor(purlType: string): string | null {
  const name = purlType === 'golang' ? 'go' : purlType;
  return Object.hasOwn(ecosystems, name) ? `osv-${name}` : null;
}

const license: SourceLicense = {
  name: 'CC-BY-4.0',
  url: 'https://google.github.io/osv.dev/data/',
  notice:
    'Advisories of the databases that OSV collects, each under its own licence: mostly CC-BY-4.0, CC0-1.0 or Apache-2.0.',
};

/** The archives of the OSV database: per ecosystem a zip with a JSON document per advisory. */
export const osvSources: readonly RemoteSource[] = Object.entries(ecosystems).map(([name, folder]) => ({
  name: `osv-${name}`,
  address: `https://osv-vulnerabilities.storage.googleapis.com/${encodeURIComponent(folder)}/all.zip`,
  license,
  covers: osvCoverage(name),
  maxBytes: 2 * 1024 * 1024 * 1024,
  read: readArchive,
}));

async function* readArchive(
  file: string,
  onEntries: (done: number, total: number) => void,
): AsyncIterable<readonly CatalogRecord[]> {
  let batch: CatalogRecord[] = [];
  let any = false;
  for await (const { name, size, index, total, open } of filesOf(file)) {
    any = true;
    if (!name.endsWith('.json')) continue;
    if (size > maxRecordBytes) throw new Error(`${name} is too large for an advisory`);
    const record = JSON.parse(await readText(await open())) as Json;
    if (!isObject(record) || !optionalText(record.id)) throw new Error(`${name} is not an OSV record`);
    batch.push(osvRecord(record));
    if (batch.length < recordsPerBatch) continue;
    onEntries(index, total);
    yield batch;
    batch = [];
  }
  if (!any) throw new Error('The archive contains no advisories');
  yield batch;
}
