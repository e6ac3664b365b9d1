import { repositoryOrNull } from '../../model/repository.js';
import type { CatalogRecord } from '../loading/records.js';
import { controlParagraphs, type Paragraph } from './control-file.js';
import { linesOf } from './lines.js';
import type { RemoteSource } from './source.js';

const archive = 'https://deb.debian.org/debian/dists/stable/main';
const recordsPerBatch = 5_000;

/**
 * Debian's package indexes (wiki.debian.org/DebianRepository/Format): sources with their binaries, and the binaries of
 * the most used architecture. The gzipped ones, because Node cannot read xz.
 */
export const debianSources: readonly RemoteSource[] = [
  debianIndex('debian-sources', `${archive}/source/Sources.gz`, sourceRecords),
  debianIndex('debian-packages', `${archive}/binary-amd64/Packages.gz`, binaryRecords),
];

function debianIndex(
  name: string,
  address: string,
  recordsOf: (paragraph: Paragraph) => CatalogRecord[],
): RemoteSource {
  return {
    name,
    address,
    license: { name: 'Debian package metadata', url: 'https://www.debian.org/legal/licenses/' },
    maxBytes: 512 * 1024 * 1024,
    async *read(file, onBytes) {
      let batch: CatalogRecord[] = [];
      let any = false;
      for await (const paragraphs of controlParagraphs(linesOf(file, onBytes))) {
        batch.push(...paragraphs.flatMap(recordsOf));
        any ||= batch.length > 0;
        if (batch.length < recordsPerBatch) continue;
        yield batch;
        batch = [];
      }
      if (!any) throw new Error('The file is not a Debian package index');
      yield batch;
    },
  };
}

/** A source package and its binaries. */
export function sourceRecords(paragraph: Paragraph): CatalogRecord[] {
  const name = paragraph.get('package');
  if (!name || !paragraph.has('directory')) return [];
  const binaries = (paragraph.get('binary') ?? '').split(',').map((binary) => binary.trim());
  return [debianPackage(name, paragraph), ...builtFrom(name, binaries)];
}

/** A binary package, and its source where that has another name. */
export function binaryRecords(paragraph: Paragraph): CatalogRecord[] {
  const name = paragraph.get('package');
  if (!name || !paragraph.has('filename')) return [];
  // "Source: glibc (2.36-9)" where the source has another version.
  const source = paragraph.get('source')?.split(' ')[0] ?? name;
  return [debianPackage(name, paragraph), ...builtFrom(source, [name])];
}

const purlOf = (name: string): string => `pkg:deb/debian/${encodeURIComponent(name)}`;

function debianPackage(name: string, paragraph: Paragraph): CatalogRecord {
  const [version, homepage] = [paragraph.get('version'), paragraph.get('homepage')];
  return {
    kind: 'package',
    purl: purlOf(name),
    homepage,
    weight: 1,
    // Vcs-Git is the repository of Debian's packaging, not of the software.
    repositoryUrl: homepage ? repositoryOrNull(homepage)?.url : undefined,
    versions: version ? [version] : [],
    latestVersion: version,
  };
}

const builtFrom = (source: string, binaries: readonly string[]): CatalogRecord[] =>
  binaries
    .filter((binary) => binary !== '' && binary !== source)
    .map((binary) => ({ kind: 'link', from: purlOf(binary), to: purlOf(source), relation: 'built_from' }));
