import type { CatalogRecord } from '../../src/catalog/loading/records.js';
import type { BulkSource } from '../../src/catalog/sources/source.js';

/**
 * A source's packages, products and links as many times over as `times` says, each copy under names of its own. Letters
 * are shifted in the alphabet: words stay as long, and are shared by as many names, as they were.
 */
export function grownSource(source: BulkSource, times: number): BulkSource {
  return {
    name: source.name,
    origin: grownOrigin(source.origin, times),
    async *records(onProgress) {
      for await (const records of source.records(onProgress)) {
        const entries = records.filter(({ kind }) => kind === 'package' || kind === 'product' || kind === 'link');
        for (let copy = 0; copy < times; copy += 1) yield entries.map((entry) => altered(entry, copy));
      }
    },
  };
}

const grownOrigin = (origin: string, times: number): string => (times === 1 ? origin : `${origin} ×${times}`);

function altered(record: CatalogRecord, copy: number): CatalogRecord {
  const shift = (text: string | undefined): string | undefined => text && shifted(text, copy);
  if (record.kind === 'package')
    return {
      ...record,
      purl: alteredIdentifier(record.purl, copy),
      title: shift(record.title),
      repositoryUrl: record.repositoryUrl && alteredIdentifier(record.repositoryUrl, copy),
    };
  if (record.kind === 'product')
    return { ...record, cpe: alteredIdentifier(record.cpe, copy), title: shift(record.title) };
  if (record.kind !== 'link') return record;
  return { ...record, from: alteredIdentifier(record.from, copy), to: alteredIdentifier(record.to, copy) };
}

/** Type, part and host stay: only names are altered. */
function alteredIdentifier(identifier: string, copy: number): string {
  const [start = ''] = /^(?:pkg:[^/]+\/|cpe:2\.3:[aoh]:|https?:\/\/[^/]+\/)/.exec(identifier) ?? [];
  return start + shifted(identifier.slice(start.length), copy);
}

const letters = 26;

const shifted = (text: string, by: number): string =>
  text.replaceAll(/%[0-9a-f]{2}|[a-z]/gi, (sign) => {
    if (sign.length > 1) return sign;
    const first = sign < 'a' ? 65 : 97;
    return String.fromCharCode(first + ((sign.charCodeAt(0) - first + by) % letters));
  });
