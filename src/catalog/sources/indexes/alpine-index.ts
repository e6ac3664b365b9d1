import type { CatalogRecord } from '../../loading/records.js';
import { SchemaDrift } from '../schema-drift.js';
import type { RemoteSource } from '../source.js';
import { tarFiles } from '../tar-files.js';
import { listedPackage } from './listed-package.js';

/** Alpine's package indexes of the newest stable release (wiki.alpinelinux.org/wiki/Apk_spec). */
export const alpineIndexes: readonly RemoteSource[] = ['main', 'community'].map((repository) => ({
  name: `alpine-${repository}`,
  address: `https://dl-cdn.alpinelinux.org/alpine/latest-stable/${repository}/x86_64/APKINDEX.tar.gz`,
  maxBytes: 128 * 1024 * 1024,
  isIndex: true,
  async *read(file, onBytes) {
    let any = false;
    for await (const { name, content } of tarFiles(file, onBytes)) {
      if (name !== 'APKINDEX') continue;
      const records = (await content()).split('\n\n').flatMap(apkRecords);
      any ||= records.length > 0;
      yield records;
    }
    if (!any) throw new SchemaDrift('the archive holds no APKINDEX with packages');
  },
}));

/** Lines `P:name`, `V:version`, `U:homepage`, `o:origin`: a package, and the one whose recipe builds it. */
export function apkRecords(paragraph: string): CatalogRecord[] {
  const fields = new Map(paragraph.split('\n').map((line) => [line.slice(0, 1), line.slice(2).trim()]));
  const [name, version, homepage, origin] = ['P', 'V', 'U', 'o'].map((letter) => fields.get(letter) ?? '');
  if (!name || !version) return [];
  const of = (text: string, versions: string[] = []): CatalogRecord[] =>
    listedPackage({ type: 'apk', namespace: 'alpine', name: text, versions, homepage: homepage || undefined });
  const [own] = of(name, [version]);
  const [source] = origin && origin !== name ? of(origin) : [];
  if (own?.kind !== 'package') return [];
  if (source?.kind !== 'package') return [own];
  return [own, { kind: 'link', from: own.purl, to: source.purl, relation: 'built_from' }];
}
