import { buildPurl, type Purl } from './purl.js';

/** `nodejs:18` of the qualifier of a package, without the build of the module (`nodejs:18:8080020230906095832:63b34585`). */
export function moduleStreamOf({ qualifiers }: Pick<Purl, 'qualifiers'>): string | null {
  const label = qualifiers['rpmmod'] ?? qualifiers['modularitylabel'];
  return label === undefined ? null : (/^[^:]+:[^:]+/.exec(label)?.[0] ?? null);
}

/** What a purl of Red Hat names: a package, in the stream of a module or not, or such a stream (`package` null). */
export interface ModularPackage {
  readonly package: Purl | null;
  readonly stream: string | null;
}

/**
 * Streams have a type of their own (`pkg:rpmmod/redhat/ruby@3.0:8060020220810162001:ad008a3a`), which packages in them
 * had as well (`pkg:rpmmod/redhat/ruby:3.0/ruby`).
 */
export function modularPackage(purl: Purl): ModularPackage {
  if (purl.type !== 'rpmmod') return { package: purl, stream: moduleStreamOf(purl) };
  const [namespace, stream] = (purl.namespace ?? '').split('/');
  if (stream === undefined) return { package: null, stream: `${purl.name}:${(purl.version ?? '').split(':')[0]}` };
  const { name, version, qualifiers } = purl;
  return { package: buildPurl({ type: 'rpm', namespace: namespace!, name, version, qualifiers }, 'repair'), stream };
}
