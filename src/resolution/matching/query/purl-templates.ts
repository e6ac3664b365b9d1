import type { NameParse } from './parse-name.js';

export interface PurlName {
  readonly namespace: string | null;
  readonly name: string;
}

type PurlTemplate = (parse: Pick<NameParse, 'name' | 'org'>, namespaces?: readonly string[]) => PurlName[];

/** A name of several words as a registry writes it: "Graphql List Fields" is graphql-list-fields. */
function joinWords(name: string, separator: string): string {
  return /\s/.test(name) ? name.replace(/\s+/g, separator).toLowerCase() : name;
}

const lower = (name: string): string => joinWords(name, '-').toLowerCase();

/** Registries without namespaces: a name with a slash is not of theirs. */
const flat =
  (write: (name: string) => string): PurlTemplate =>
  ({ name }) =>
    name.includes('/') ? [] : [{ namespace: null, name: write(name) }];

/** Distributions: a namespace for each that the package may be of. */
const within: PurlTemplate = ({ name }, namespaces = []) =>
  name.includes('/') ? [] : namespaces.map((namespace) => ({ namespace, name: joinWords(name, '-') }));

/** By purl type, the purls for a name and organization, and for a distribution's package its namespaces; empty where something is missing. */
export const purlTemplates: Readonly<Record<string, PurlTemplate>> = {
  npm: ({ name, org }) => (org.startsWith('@') ? [{ namespace: org, name: lower(name) }] : flat(lower)({ name, org })),
  pypi: flat(lower),
  gem: flat((name) => (/^[A-Z]/.test(name) && /\s/.test(name) ? lower(name) : joinWords(name, '-'))),
  cargo: flat(lower),
  nuget: flat((name) => joinWords(name, '.')),
  maven: ({ name, org }) =>
    /^[\w-]+(?:\.[\w-]+)*$/.test(org) && (org.includes('.') || org === name)
      ? [{ namespace: org, name: joinWords(name, '-') }]
      : [],
  golang: ({ name, org }) => (/^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(org) ? [{ namespace: org, name }] : []),
  composer: ({ name, org }) => (/^[\w-]+$/.test(org) ? [{ namespace: org.toLowerCase(), name: lower(name) }] : []),
  deb: within,
  apk: within,
  rpm: within,
  cran: flat((name) => joinWords(name, '.')),
  hex: flat(lower),
  pub: flat(lower),
  hackage: flat((name) => joinWords(name, '-')),
  conan: flat(lower),
  conda: flat(lower),
  // A module is called as its distribution, mostly; the namespace is the identifier of an author, not a name of two words.
  cpan: ({ name, org }) => [{ namespace: /^\S+$/.test(org) ? org : null, name: name.replaceAll('::', '-') }],
  cocoapods: ({ name, org }) => [{ namespace: null, name: org === '' || /\s/.test(org) ? name : `${org}/${name}` }],
};
