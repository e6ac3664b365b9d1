import { repositoryOrNull } from '../../model/repository.js';
import type { CatalogRecord } from '../loading/records.js';
import { controlParagraphs, type Paragraph } from './control-file.js';
import { linesOf } from './lines.js';
import type { RemoteSource } from './source.js';

const recordsPerBatch = 5_000;

/**
 * How a package index of apt is read (wiki.debian.org/DebianRepository/Format), gzipped, because Node cannot read xz.
 *
 * @param distribution the namespace of its purls: `debian`, `ubuntu`
 * @param recordsOf the records of one paragraph
 */
export function aptIndex(
  distribution: string,
  recordsOf: (paragraph: Paragraph, distribution: string) => CatalogRecord[],
): Pick<RemoteSource, 'maxBytes' | 'read'> {
  return {
    maxBytes: 512 * 1024 * 1024,
    async *read(file, onBytes) {
      let batch: CatalogRecord[] = [];
      let any = false;
      for await (const paragraphs of controlParagraphs(linesOf(file, onBytes))) {
        for (const paragraph of paragraphs) batch.push(...recordsOf(paragraph, distribution));
        any ||= batch.length > 0;
        if (batch.length < recordsPerBatch) continue;
        yield batch;
        batch = [];
      }
      if (!any) throw new Error(`The file is not a package index of ${distribution}`);
      yield batch;
    },
  };
}

/** A source package and its binaries. */
export function sourceRecords(paragraph: Paragraph, distribution: string): CatalogRecord[] {
  const name = paragraph.get('package');
  if (!name || !paragraph.has('directory')) return [];
  const binaries = (paragraph.get('binary') ?? '').split(',').map((binary) => binary.trim());
  return [packageOf(name, paragraph, distribution), ...builtFrom(name, binaries, distribution)];
}

/** A binary package, and its source where that has another name. */
export function binaryRecords(paragraph: Paragraph, distribution: string): CatalogRecord[] {
  const name = paragraph.get('package');
  if (!name || !paragraph.has('filename')) return [];
  // "Source: glibc (2.36-9)" where the source has another version.
  const source = paragraph.get('source')?.split(' ')[0] ?? name;
  return [packageOf(name, paragraph, distribution), ...builtFrom(source, [name], distribution)];
}

const purlOf = (name: string, distribution: string): string => `pkg:deb/${distribution}/${encodeURIComponent(name)}`;

function packageOf(name: string, paragraph: Paragraph, distribution: string): CatalogRecord {
  const [version, homepage] = [paragraph.get('version'), paragraph.get('homepage')];
  return {
    kind: 'package',
    purl: purlOf(name, distribution),
    homepage,
    weight: 1,
    // Vcs-Git is the repository of the distribution's packaging, not of the software.
    repositoryUrl: homepage ? repositoryOrNull(homepage)?.url : undefined,
    versions: version ? [version] : [],
    latestVersion: version,
  };
}

const builtFrom = (source: string, binaries: readonly string[], distribution: string): CatalogRecord[] =>
  binaries
    .filter((binary) => binary !== '' && binary !== source)
    .map((binary) => ({
      kind: 'link',
      from: purlOf(binary, distribution),
      to: purlOf(source, distribution),
      relation: 'built_from',
    }));
