import type { Purl } from './purl.js';

/** Namespaces of RPM distributions in scanners' purls, with the name in the OSV database. */
const distributionAliases: ReadonlyMap<string, string> = new Map([
  ['azurelinux', 'azure-linux'],
  ['opensuse-leap', 'opensuse'],
  ['opensuse-tumbleweed', 'opensuse'],
  ['opensuse.leap', 'opensuse'],
  ['opensuse.tumbleweed', 'opensuse'],
  ['rhel', 'redhat'],
  ['rocky', 'rocky-linux'],
  ['sled', 'suse'],
  ['sles', 'suse'],
]);

/** The namespace under which sources of advisories know the packages: a distribution's name where it has several. */
export const advisoryNamespace = ({ type, namespace }: Pick<Purl, 'type' | 'namespace'>): string | null =>
  (type === 'rpm' ? distributionAliases.get(namespace ?? '') : undefined) ?? namespace;
