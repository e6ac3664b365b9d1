import { StringDecoder } from 'node:string_decoder';
import { XmlTokenizer } from '../../../formats/reading/xml-tokenizer.js';
import { optionalText } from '../../../model/json.js';
import type { CatalogRecord } from '../../loading/records.js';
import type { FeedSource } from '../feed.js';
import { SchemaDrift } from '../schema-drift.js';
import { unpackedFile } from '../unpacked-file.js';
import { listedPackage } from './listed-package.js';

const address = 'https://dl.fedoraproject.org/pub/fedora/linux/development/rawhide/Everything/x86_64/os/';
const maxBytes = 512 * 1024 * 1024;
/** A description may be long; a token of this size is none. */
const maxToken = 1024 * 1024;
const recordsPerBatch = 5_000;

/**
 * The packages of Fedora's development branch, which has all that its releases have, at an address that stays
 * (createrepo_c: `repomd.xml` names the file of packages and its checksum).
 */
export const fedoraIndex: FeedSource = {
  name: 'fedora-packages',
  address,
  isIndex: true,
  async fetch(feed, state) {
    const primary = primaryOf(await feed.text(`${address}repodata/repomd.xml`));
    if (optionalText(state.through) === primary.checksum) return [];
    const fetched = await feed.file(address + primary.path, { name: `primary${primary.ending}`, maxBytes });
    if (fetched === null) return [];
    return [
      {
        name: primary.path,
        file: fetched.file,
        state: { through: primary.checksum },
        dataAsOf: primary.at,
        read: (onBytes) => recordsOfPackages(fetched.file, onBytes),
      },
    ];
  },
};

interface Primary {
  /** Below the repository's address. */
  readonly path: string;
  readonly ending: string;
  readonly checksum: string;
  /** ISO 8601. */
  readonly at: string | null;
}

/** @throws SchemaDrift where it names no packed list of packages within the repository */
function primaryOf(repomd: string): Primary {
  const found = { path: '', checksum: '', seconds: '' };
  let isPrimary = false;
  let text = '';
  const tokens = new XmlTokenizer({
    open(name, attributes) {
      text = '';
      if (name === 'data') isPrimary = attributes.some((one) => one.name === 'type' && one.value === 'primary');
      if (name === 'location' && isPrimary) found.path = attributes.find((one) => one.name === 'href')?.value ?? '';
    },
    close(name) {
      if (!isPrimary) return;
      if (name === 'checksum') found.checksum = text.trim();
      if (name === 'timestamp') found.seconds = text.trim();
    },
    text: (piece) => (text += piece),
  });
  readingXml('repomd.xml', () => {
    tokens.write(repomd);
    tokens.end();
  });
  const ending = /^repodata\/[\w.-]+\.xml(\.gz|\.zst)$/.exec(found.path)?.[1];
  if (ending === undefined || found.checksum === '')
    throw new SchemaDrift('repomd.xml: it names no "primary" list packed with gzip or Zstandard');
  const at = /^\d{9,11}$/.test(found.seconds) ? new Date(Number(found.seconds) * 1000).toISOString() : null;
  return { path: found.path, ending, checksum: found.checksum, at };
}

/** What a `<package>` says; the texts of its elements by their names. */
interface RpmPackage {
  readonly texts: Map<string, string>;
  version: string;
}

async function* recordsOfPackages(
  file: string,
  onBytes: (done: number, total: number) => void,
): AsyncIterable<readonly CatalogRecord[]> {
  const { bytes, packedBytes, packedTotal } = unpackedFile(file);
  const decoder = new StringDecoder('utf8');
  let batch: CatalogRecord[] = [];
  let any = false;
  const tokens = packageReader((one) => batch.push(...rpmRecords(one)));
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    readingXml('the list of packages', () => tokens.write(decoder.write(chunk)));
    if (tokens.pending > maxToken)
      throw new SchemaDrift(`the list of packages: a text of more than ${maxToken} characters`);
    onBytes(packedBytes(), packedTotal);
    any ||= batch.length > 0;
    if (batch.length < recordsPerBatch) continue;
    yield batch;
    batch = [];
  }
  readingXml('the list of packages', () => tokens.end());
  if (!any) throw new SchemaDrift('the list of packages is empty');
  yield batch;
}

function packageReader(onPackage: (one: RpmPackage) => void): XmlTokenizer {
  let current: RpmPackage | null = null;
  let text = '';
  return new XmlTokenizer({
    open(name, attributes) {
      text = '';
      if (name === 'package') current = { texts: new Map(), version: '' };
      if (name !== 'version' || current === null) return;
      const of = (wanted: string): string => attributes.find((one) => one.name === wanted)?.value ?? '';
      current.version = of('ver') && of('rel') ? `${of('ver')}-${of('rel')}` : of('ver');
    },
    close(name) {
      if (current === null) return;
      if (!current.texts.has(name)) current.texts.set(name, text.trim());
      if (name !== 'package') return;
      onPackage(current);
      current = null;
    },
    text: (piece) => (text += piece),
  });
}

/** A package, and the source package that it is built from where that has another name. */
function rpmRecords({ texts, version }: RpmPackage): CatalogRecord[] {
  const [name, homepage] = [texts.get('name') ?? '', texts.get('url') ?? ''];
  // "bash-5.2.37-1.fc42.src.rpm": name, version and release.
  const source = /^(.+)-[^-]+-[^-]+\.src\.rpm$/.exec(texts.get('rpm:sourcerpm') ?? '')?.[1];
  const ofFedora = { type: 'rpm', namespace: 'fedora' };
  const [own] = listedPackage({ ...ofFedora, name, versions: [version], homepage: homepage || undefined });
  const [built] = source !== undefined && source !== name ? listedPackage({ ...ofFedora, name: source }) : [];
  if (!own) return [];
  return built ? [own, { kind: 'link', from: own.purl, to: built.purl, relation: 'built_from' }] : [own];
}

function readingXml(file: string, read: () => void): void {
  try {
    read();
  } catch (error) {
    throw new SchemaDrift(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
