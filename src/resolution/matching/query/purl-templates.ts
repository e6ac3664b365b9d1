import type { NameParse } from './parse-name.js';

export interface PurlName {
  readonly namespace: string | null;
  readonly name: string;
}

type PurlTemplate = (reading: Pick<NameParse, 'name' | 'org' | 'version'>) => PurlName[];

/** A name as people write it, the way a registry does: "Graphql List Fields" is graphql-list-fields. */
function joined(name: string, joint: string): string {
  return /\s/.test(name) ? name.replace(/\s+/g, joint).toLowerCase() : name;
}

const lower = (name: string): string => joined(name, '-').toLowerCase();

/** Registries without namespaces; a name with a slash is none of theirs. */
const flat =
  (write: (name: string) => string): PurlTemplate =>
  ({ name }) =>
    name.includes('/') ? [] : [{ namespace: null, name: write(name) }];

const within =
  (namespaces: (version: string) => string[]): PurlTemplate =>
  ({ name, version }) =>
    name.includes('/') ? [] : namespaces(version).map((namespace) => ({ namespace, name: joined(name, '-') }));

/** Registries whose purls can be written from name, organization and version. Empty where something is missing. */
export const purlTemplates: Readonly<Record<string, PurlTemplate>> = {
  npm: ({ name, org }) =>
    org.startsWith('@') ? [{ namespace: org, name: lower(name) }] : flat(lower)({ name, org, version: '' }),
  pypi: flat(lower),
  gem: flat((name) => (/^[A-Z]/.test(name) && /\s/.test(name) ? lower(name) : joined(name, '-'))),
  cargo: flat(lower),
  nuget: flat((name) => joined(name, '.')),
  maven: ({ name, org }) =>
    /^[\w-]+(?:\.[\w-]+)*$/.test(org) && (org.includes('.') || org === name)
      ? [{ namespace: org, name: joined(name, '-') }]
      : [],
  golang: ({ name, org }) => (/^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(org) ? [{ namespace: org, name }] : []),
  composer: ({ name, org }) => (/^[\w-]+$/.test(org) ? [{ namespace: org.toLowerCase(), name: lower(name) }] : []),
  deb: within((version) => (/ubuntu/i.test(version) ? ['ubuntu', 'debian'] : ['debian', 'ubuntu'])),
  apk: within(() => ['alpine']),
  rpm: within((version) => [rpmNamespace(version)]),
  cran: flat((name) => joined(name, '.')),
  hex: flat(lower),
  pub: flat(lower),
  hackage: flat((name) => joined(name, '-')),
  conan: flat(lower),
  cpan: ({ name, org }) => [{ namespace: org || null, name }],
  cocoapods: ({ name, org }) => [{ namespace: null, name: org === '' || /\s/.test(org) ? name : `${org}/${name}` }],
};

/** Which distribution a version's release part tells. */
export function rpmNamespace(version: string): string {
  if (/\.amzn\d/.test(version)) return 'amazon';
  if (/\.fc\d/.test(version)) return 'fedora';
  if (/-(?:lp)?\d{6}\.|\.lp\d/.test(version)) return 'opensuse-leap';
  return 'redhat';
}
