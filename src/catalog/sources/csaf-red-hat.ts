import { csafSource } from './csaf.js';

/** A component without a purl: `nodejs`, or `nodejs:16/nodejs` for the stream of a module. */
export function redHatPackage(name: string): string | null {
  const [, module, plain] = /^(?:([\w.+-]+:[\w.+-]+)\/)?([A-Za-z0-9][\w.+-]*)$/.exec(name) ?? [];
  if (plain === undefined) return null;
  return module === undefined ? `pkg:rpm/redhat/${plain}` : `pkg:rpmmod/redhat/${module}/${plain}`;
}

/**
 * Red Hat's VEX documents, one for each CVE: unlike its advisories, which the OSV database has, they name what is
 * affected and not yet fixed.
 */
export const csafRedHatSource = csafSource({
  source: 'csaf-red-hat',
  provider: 'https://security.access.redhat.com/data/csaf/v2/provider-metadata.json',
  distribution: '/vex',
  license: {
    name: 'CC-BY-4.0',
    url: 'https://access.redhat.com/security/data',
    notice: 'Security data of Red Hat, Inc., licensed under CC BY 4.0.',
  },
  covers: [{ kind: 'vulnerabilities', scopes: ['pkg:rpm/redhat'], completeSince: '2000-01-01' }],
  ecosystemOf: (platform) => /^cpe:(?:\/|2\.3:)[ao]:redhat:(.+)$/.exec(platform)?.[1]?.replace(/^/, 'Red Hat:') ?? null,
  purlOf: redHatPackage,
});
